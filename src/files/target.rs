//! The files that paths lead to, and outputs that would replace an input or each other.

use std::fs;
use std::path::{Path, PathBuf};

/// Maximum number of symbolic links followed in one path.
const MAX_LINKS: usize = 40;

/// The file that `path` leads to, with symbolic links resolved, whether it exists or not.
///
/// Two paths of one file have one target. If the folder does not exist, the target is the path itself.
///
/// # Examples
/// ```
/// use kaeshi::files::target;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("new.book");
/// assert_eq!(target(&path), target(&folder.path().join(".").join("new.book")));
/// # Ok::<_, std::io::Error>(())
/// ```
#[must_use]
pub fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(found) = path.canonicalize() {
            return found;
        }
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new(".")).canonicalize();
        let (Ok(folder), Some(name)) = (folder, path.file_name()) else {
            break;
        };
        let file = folder.join(name);
        match fs::read_link(&file) {
            Ok(link) => path = folder.join(link),
            Err(_) => return file,
        }
    }
    path
}
