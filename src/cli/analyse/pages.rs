//! The files of `--html`.

use std::fs;
use std::path::{Path, PathBuf};

use kaeshi::files::{Existing, PendingFile, shown};
use kaeshi::game::InputError;

use super::html::{Listed, index};

/// Where the pages go.
pub(super) struct Pages {
    place: Place,
    existing: Existing,
}

enum Place {
    File(PathBuf),
    /// A folder, and the games in it so far.
    Folder(PathBuf, Vec<Listed>),
}

/// The name of the list of pages.
const INDEX: &str = "index.html";

/// The name of the page of the game with this index, from 0, in a folder.
fn page_name(index: usize) -> String {
    format!("game{:04}.html", index + 1)
}

impl Pages {
    /// Pages of `games` games at `path`: a file for one game, a folder for several.
    ///
    /// # Errors
    /// If the file exists and may not be replaced, the folder cannot be created, or several games are to be one file.
    pub(super) fn open(path: &Path, games: usize, existing: Existing) -> Result<Self, InputError> {
        let pages = |place| Self { place, existing };
        if games <= 1 && !path.is_dir() {
            // Says at once that a file may not be replaced, not after minutes.
            if existing == Existing::Keep && path.exists() {
                let why = format_args!("{}: the file exists; --force replaces it", shown(path));
                return Err(InputError::new(why));
            }
            return Ok(pages(Place::File(path.into())));
        }
        let is_page = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("html"));
        if path.is_file() || is_page {
            return Err(InputError::new(format_args!(
                "--html {}: {games} games need a folder; --game chooses one game",
                shown(path)
            )));
        }
        fs::create_dir_all(path)
            .map_err(|why| InputError::new(format_args!("{}: {why}", shown(path))))?;
        Ok(pages(Place::Folder(path.into(), Vec::new())))
    }

    /// The files of the pages of `games` games.
    pub(super) fn files(&self, games: usize) -> Vec<PathBuf> {
        match &self.place {
            Place::File(path) => vec![path.clone()],
            Place::Folder(folder, _) => {
                let pages = (0..games).map(|index| folder.join(page_name(index)));
                pages.chain([folder.join(INDEX)]).collect()
            }
        }
    }

    /// Adds the page of the game with this index, from 0. `cells` is its row in the list of a folder.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(
        &mut self,
        index: usize,
        page: &str,
        cells: Vec<String>,
    ) -> Result<(), InputError> {
        let existing = self.existing;
        let save = |path: &Path| {
            PendingFile::write(path, page.as_bytes(), existing).map_err(InputError::new)
        };
        match &mut self.place {
            Place::File(path) => save(path),
            Place::Folder(folder, listed) => {
                let file = page_name(index);
                save(&folder.join(&file))?;
                listed.push(Listed { file, cells });
                Ok(())
            }
        }
    }

    /// Writes the list of the pages in a folder, with these heads of its columns.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn finish(&self, heads: &[&str]) -> Result<(), InputError> {
        let Place::Folder(folder, listed) = &self.place else {
            return Ok(());
        };
        let page = index(heads, listed);
        let path = folder.join(INDEX);
        PendingFile::write(&path, page.as_bytes(), Existing::Replace).map_err(InputError::new)
    }
}
