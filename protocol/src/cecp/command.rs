//! The commands of a CECP interface.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::char;
use nom::combinator::{map_opt, opt, value, verify};
use nom::sequence::{preceded, terminated};

use crate::fairy::{Fen, Move, fen, lone_move};
use crate::lexer::{any_word, command, digits, gap_or_end, number, text, word};
use crate::line::{Parsed, expecting, parse_line};
use crate::malformed::Malformed;
use crate::space::is_space;
use crate::time::{HUNDREDTHS, SECONDS, bounded, hundredths, seconds};

/// A line from the interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command<'a> {
    /// `xboard`: the interface speaks this protocol.
    Hello,
    /// `protover <version>`: announce the features.
    Version(u32),
    /// `new`: a new game, the engine plays the second side.
    New,
    /// `variant <name>`: the game to play.
    Variant(&'a str),
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move.
    Go,
    /// `playother`: play the other side.
    PlayOther,
    /// `level <moves> <minutes>[:<seconds>] <seconds>`
    Level(Level),
    /// `st <seconds>`: exactly this time for each move.
    MoveTime(Duration),
    /// `sd <plies>`: maximum depth.
    Depth(u32),
    /// `time <hundredths of a second>`: the time left on the engine's clock.
    OwnTime(Duration),
    /// `otim <hundredths of a second>`: the time left on the opponent's clock.
    OtherTime(Duration),
    /// `usermove <move>`, or the move without `usermove`.
    Move(Move),
    /// `?`: move now.
    MoveNow,
    /// `ping <number>`: answer once all earlier commands are done.
    Ping(i64),
    /// `result <result> {<comment>}`: the game is over.
    Result,
    /// `setboard <position>`
    SetBoard(Fen),
    /// `undo`: take back a move.
    Undo,
    /// `remove`: take back two moves.
    Remove,
    /// `post` or `nopost`: whether to show the thinking output.
    Post(bool),
    /// `memory <megabytes>`: maximum memory.
    Memory(u32),
    /// `cores <number>`: maximum number of threads.
    Cores(u32),
    /// `option <name>[=<value>]`: set an option.
    Option {
        /// The name, which may contain blanks.
        name: &'a str,
        /// The value; none for a button.
        value: Option<&'a str>,
    },
    /// `accepted`, `random`, `computer` and others, which need no action.
    Nothing,
    /// `quit`
    Quit,
}

/// A time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Level {
    /// Moves for which `base` has to suffice; 0 for the whole game.
    pub moves: u32,
    /// The base time for these moves.
    pub base: Duration,
    /// The increment: time gained with every move.
    pub increment: Duration,
}

impl<'a> Command<'a> {
    /// Reads one line, with or without its line end; `None` if it is blank.
    ///
    /// # Errors
    /// [`Malformed::Unknown`] if the line is no command; the other kinds if its arguments are wrong.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::cecp::Command;
    ///
    /// assert_eq!(Command::parse("xboard"), Ok(Some(Command::Hello)));
    /// assert!(Command::parse("level x").is_err());
    /// ```
    pub fn parse(line: &'a str) -> Result<Option<Self>, Malformed> {
        let simple = alt((
            value(Self::Hello, word("xboard")),
            value(Self::New, word("new")),
            value(Self::Force, word("force")),
            value(Self::Go, word("go")),
            value(Self::PlayOther, word("playother")),
            value(Self::MoveNow, word("?")),
            value(Self::Undo, word("undo")),
            value(Self::Remove, word("remove")),
            value(Self::Post(true), word("post")),
            value(Self::Post(false), word("nopost")),
            value(Self::Result, (word("result"), text)),
            value(Self::Quit, word("quit")),
            value(Self::Nothing, (nothing, text)),
        ));
        let count = |what| expecting(what, number);
        let longer = alt((
            command("protover", count("a version")).map(Self::Version),
            command("variant", expecting("the name of a variant", any_word)).map(Self::Variant),
            command("level", level).map(Self::Level),
            command("st", expecting(SECONDS, seconds)).map(Self::MoveTime),
            command(
                "sd",
                expecting("a depth from 1", verify(number, |&n: &u32| n > 0)),
            )
            .map(Self::Depth),
            command("time", expecting(HUNDREDTHS, hundredths)).map(Self::OwnTime),
            command("otim", expecting(HUNDREDTHS, hundredths)).map(Self::OtherTime),
            command("usermove", lone_move).map(Self::Move),
            command("ping", expecting("a whole number", number)).map(Self::Ping),
            command("setboard", fen).map(Self::SetBoard),
            command("memory", count("a number of megabytes")).map(Self::Memory),
            command("cores", count("a number of processors")).map(Self::Cores),
            command(
                "option",
                expecting("the name of an option", map_opt(text, option)),
            ),
            bare_move,
        ));
        parse_line("command", line, alt((simple, longer)))
    }
}

/// `<name>[=<value>]`; `None` without a name.
fn option(text: &str) -> Option<Command<'_>> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (text.trim(), None),
    };
    (!name.is_empty()).then_some(Command::Option { name, value })
}

/// A command that changes nothing here.
fn nothing(input: &str) -> Parsed<'_, &str> {
    alt((
        word("accepted"),
        word("rejected"),
        word("random"),
        word("hard"),
        word("easy"),
        word("computer"),
        word("name"),
        word("rating"),
        word("ics"),
        word("draw"),
    ))
    .parse(input)
}

/// A move without `usermove`; anything else is an unknown command.
fn bare_move(input: &str) -> Parsed<'_, Command<'_>> {
    map_opt(terminated(take_till1(is_space), gap_or_end), |word| {
        Move::parse(word).ok()
    })
    .map(Command::Move)
    .parse(input)
}

fn level(input: &str) -> Parsed<'_, Level> {
    let more = opt(preceded(char(':'), digits::<u32>));
    let base = map_opt((digits::<u32>, more), |(minutes, seconds)| {
        let seconds = u64::from(seconds.unwrap_or_default());
        bounded(Duration::from_secs(u64::from(minutes) * 60 + seconds))
    });
    (
        expecting("a number of moves", number),
        expecting(
            "minutes, or minutes:seconds, up to 5256000 minutes (ten years)",
            terminated(base, gap_or_end),
        ),
        expecting(SECONDS, seconds),
    )
        .map(|(moves, base, increment)| Level {
            moves,
            base,
            increment,
        })
        .parse(input)
}
