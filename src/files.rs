//! Files of people: written whole or not at all, read up to a size, continued by one process at a time.
//!
//! [`Draft`] replaces a file in one step, [`open_locked`] opens a file that an interrupted run continues, and
//! [`read`], [`read_text`] and [`Lines`] read files whose size nobody has checked.

mod draft;
mod locked;
mod reading;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use draft::{Draft, Existing};
pub use locked::open_locked;
pub use reading::{LineError, Lines, MAX_LINE, read, read_text};

/// Why a file cannot be read or written. The message is one line and names the file.
#[derive(Debug, Error)]
#[error("{}: {why}", shown(path))]
pub struct FileError {
    /// The file, as it was named.
    pub path: PathBuf,
    /// The reason.
    pub why: FileProblem,
}

/// What is wrong with a file.
#[derive(Debug, Error)]
pub enum FileProblem {
    /// It exists, and replacing it was not asked for.
    #[error("the file exists; --force replaces it")]
    Exists,
    /// It is a symbolic link, and replacing a file was not asked for.
    #[error("a symbolic link to {}; --force writes the file it points to", shown(.0))]
    Link(PathBuf),
    /// It is a folder.
    #[error("a folder, not a file")]
    Folder,
    /// The folder of a new file does not exist.
    #[error("the folder {} does not exist", shown(.0))]
    NoFolder(PathBuf),
    /// It is a device or a pipe, where a file on a disk is needed.
    #[error("not a regular file")]
    NotRegular,
    /// Another process has locked it.
    #[error("another process is writing this file")]
    Locked,
    /// It has more bytes than this.
    #[error("longer than {0} bytes, which no file of this kind is")]
    TooLong(u64),
    /// It is not text from this byte on, counted from 1.
    #[error("not UTF-8 text from byte {0} on")]
    NotText(usize),
    /// The system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl FileProblem {
    /// The error of the file with that name.
    #[must_use]
    pub fn of(self, path: &Path) -> FileError {
        FileError {
            path: path.to_owned(),
            why: self,
        }
    }
}

/// A path on one line: control characters are escaped.
#[must_use]
pub fn shown(path: &Path) -> impl fmt::Display {
    let letters = path.display().to_string();
    letters.chars().fold(String::new(), |mut text, letter| {
        if letter.is_control() {
            text.extend(letter.escape_default());
        } else {
            text.push(letter);
        }
        text
    })
}
