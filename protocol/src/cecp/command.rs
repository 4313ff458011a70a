//! The commands of a CECP interface.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::char;
use nom::combinator::{map_opt, opt, value, verify};
use nom::sequence::{preceded, terminated};

use crate::fairy::{Fen, Move, fen, lone_move};
use crate::line::{Parsed, Part, command, expecting, whole};
use crate::malformed::Malformed;
use crate::words::{any_word, digits, gap_or_end, is_space, number, text, word};

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
            command("st", expecting("seconds", seconds)).map(Self::MoveTime),
            command(
                "sd",
                expecting("a depth from 1", verify(number, |&n: &u32| n > 0)),
            )
            .map(Self::Depth),
            command("time", clock()).map(Self::OwnTime),
            command("otim", clock()).map(Self::OtherTime),
            command("usermove", lone_move).map(Self::Move),
            command("ping", expecting("a whole number", number)).map(Self::Ping),
            command("setboard", fen).map(Self::SetBoard),
            command("memory", count("a number of megabytes")).map(Self::Memory),
            command("cores", count("a number of processors")).map(Self::Cores),
            bare_move,
        ));
        whole("command", line, alt((simple, longer)))
    }
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

/// Seconds, with or without a fraction.
fn seconds(input: &str) -> Parsed<'_, Duration> {
    let figure = |word: &str| Duration::try_from_secs_f64(word.parse().ok()?).ok();
    map_opt(any_word, figure).parse(input)
}

/// Hundredths of a second; negative numbers, of a clock that has run out, become 0.
fn clock<'a>() -> impl Part<'a, Duration> {
    let hundredths = number.map(|hundredths: i64| {
        Duration::from_millis(u64::try_from(hundredths).unwrap_or(0).saturating_mul(10))
    });
    expecting("hundredths of a second", hundredths)
}

fn level(input: &str) -> Parsed<'_, Level> {
    let minutes = digits::<u32>.map(|minutes| Duration::from_secs(u64::from(minutes) * 60));
    let more = opt(preceded(char(':'), digits::<u32>));
    let base = (minutes, more).map(|(minutes, seconds)| {
        minutes + Duration::from_secs(seconds.unwrap_or_default().into())
    });
    (
        expecting("a number of moves", number),
        expecting("minutes, or minutes:seconds", terminated(base, gap_or_end)),
        expecting("seconds", seconds),
    )
        .map(|(moves, base, increment)| Level {
            moves,
            base,
            increment,
        })
        .parse(input)
}
