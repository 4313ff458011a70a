//! The files that paths lead to, and outputs that would replace an input or each other.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::pending_file::MAX_LINKS;
use super::{FileError, FileProblem};

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

/// Checks that no output of a command replaces one of its inputs or another output.
///
/// Each file comes with the option or argument that names it. Paths are compared by [`target`]. The path `-`, pipes and
/// devices are left out, since nothing is replaced there.
///
/// # Errors
/// If two of the files are one.
///
/// # Examples
/// ```
/// use std::path::Path;
/// use kaeshi::files::check_outputs;
///
/// let record = ("RECORD", Path::new("match.jsonl"));
/// assert!(check_outputs([record], [("--svg", Path::new("match.svg"))]).is_ok());
/// assert!(check_outputs([record], [("--svg", Path::new("./match.jsonl"))]).is_err());
/// ```
pub fn check_outputs<'a>(
    inputs: impl IntoIterator<Item = (&'a str, &'a Path)>,
    outputs: impl IntoIterator<Item = (&'a str, &'a Path)>,
) -> Result<(), FileError> {
    let inputs = inputs.into_iter().filter(|(_, path)| is_replaced(path));
    let inputs: HashMap<_, _> = inputs.map(|(name, path)| (target(path), name)).collect();
    let mut written = HashMap::new();
    for (name, path) in outputs.into_iter().filter(|(_, path)| is_replaced(path)) {
        let file = target(path);
        if let Some(input) = inputs.get(&file) {
            return Err(FileProblem::Input(name.to_owned(), (*input).to_owned()).of(path));
        }
        if let Some(other) = written.insert(file, name) {
            return Err(FileProblem::TwoOutputs(other.to_owned(), name.to_owned()).of(path));
        }
    }
    Ok(())
}

/// Whether a file of this name is replaced as a whole, or would be.
fn is_replaced(path: &Path) -> bool {
    let is_other = |data: fs::Metadata| !data.is_file() && !data.is_dir();
    path != Path::new("-") && !path.metadata().is_ok_and(is_other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_under_all_its_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).expect("a folder");
        let (new, other) = (path("new"), path("sub/../new"));
        let refused = check_outputs([("FILE", &*new)], [("--svg", &*other)]);
        let why = refused.expect_err("one file").to_string();
        let expected = "new: --svg would replace this file, which FILE reads";
        assert!(why.ends_with(expected), "{why}");
        let refused = check_outputs([], [("--ggf", &*new), ("--pgn", &*other)]);
        let why = refused.expect_err("one file").to_string();
        let expected = "new: --ggf and --pgn both write this file";
        assert!(why.ends_with(expected), "{why}");
        assert!(check_outputs([("FILE", &*new)], [("--svg", &*path("sub"))]).is_ok());
        let dash = Path::new("-");
        assert!(check_outputs([("FILE", dash)], [("OUTPUT", dash)]).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_are_shared() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("new", path("link")).expect("a link");
        assert_eq!(target(&path("link")), target(&path("new")));
        let (link, new) = (path("link"), path("new"));
        assert!(check_outputs([], [("--ggf", &*link), ("--pgn", &*new)]).is_err());
        let null = Path::new("/dev/null");
        assert!(check_outputs([("FILE", null)], [("--ggf", null), ("--pgn", null)]).is_ok());
        std::os::unix::fs::symlink("circle", path("circle")).expect("a link");
        let _ = target(&path("circle"));
    }
}
