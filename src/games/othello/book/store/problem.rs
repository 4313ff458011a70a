//! Why a book cannot be read or written.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::super::position::Position;
use super::super::record::RecordError;
use super::super::source::MAX_SOURCES;
use crate::files::{FileError, FileProblem, shown};

/// Why a book cannot be read or written. The message is one line and names the file.
#[derive(Debug, Error)]
#[error("{}: {why}", shown(path))]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub why: BookProblem,
}

/// What is wrong with a book.
#[derive(Debug, Error)]
pub enum BookProblem {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// The file begins like no book.
    #[error("this is no book of Kaeshi")]
    Foreign,
    /// The file has another version.
    #[error("a book of version {found}; this program reads version {read}")]
    Version {
        /// The version number of the file.
        found: u32,
        /// The version number that this program reads.
        read: u32,
    },
    /// Part of the file was changed or is missing.
    #[error("the book is damaged: {0}")]
    Damaged(&'static str),
    /// A record is impossible; holds its number, from 1.
    #[error("the book is damaged: record {0}: {1}")]
    Record(u64, RecordError),
    /// Two records are in the wrong order; holds the number of the second, from 1.
    #[error("the book is damaged: record {0} is in the wrong place")]
    Order(u64),
    /// A block of records has another checksum; holds the number of its first record, from 1.
    #[error("the book is damaged: the checksum of the records from {0} on is wrong")]
    Block(u64),
    /// An entry of the log is damaged, but later ones are not; holds the position of the entry, in bytes.
    #[error("the log is damaged at byte {0}, in front of intact entries")]
    Log(u64),
    /// The log does not belong to the book.
    #[error("the log belongs to another book")]
    OtherLog,
    /// A file that is no log has the name of the log of a new book.
    #[error("this file is no log of a book, but has the name of one")]
    NoLog,
    /// The book was opened for reading.
    #[error("the book is open for reading only")]
    ReadOnly,
    /// The table of sources is full.
    #[error("the book has {MAX_SOURCES} sources, and no room for another")]
    Sources,
    /// The book has as many records as a file can hold.
    #[error("the book has too many positions")]
    Full,
    /// A record that was to be written names a source that the book does not have.
    #[error("no source of the book has the number {0}")]
    NoSource(u8),
    /// Two records are for one position.
    #[error("two records for {0}")]
    Twice(Position),
}

impl BookProblem {
    /// The error for the file at `path`.
    #[must_use]
    pub fn of(self, path: &Path) -> BookError {
        BookError {
            path: path.to_owned(),
            why: self,
        }
    }
}

impl From<io::Error> for BookProblem {
    fn from(why: io::Error) -> Self {
        Self::File(why.into())
    }
}

impl From<FileError> for BookError {
    fn from(FileError { path, why }: FileError) -> Self {
        Self {
            path,
            why: why.into(),
        }
    }
}
