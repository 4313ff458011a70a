//! A file that a run continues after an interruption.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::{FileError, FileProblem};

/// Opens a file for reading and writing, or creates it, and locks it until it is closed. Its content is left as it is.
///
/// The lock is advisory: it keeps out processes that also ask for it. File systems without locks are written to
/// without one.
///
/// # Errors
/// When another process has it open this way, when it is no regular file, and when the system refuses.
pub fn open_locked(path: &Path) -> Result<File, FileError> {
    let open = || {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let file = match options.open(path) {
            Err(why) if why.kind() == ErrorKind::NotFound => {
                // Refuses a symbolic link that points to nothing.
                options.create_new(true).open(path)?
            }
            opened => opened?,
        };
        if !file.metadata()?.is_file() {
            return Err(FileProblem::NotRegular);
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FileProblem::Locked),
            Err(TryLockError::Error(why)) if why.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(why)) => return Err(why.into()),
        }
        // Whoever had the lock before may have removed or replaced the file.
        if has_name(&file, path)? {
            Ok(file)
        } else {
            Err(FileProblem::Locked)
        }
    };
    open().map_err(|why| why.of(path))
}

/// Whether `path` still leads to the open file.
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let [open, named] = [file.metadata()?, fs::metadata(path)?];
    Ok((open.dev(), open.ino()) == (named.dev(), named.ino()))
}

#[cfg(not(unix))]
fn has_name(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}
