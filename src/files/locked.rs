//! Files that a run continues after an interruption, locked against other processes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::{FileError, FileProblem};

/// Opens or creates the file at `path` for reading and writing, and locks it until it is closed. The content is kept.
///
/// The lock is advisory: it affects only processes that lock the file, too. On file systems without locks the file is
/// opened unlocked.
///
/// # Errors
/// If another process has locked the file, if it is not a regular file, or on an input or output error.
pub fn open_locked(path: &Path) -> Result<File, FileError> {
    let open = || {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let file = match options.open(path) {
            Err(why) if why.kind() == ErrorKind::NotFound => {
                // Fails for a dangling symbolic link.
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
        // The previous owner of the lock may have removed or replaced the file.
        if has_name(&file, path)? {
            Ok(file)
        } else {
            Err(FileProblem::Locked)
        }
    };
    open().map_err(|why| why.of(path))
}

/// Whether `path` still names the open `file`.
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let [open, named] = [file.metadata()?, path.metadata()?];
    Ok((open.dev(), open.ino()) == (named.dev(), named.ino()))
}

#[cfg(not(unix))]
fn has_name(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}
