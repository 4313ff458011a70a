//! A file that takes its name when it is complete.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once};

use tempfile::NamedTempFile;

use super::{FileError, FileProblem};

/// What happens to a file that has the name already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and the new one is refused. So is a symbolic link, even one that points to nothing.
    Keep,
    /// It is replaced. A symbolic link stays, and the file it points to is replaced.
    Replace,
}

impl Existing {
    /// What `--force` asks for, and its absence.
    #[must_use]
    pub fn forced(force: bool) -> Self {
        if force { Self::Replace } else { Self::Keep }
    }
}

/// A file being written.
///
/// Until [`Self::commit`] the bytes lie in a temporary file without a name in the same folder: whatever goes wrong, the
/// old file stays as it was and nothing is left over. Permissions, and the owner where the system allows it, are those
/// of the file that is replaced. Its other names (hard links) keep the old content.
///
/// Pipes and devices, such as `/dev/stdout`, are written to directly.
///
/// # Examples
/// ```
/// use std::io::Write;
/// use kaeshi::files::{Draft, Existing};
///
/// let path = std::env::temp_dir().join(format!("kaeshi-example-{}", std::process::id()));
/// let mut draft = Draft::create(&path, Existing::Keep)?;
/// draft.write_all(b"complete")?;
/// assert!(!path.exists());
/// draft.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"complete");
/// assert!(Draft::create(&path, Existing::Keep).is_err());
/// # std::fs::remove_file(&path)?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Draft {
    /// As the caller names it.
    path: PathBuf,
    /// The temporary file, or the pipe or device itself.
    file: BufWriter<File>,
    /// `None` for pipes and devices.
    place: Option<Place>,
}

/// Where a file gets its name.
#[derive(Debug)]
struct Place {
    folder: PathBuf,
    file: PathBuf,
    /// The file that is there already.
    old: Option<Box<Metadata>>,
    existing: Existing,
}

impl Draft {
    /// Begins a file. Everything that can be refused is refused here: a file that exists and may not be replaced or
    /// written, a folder that is missing or cannot be written to.
    ///
    /// # Errors
    /// As said, and when the system refuses.
    pub fn create(path: &Path, existing: Existing) -> Result<Self, FileError> {
        let create = || {
            ignore_size_signal();
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

    /// Adds `bytes`; other than [`Write::write_all`] the error names the file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let written = self.file.write_all(bytes);
        written.map_err(|why| FileProblem::from(why).of(&self.path))
    }

    /// Gives the file its name, after its content has reached the disk.
    ///
    /// # Errors
    /// When the system refuses, and when a file of that name has appeared meanwhile that may not be replaced.
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

    /// Writes a whole file at once.
    ///
    /// # Errors
    /// Those of [`Self::create`] and [`Self::commit`].
    pub fn write(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), FileError> {
        let mut draft = Self::create(path, existing)?;
        draft.add(bytes)?;
        draft.commit()
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Place {
    /// Copies `content` to a temporary file with a name, which exists no longer than this takes, and renames it.
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
        // The new name survives a power cut only then. Not every file system can do it, and the file is complete.
        let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
        Ok(())
    }

    fn temporary(&self) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kaeshi-").suffix(".tmp");
        #[cfg(unix)]
        let builder = {
            use std::os::unix::fs::PermissionsExt;
            // Less the process's mask, as for any new file.
            builder.permissions(fs::Permissions::from_mode(0o666))
        };
        builder.tempfile_in(&self.folder)
    }
}

/// Symbolic links in a row.
const MAX_LINKS: usize = 40;

/// Follows symbolic links up to a file, a free name, a pipe or a device. A pipe or a device has no place.
fn find(path: &Path, existing: Existing) -> Result<(PathBuf, Option<Place>), FileProblem> {
    let mut path = path.to_owned();
    let mut linked = false;
    for _ in 0..MAX_LINKS {
        let is_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/");
        let name = path.file_name().filter(|_| !is_folder);
        let name = name.ok_or(FileProblem::Folder)?;
        let folder = folder_of(&path)?;
        let file = folder.join(name);
        if file.starts_with("/proc") {
            // What /dev/stdout points to. If it is a regular file, its name belongs to the shell.
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
            // A file that may not be written is not replaced either.
            Existing::Replace if old.is_some() => drop(OpenOptions::new().write(true).open(&file)?),
            Existing::Keep | Existing::Replace => {}
        }
        let place = Place {
            folder,
            file: file.clone(),
            old,
            existing,
        };
        return Ok((file, Some(place)));
    }
    Err(io::Error::other("too many symbolic links").into())
}

/// The folder that `path` lies in, without symbolic links.
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

    // Only the superuser may give files away; a group of one's own is worth a try of its own.
    let _ = fchown(file, None, Some(old.gid()));
    let _ = fchown(file, Some(old.uid()), None);
    file.set_permissions(old.permissions())
}

#[cfg(not(unix))]
fn keep_permissions(file: &File, old: &Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

/// Makes a write beyond the largest size that `ulimit -f` allows an error; by default the process would be killed.
fn ignore_size_signal() {
    #[cfg(unix)]
    {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // Registering cannot fail for a signal that may be caught; without it the file is still safe.
            let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
        });
    }
}
