//! A new file that gets its name only when it is complete.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf, is_separator};

use tempfile::NamedTempFile;

use super::{FileError, FileProblem};

/// What happens to an existing file with the name of the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// The existing file stays, and creating the new one fails. A symbolic link counts as a file, even a dangling one.
    Keep,
    /// The existing file is replaced. A symbolic link stays; its target is replaced.
    Replace,
}

impl Existing {
    /// `Replace` if `force` (the option `--force`) is set, otherwise `Keep`.
    #[must_use]
    pub fn forced(force: bool) -> Self {
        if force { Self::Replace } else { Self::Keep }
    }
}

/// A file being written.
///
/// Until [`Self::commit`] the bytes are in an unnamed temporary file in the same folder. So an error leaves the old
/// file unchanged and no temporary file behind. A new file keeps the permissions of the file it replaces, and its owner
/// if the system allows it. Hard links to the old file keep the old content.
///
/// Pipes and devices, such as `/dev/stdout`, are written to directly.
///
/// # Examples
/// ```
/// use std::io::Write;
/// use kaeshi::files::{Existing, PendingFile};
///
/// let path = std::env::temp_dir().join(format!("kaeshi-example-{}", std::process::id()));
/// let mut file = PendingFile::create(&path, Existing::Keep)?;
/// file.write_all(b"complete")?;
/// assert!(!path.exists());
/// file.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"complete");
/// assert!(PendingFile::create(&path, Existing::Keep).is_err());
/// # std::fs::remove_file(&path)?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PendingFile {
    /// The path, as the caller gave it.
    path: PathBuf,
    /// The temporary file, or the pipe or device itself.
    file: BufWriter<File>,
    /// Where `commit` puts the file; `None` for pipes and devices.
    place: Option<Destination>,
}

/// The destination of a new file.
#[derive(Debug)]
struct Destination {
    folder: PathBuf,
    file: PathBuf,
    /// The metadata of the file that will be replaced, if there is one.
    old: Option<Box<Metadata>>,
    existing: Existing,
}

impl PendingFile {
    /// Begins a file at `path`. Predictable errors occur here and not in [`Self::commit`].
    ///
    /// # Errors
    /// If a file exists and may not be replaced or written. If the folder is missing or not writable. On an input or
    /// output error.
    pub fn create(path: &Path, existing: Existing) -> Result<Self, FileError> {
        let create = || {
            ignore_size_signal();
            if path.as_os_str() == "-" {
                return Err(FileProblem::Dash);
            }
            let (stream, place) = find(path, existing)?;
            let file = match &place {
                Some(place) => tempfile::tempfile_in(&place.folder)?,
                None => OpenOptions::new().append(true).open(stream)?,
            };
            Ok(Self {
                path: path.to_owned(),
                file: BufWriter::with_capacity(1 << 16, file),
                place,
            })
        };
        create().map_err(|why: FileProblem| why.of(path))
    }

    /// Appends `bytes`. Unlike that of [`Write::write_all`], the error names the file.
    ///
    /// # Errors
    /// On an output error.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let written = self.file.write_all(bytes);
        written.map_err(|why| FileProblem::from(why).of(&self.path))
    }

    /// Writes the content to the disk, then gives the file its name.
    ///
    /// # Errors
    /// On an output error. Also if a file with this name was created meanwhile and may not be replaced.
    pub fn commit(self) -> Result<(), FileError> {
        let Self { path, file, place } = self;
        let commit = || {
            let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.flush()?;
            match place {
                Some(place) => place.fill(file),
                None => Ok(()),
            }
        };
        commit().map_err(|why| why.of(&path))
    }

    /// Writes `bytes` as the complete file at `path`.
    ///
    /// # Errors
    /// Those of [`Self::create`] and [`Self::commit`].
    pub fn write(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), FileError> {
        let mut file = Self::create(path, existing)?;
        file.add(bytes)?;
        file.commit()
    }
}

impl Write for PendingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Destination {
    /// Copies `content` to a named temporary file, then renames that. The named file exists only during this call.
    fn fill(self, mut content: File) -> Result<(), FileProblem> {
        content.rewind()?;
        let mut named = self.temporary()?;
        io::copy(&mut content, named.as_file_mut())?;
        if let Some(old) = &self.old {
            keep_permissions(named.as_file(), old)?;
        }
        named.as_file().sync_all()?;
        let moved = match self.existing {
            Existing::Keep => named.persist_noclobber(&self.file),
            Existing::Replace => named.persist(&self.file),
        };
        moved.map_err(|why| match why.error.kind() {
            io::ErrorKind::AlreadyExists => FileProblem::Exists,
            _ => why.error.into(),
        })?;
        // Syncing the folder makes the new name survive a power cut. Errors are ignored: some file systems cannot
        // sync folders, and the file is complete.
        let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
        Ok(())
    }

    fn temporary(&self) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kaeshi-").suffix(".tmp");
        #[cfg(unix)]
        let builder = {
            use std::os::unix::fs::PermissionsExt;
            // The system applies the umask, as for any new file.
            builder.permissions(fs::Permissions::from_mode(0o666))
        };
        builder.tempfile_in(&self.folder)
    }
}

/// Maximum number of symbolic links followed in one path.
pub(super) const MAX_LINKS: usize = 40;

/// Follows symbolic links to a file, an unused name, a pipe or a device. The place is `None` for a pipe or a device.
fn find(path: &Path, existing: Existing) -> Result<(PathBuf, Option<Destination>), FileProblem> {
    let mut path = path.to_owned();
    let mut linked = false;
    for _ in 0..MAX_LINKS {
        let is_folder = path.as_os_str().as_encoded_bytes().last();
        let is_folder = is_folder.is_some_and(|&byte| is_separator(char::from(byte)));
        let name = path.file_name().filter(|_| !is_folder);
        let name = name.ok_or(FileProblem::Folder)?;
        let folder = folder_of(&path)?;
        let file = folder.join(name);
        if file.starts_with("/proc") {
            // The target of /dev/stdout. Even a regular file is not replaced here, since the shell opened it.
            return Ok((file, None));
        }
        let old = match fs::symlink_metadata(&file) {
            Ok(link) if link.is_symlink() => {
                path = folder.join(fs::read_link(&file)?);
                linked = true;
                continue;
            }
            Ok(old) => Some(Box::new(old)),
            Err(why) if why.kind() == io::ErrorKind::NotFound => None,
            Err(why) => return Err(why.into()),
        };
        if let Some(old) = old.as_ref().filter(|old| !old.is_file()) {
            return if old.is_dir() {
                Err(FileProblem::Folder)
            } else if is_disk(old) {
                Err(FileProblem::NotRegular)
            } else {
                Ok((file, None))
            };
        }
        match existing {
            Existing::Keep if linked => return Err(FileProblem::Link(file)),
            Existing::Keep if old.is_some() => return Err(FileProblem::Exists),
            // Opening the old file checks that it is writable; a read-only file is not replaced.
            Existing::Replace if old.is_some() => drop(OpenOptions::new().write(true).open(&file)?),
            Existing::Keep | Existing::Replace => {}
        }
        let place = Destination {
            folder,
            file: file.clone(),
            old,
            existing,
        };
        return Ok((file, Some(place)));
    }
    Err(io::Error::other("too many symbolic links").into())
}

/// The folder of `path`, with symbolic links resolved.
fn folder_of(path: &Path) -> Result<PathBuf, FileProblem> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    folder.canonicalize().map_err(|why| match why.kind() {
        io::ErrorKind::NotFound => FileProblem::NoFolder(folder.to_owned()),
        _ => why.into(),
    })
}

#[cfg(unix)]
fn is_disk(metadata: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_block_device(&metadata.file_type())
}

#[cfg(not(unix))]
fn is_disk(_metadata: &Metadata) -> bool {
    false
}

#[cfg(unix)]
fn keep_permissions(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};

    // Only the superuser may change the owner, but any user may change the group to one of their own. So the group is
    // set by a separate call, and both errors are ignored.
    let _ = fchown(file, None, Some(old.gid()));
    let _ = fchown(file, Some(old.uid()), None);
    file.set_permissions(old.permissions())
}

#[cfg(not(unix))]
fn keep_permissions(file: &File, old: &Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

/// Makes a write beyond the file size limit (`ulimit -f`) return an error. By default SIGXFSZ kills the process.
fn ignore_size_signal() {
    #[cfg(unix)]
    {
        use std::sync::{Arc, Once};

        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // Registering cannot fail for a signal that can be caught. Even without it the old file stays unchanged.
            let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
        });
    }
}
