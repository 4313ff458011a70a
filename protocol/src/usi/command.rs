//! The commands of a USI manager.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{eof, value};
use nom::multi::many0;
use nom::sequence::preceded;

use super::go::{Go, go};
use super::sfen::{Sfen, sfen};
use crate::lexer::{any_word, command, text, word};
use crate::line::{Parsed, expecting, parse_line};
use crate::malformed::Malformed;
use crate::ugi::option_and_value;

/// A line from the manager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command<'a> {
    /// `usi`: answer with name and options.
    Hello,
    /// `isready`: answer once all earlier commands are done.
    IsReady,
    /// `usinewgame`: the following positions belong to another game.
    NewGame,
    /// `setoption name <name> [value <value>]`
    SetOption {
        /// The option's name, as typed.
        name: &'a str,
        /// The new value; `None` for a button.
        value: Option<&'a str>,
    },
    /// `score_scale_and_type`: answer with the unit and range of scores.
    ScoreType,
    /// `position <setup> [moves <move>...]`
    Position {
        /// The position to start from.
        setup: Setup,
        /// The moves played from there.
        moves: Vec<&'a str>,
    },
    /// `go [<limit>...]`
    Go(Go),
    /// `ponderhit [<limit>...]`: the pondered move was played, with the clocks as they are now.
    PonderHit(Go),
    /// `stop`: end the search and send its result.
    Stop,
    /// `gameover <result>`
    GameOver,
    /// `quit`
    Quit,
}

/// The position that moves are played from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setup {
    /// `startpos`
    StartPos,
    /// `sfen <position>`
    Sfen(Sfen),
}

impl<'a> Command<'a> {
    /// Reads one line, with or without its line end; `None` if it is blank.
    ///
    /// # Errors
    /// [`Malformed::Unknown`] if the first word is no command; the other kinds if its arguments are wrong.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::usi::{Command, Setup};
    ///
    /// let command = Command::parse("position startpos moves f5");
    /// let (setup, moves) = (Setup::StartPos, vec!["f5"]);
    /// assert_eq!(command, Ok(Some(Command::Position { setup, moves })));
    /// ```
    pub fn parse(line: &'a str) -> Result<Option<Self>, Malformed> {
        let simple = alt((
            value(Self::Hello, word("usi")),
            value(Self::IsReady, word("isready")),
            value(Self::NewGame, word("usinewgame")),
            value(Self::ScoreType, word("score_scale_and_type")),
            value(Self::Stop, word("stop")),
            value(Self::GameOver, (word("gameover"), text)),
            value(Self::Quit, word("quit")),
        ));
        let longer = alt((
            command("setoption", set_option),
            command("position", position),
            command("go", go).map(Self::Go),
            command("ponderhit", go).map(Self::PonderHit),
        ));
        parse_line("command", line, alt((simple, longer)))
    }
}

fn set_option(input: &str) -> Parsed<'_, Command<'_>> {
    option_and_value
        .map(|(name, value)| Command::SetOption { name, value })
        .parse(input)
}

fn position(input: &str) -> Parsed<'_, Command<'_>> {
    let setup = alt((
        value(Setup::StartPos, word("startpos")),
        command("sfen", sfen).map(Setup::Sfen),
    ));
    let moves = alt((
        preceded(word("moves"), many0(any_word)),
        value(Vec::new(), eof),
    ));
    (
        expecting("'startpos' or 'sfen'", setup),
        expecting("'moves' or the end of the line", moves),
    )
        .map(|(setup, moves)| Command::Position { setup, moves })
        .parse(input)
}
