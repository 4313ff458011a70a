//! The commands of a UGI manager.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, value};
use nom::sequence::preceded;

use super::UgiOrUci;
use super::go::{Go, go};
use super::query::{Query, query};
use super::setup::{Setup, setup_and_moves};
use crate::lexer::{command, number, some_text_until, text, word, words};
use crate::line::{Parsed, expecting, parse_line};
use crate::malformed::Malformed;
use crate::text::SingleLine;
use crate::write::{EMPTY, write_words};

/// A line from the manager.
///
/// `Display` writes the line that reads back as the same command, if the texts could be on a line. They hold no line
/// ends, moves no spaces, a setup no word `moves`, the name of an option no word `value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command<'a> {
    /// `ugi` or `uci`: answer with name and options.
    Hello(UgiOrUci),
    /// `isready`: answer once all earlier commands are done.
    IsReady,
    /// `uginewgame` or `ucinewgame`: the following positions belong to another game.
    NewGame,
    /// `setoption name <name> [value <value>]`
    SetOption {
        /// The option's name as typed, which may contain spaces. Compare it without regard to case.
        name: &'a str,
        /// The new value; `None` for a button. Nothing after `value`, and UCI's `<empty>`, are the empty value.
        value: Option<&'a str>,
    },
    /// `position <setup> [moves <move>...]`
    Position {
        /// The position to start from.
        setup: Setup<'a>,
        /// The moves played from there.
        moves: Vec<&'a str>,
    },
    /// `moves <move>...`: play these moves, at least one, on the current position.
    Moves(Vec<&'a str>),
    /// `go [<limit>...]`
    Go(Go<'a>),
    /// `stop`: end the search and send its result.
    Stop,
    /// `ponderhit`: the pondered move has been played.
    PonderHit,
    /// `query <question>`: a question about the current position.
    Query(Query),
    /// `print`: draw the position for a person.
    Print,
    /// `perft <depth>` or `go perft <depth>`: count the move sequences of that length.
    Perft(u8),
    /// `debug on` or `debug off`: whether to send debug output.
    Debug(bool),
    /// `quit`
    Quit,
}

impl<'a> Command<'a> {
    /// Reads one line, with or without its line end; `None` if it is blank.
    ///
    /// # Errors
    /// [`Malformed::Unknown`] if the first word is no command; the other kinds if its arguments are wrong.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::ugi::Command;
    ///
    /// assert_eq!(Command::parse("isready"), Ok(Some(Command::IsReady)));
    /// assert_eq!(Command::parse(""), Ok(None));
    /// assert!(Command::parse("go movetime x").is_err());
    /// ```
    pub fn parse(line: &'a str) -> Result<Option<Self>, Malformed> {
        let simple = alt((
            value(Self::Hello(UgiOrUci::Ugi), word("ugi")),
            value(Self::Hello(UgiOrUci::Uci), word("uci")),
            value(Self::IsReady, word("isready")),
            value(Self::NewGame, alt((word("uginewgame"), word("ucinewgame")))),
            value(Self::Stop, word("stop")),
            value(Self::PonderHit, word("ponderhit")),
            value(Self::Print, word("print")),
            value(Self::Quit, word("quit")),
        ));
        let longer = alt((
            command("setoption", set_option),
            command("position", setup_and_moves)
                .map(|(setup, moves)| Self::Position { setup, moves }),
            command("moves", expecting("at least one move", words)).map(Self::Moves),
            command("go", alt((perft, go.map(Self::Go)))),
            command("query", query).map(Self::Query),
            command("debug", on_or_off).map(Self::Debug),
            perft,
        ));
        parse_line("command", line, alt((simple, longer)))
    }
}

fn set_option(input: &str) -> Parsed<'_, Command<'_>> {
    option_and_value
        .map(|(name, value)| Command::SetOption { name, value })
        .parse(input)
}

/// The arguments of `setoption`: a name, which may contain blanks, and an optional value.
pub(crate) fn option_and_value(input: &str) -> Parsed<'_, (&str, Option<&str>)> {
    let name = expecting(
        "the name of an option",
        some_text_until(|word| word == "value"),
    );
    let new = preceded(word("value"), text).map(|text| if text == EMPTY { "" } else { text });
    (expecting("'name'", command("name", name)), opt(new)).parse(input)
}

fn on_or_off(input: &str) -> Parsed<'_, bool> {
    let switch = alt((value(true, word("on")), value(false, word("off"))));
    expecting("'on' or 'off'", switch).parse(input)
}

fn perft(input: &str) -> Parsed<'_, Command<'_>> {
    command("perft", expecting("a depth from 0 to 255", number))
        .map(Command::Perft)
        .parse(input)
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello(protocol) => write!(f, "{protocol}"),
            Self::IsReady => write!(f, "isready"),
            Self::NewGame => write!(f, "uginewgame"),
            Self::SetOption { name, value } => {
                write!(f, "setoption name {}", SingleLine(name))?;
                match value {
                    None => Ok(()),
                    Some("") => write!(f, " value {EMPTY}"),
                    Some(value) => write!(f, " value {}", SingleLine(value)),
                }
            }
            Self::Position { setup, moves } => {
                write!(f, "position {setup}")?;
                write_words(f, " moves", moves)
            }
            Self::Moves(moves) => write_words(f, "moves", moves),
            Self::Go(go) => write!(f, "{go}"),
            Self::Stop => write!(f, "stop"),
            Self::PonderHit => write!(f, "ponderhit"),
            Self::Query(query) => write!(f, "query {query}"),
            Self::Print => write!(f, "print"),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::Debug(true) => write!(f, "debug on"),
            Self::Debug(false) => write!(f, "debug off"),
            Self::Quit => write!(f, "quit"),
        }
    }
}
