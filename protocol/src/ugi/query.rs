//! Questions about the current position, and the answers to them.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::value;

use crate::lexer::word;
use crate::line::{Parsed, expecting};
use crate::text::Text;

/// A question about the current position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// `p1turn`: is it the first player's turn?
    P1Turn,
    /// `p2turn`: is it the second player's turn?
    P2Turn,
    /// `gameover`: is the game over?
    GameOver,
    /// `result`: who won?
    Result,
    /// `fen`: the position as text.
    Fen,
    /// `board`: the board as text.
    Board,
}

/// The answer to a `query`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// `true` or `false`, to `p1turn`, `p2turn` and `gameover`.
    Truth(bool),
    /// `p1win`, to `result`: the first player won.
    P1Win,
    /// `p2win`, to `result`: the second player won.
    P2Win,
    /// `draw`, to `result`.
    Draw,
    /// `none`, to `result`: the game is not over.
    Undecided,
    /// Any other text, to `fen` and `board`. A text equal to one of the words above reads back as that word.
    Text(Text),
}

impl From<Text> for Answer {
    fn from(text: Text) -> Self {
        match text.as_str() {
            "true" => Self::Truth(true),
            "false" => Self::Truth(false),
            "p1win" => Self::P1Win,
            "p2win" => Self::P2Win,
            "draw" => Self::Draw,
            "none" => Self::Undecided,
            _ => Self::Text(text),
        }
    }
}

/// The arguments of `query`.
pub(super) fn query(input: &str) -> Parsed<'_, Query> {
    let question = alt((
        value(Query::P1Turn, word("p1turn")),
        value(Query::P2Turn, word("p2turn")),
        value(Query::GameOver, word("gameover")),
        value(Query::Result, word("result")),
        value(Query::Fen, word("fen")),
        value(Query::Board, word("board")),
    ));
    expecting(
        "one of p1turn, p2turn, gameover, result, fen, board",
        question,
    )
    .parse(input)
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::P1Turn => "p1turn",
            Self::P2Turn => "p2turn",
            Self::GameOver => "gameover",
            Self::Result => "result",
            Self::Fen => "fen",
            Self::Board => "board",
        })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(truth) => write!(f, "{truth}"),
            Self::P1Win => write!(f, "p1win"),
            Self::P2Win => write!(f, "p2win"),
            Self::Draw => write!(f, "draw"),
            Self::Undecided => write!(f, "none"),
            Self::Text(text) => write!(f, "{text}"),
        }
    }
}
