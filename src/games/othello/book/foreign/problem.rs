//! Why the book of another program cannot be read.

use thiserror::Error;

use super::super::position::PositionError;

/// Why the book of another program cannot be read. The message is one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ForeignError {
    /// The file begins like no book of this program.
    #[error("this is no book of {0}")]
    Foreign(&'static str),
    /// The file has another version; holds the one that is read.
    #[error("a book of version {found}; version {read} can be read")]
    Version {
        /// The version of the file.
        found: u8,
        /// The version that can be read.
        read: u8,
    },
    /// The file ends within its header.
    #[error("the file ends within its header")]
    Header,
    /// The header has an impossible number.
    #[error("the header has the {0} {1}")]
    Setting(&'static str, i32),
    /// The file ends within a record; holds its number, from 1.
    #[error("the file ends within record {0}")]
    Cut(usize),
    /// The file has more or fewer records than it announces.
    #[error("the header announces {announced} records, but the file has {found}")]
    Count {
        /// The number in the header.
        announced: i32,
        /// The number of records up to the end of the file.
        found: usize,
    },
    /// A record, or a line of a text, is impossible; holds its number, from 1.
    #[error("record {0}: {1}")]
    Record(usize, ForeignProblem),
}

/// What is wrong with a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ForeignProblem {
    /// The board is impossible.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The board came before.
    #[error("the board came before")]
    Twice,
    /// A value is out of range.
    #[error("a value of {0} discs")]
    Value(i16),
    /// A level is out of range.
    #[error("the level {0}")]
    Level(i16),
    /// A move is not legal.
    #[error("the move {0} is not legal")]
    Move(u8),
    /// A move comes twice.
    #[error("the move {0} comes twice")]
    MoveTwice(u8),
    /// A move leads to a position that is missing in the book.
    #[error("the move {0} leads to a position that is missing")]
    Missing(u8),
    /// A line of a text is not understood.
    #[error("this is not 64 squares, the side to move, level, move and score")]
    Line,
}
