//! The replies of an NBoard engine.

use std::fmt;
use std::time::Duration;

use crate::board::Move;
use crate::ggf::Item;
use crate::text::{Text, Word};

/// A line from the engine; `Display` writes it.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// `set myname <name>`: the engine's name.
    Name(Word),
    /// `status <text>`: shown to the user; an empty text clears it.
    Status(Text),
    /// `nodestats <nodes> <seconds>`: nodes and time since the search began.
    NodeStats(u64, Duration),
    /// `search <line> <discs> 0 <depth>`: an evaluation, for the side to move.
    Search {
        /// The principal variation.
        line: Vec<Move>,
        /// The evaluation in discs.
        eval: f64,
        /// The depth of the search.
        depth: Depth,
    },
    /// `book <line> <discs> 0 <depth>`: a value of the opening book, for the side to move.
    Book {
        /// The best line of the book.
        line: Vec<Move>,
        /// The value in discs.
        eval: f64,
        /// The depth of the search behind it.
        depth: Depth,
    },
    /// `=== <move>/<discs>/<seconds>`: the answer to `go`.
    Move(Item),
    /// `pong <number>`: the answer to `ping`.
    Pong(i64),
    /// `analysis <moves made> <discs>`: the evaluation after that number of moves, for the side to move there.
    Analysis(usize, f64),
    /// `learned`: the answer to `learn`.
    Learned,
}

/// The depth of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Depth in plies, without selective pruning.
    Moves(u32),
    /// Depth in plies with selective pruning, and its confidence in percent.
    Selective(u32, u8),
    /// Solved to the end of the game.
    Solved,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "set myname {name}"),
            Self::Status(text) if text.as_str().is_empty() => f.write_str("status"),
            Self::Status(text) => write!(f, "status {text}"),
            Self::NodeStats(nodes, time) => {
                write!(f, "nodestats {nodes} {:.2}", time.as_secs_f64())
            }
            Self::Search { line, eval, depth } => write_line(f, "search", line, *eval, *depth),
            Self::Book { line, eval, depth } => write_line(f, "book", line, *eval, *depth),
            Self::Move(item) => write!(f, "=== {item}"),
            Self::Pong(number) => write!(f, "pong {number}"),
            Self::Analysis(made, eval) => write!(f, "analysis {made} {eval:.2}"),
            Self::Learned => f.write_str("learned"),
        }
    }
}

/// A line with its value: `search` or `book`.
fn write_line(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    line: &[Move],
    eval: f64,
    depth: Depth,
) -> fmt::Result {
    write!(f, "{word} ")?;
    for mv in line {
        let (mv, eval, seconds) = (*mv, None, None);
        write!(f, "{}", Item { mv, eval, seconds })?;
    }
    write!(f, " {eval:.2} 0 {depth}")
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(depth) => write!(f, "{depth}"),
            Self::Selective(depth, percent) => write!(f, "{depth}@{percent}%"),
            Self::Solved => f.write_str("100%"),
        }
    }
}
