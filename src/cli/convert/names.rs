//! Names of players and tournaments, which WTHOR replaces by numbers.

use std::fs;
use std::path::{Path, PathBuf};

use kaeshi::files;
use kaeshi::game::InputError;
use kaeshi_protocol::wthor::{Kind, Names};

use crate::cli::print_message;

/// The names from the files of the options.
#[derive(Debug, Default)]
pub(super) struct Directory {
    players: Option<Names>,
    tournaments: Option<Names>,
}

impl Directory {
    /// Reads the files.
    ///
    /// # Errors
    /// If a file cannot be read, or holds no such names.
    pub(super) fn read(
        players: Option<&Path>,
        tournaments: Option<&Path>,
    ) -> Result<Self, InputError> {
        let read = |path: Option<&Path>, kind| path.map(|path| names(path, kind)).transpose();
        Ok(Self {
            players: read(players, Kind::Players)?,
            tournaments: read(tournaments, Kind::Tournaments)?,
        })
    }

    /// Reads the files beside the games at `path`: those with the ending `.jou` and `.trn`, in any case. Of several the one
    /// called `WTHOR` is taken, or none. A file that is damaged is named on standard error and not used.
    pub(super) fn beside(path: &Path) -> Self {
        let read = |ending: &str, kind| {
            let path = only_with(ending, path)?;
            let names = names(&path, kind);
            names.map_err(|why| print_message(&why.to_string())).ok()
        };
        Self {
            players: read("jou", Kind::Players),
            tournaments: read("trn", Kind::Tournaments),
        }
    }

    /// The name of a player, or `#` and the number.
    pub(super) fn player(&self, number: u16) -> String {
        name(self.players.as_ref(), number)
    }

    /// The name of a tournament, or `#` and the number.
    pub(super) fn tournament(&self, number: u16) -> String {
        name(self.tournaments.as_ref(), number)
    }

    /// The number of a player: 12 for `#12`, 0 for an empty name or without a file of names.
    ///
    /// # Errors
    /// If the file does not have the name.
    pub(super) fn player_number(&self, name: &str) -> Result<u16, InputError> {
        number(self.players.as_ref(), name, "player")
    }

    /// The number of a tournament, as [`Directory::player_number`].
    ///
    /// # Errors
    /// If the file does not have the name.
    pub(super) fn tournament_number(&self, name: &str) -> Result<u16, InputError> {
        number(self.tournaments.as_ref(), name, "tournament")
    }
}

/// The file with this ending in the folder of `path`; see [`Directory::beside`].
fn only_with(ending: &str, path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_one = |path: &PathBuf| {
        let end = path.extension();
        end.is_some_and(|end| end.eq_ignore_ascii_case(ending)) && path.is_file()
    };
    let mut found: Vec<PathBuf> = paths.filter(is_one).collect();
    if found.len() > 1 {
        let is_usual = |path: &PathBuf| {
            let stem = path.file_stem();
            stem.is_some_and(|stem| stem.eq_ignore_ascii_case("wthor"))
        };
        found.retain(is_usual);
    }
    found.pop().filter(|_| found.is_empty())
}

fn names(path: &Path, kind: Kind) -> Result<Names, InputError> {
    let bytes = files::read(path, kind.max_bytes()).map_err(InputError::new)?;
    Names::read(&bytes, kind)
        .map_err(|why| InputError::new(format_args!("{}: {why}", files::shown(path))))
}

fn name(names: Option<&Names>, number: u16) -> String {
    let known = names.and_then(|names| names.get(number));
    known.map_or_else(|| format!("#{number}"), str::to_owned)
}

fn number(names: Option<&Names>, name: &str, what: &str) -> Result<u16, InputError> {
    let said = name
        .strip_prefix('#')
        .and_then(|number| number.parse().ok());
    match (said, names) {
        (Some(number), _) => Ok(number),
        (None, Some(names)) if !name.is_empty() => names.number(name).ok_or_else(|| {
            InputError::new(format_args!(
                "the {what} '{name}' is not in the file of names"
            ))
        }),
        _ => Ok(0),
    }
}
