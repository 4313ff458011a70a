//! The position that moves are played from.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{eof, value};
use nom::multi::many0;
use nom::sequence::preceded;

use crate::lexer::{any_word, command, some_text_until, word};
use crate::line::{Parsed, expecting};
use crate::text::SingleLine;

/// The position that moves are played from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setup<'a> {
    /// `startpos`
    StartPos,
    /// `fen <text>`
    Fen(&'a str),
    /// Any other text, such as `mnk 15 15 5`, which only the game understands; never empty.
    Text(&'a str),
}

/// The arguments of `position`.
pub(super) fn setup_and_moves(input: &str) -> Parsed<'_, (Setup<'_>, Vec<&str>)> {
    let text = || some_text_until(|word| word == "moves");
    let setup = alt((
        value(Setup::StartPos, word("startpos")),
        command("fen", expecting("a position after 'fen'", text())).map(Setup::Fen),
        text().map(Setup::Text),
    ));
    let moves = alt((
        preceded(word("moves"), many0(any_word)),
        value(Vec::new(), eof),
    ));
    (
        expecting("'startpos', 'fen' or another position", setup),
        expecting("'moves' or the end of the line", moves),
    )
        .parse(input)
}

impl fmt::Display for Setup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartPos => write!(f, "startpos"),
            Self::Fen(text) => write!(f, "fen {}", SingleLine(text)),
            Self::Text(text) => write!(f, "{}", SingleLine(text)),
        }
    }
}
