//! Users' files: written completely or not at all, read up to a maximum size, continued by one process at a time.
//!
//! [`PendingFile`] replaces a file in one step. [`open_locked`] opens a file that an interrupted run continues.
//! [`read`], [`read_text`] and [`Lines`] read files of unknown size; [`open_text`] also reads compressed ones.
//! [`check_outputs`] finds an output that would replace an input or another output.

mod compressed;
mod locked;
mod pending_file;
mod positioned;
mod reading;
mod target;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::core::printable;

pub use compressed::open_text;
pub use locked::open_locked;
pub use pending_file::{Existing, PendingFile};
pub use positioned::read_at;
pub use reading::{LineError, Lines, MAX_LINE, read, read_text};
pub use target::{check_outputs, target};

/// The byte order mark, which some editors put at the start of a text file.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Why a file cannot be read or written. The message is one line and names the file.
#[derive(Debug, Error)]
#[error("{}: {why}", shown(path))]
pub struct FileError {
    /// The path, as the caller gave it.
    pub path: PathBuf,
    /// The reason.
    pub why: FileProblem,
}

/// What is wrong with a file.
#[derive(Debug, Error)]
pub enum FileProblem {
    /// The file exists and may not be replaced.
    #[error("the file exists; --force replaces it")]
    Exists,
    /// The path is a symbolic link, and no file may be replaced; holds the path of the link's target.
    #[error("a symbolic link to {}; --force writes the file it points to", shown(.0))]
    Link(PathBuf),
    /// The first option or argument would replace the file, which the second one reads.
    #[error("{0} would replace this file, which {1} reads")]
    Input(String, String),
    /// Two options or arguments write the file.
    #[error("{0} and {1} both write this file")]
    TwoOutputs(String, String),
    /// The path is `-`, where that is not standard output.
    #[error("not standard output here, which is /dev/stdout; a file of this name is ./-")]
    Dash,
    /// The path is a folder.
    #[error("a folder, not a file")]
    Folder,
    /// The folder of a new file does not exist.
    #[error("the folder {} does not exist", shown(.0))]
    NoFolder(PathBuf),
    /// The path is a device or a pipe, but a regular file is required.
    #[error("not a regular file")]
    NotRegular,
    /// Another process has locked the file.
    #[error("another process is writing this file")]
    Locked,
    /// The file is longer than this maximum, in bytes.
    #[error("longer than {0} bytes, which no file of this kind is")]
    TooLong(u64),
    /// The file is not UTF-8; holds the position of the first invalid byte, from 1.
    #[error("not UTF-8 text from byte {0} on")]
    NotText(usize),
    /// The operating system reported an error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl FileProblem {
    /// The error for the file at `path`.
    #[must_use]
    pub fn of(self, path: &Path) -> FileError {
        FileError {
            path: path.to_owned(),
            why: self,
        }
    }
}

/// A path on one line, as by [`printable`].
#[must_use]
pub fn shown(path: &Path) -> impl fmt::Display {
    printable(&path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_shown_on_one_line() {
        let path = Path::new("a\n\u{2028}b é");
        assert_eq!(shown(path).to_string(), r"a\n\u{2028}b é");
    }
}
