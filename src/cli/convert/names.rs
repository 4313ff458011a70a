//! Names of players and tournaments, which WTHOR replaces by numbers.

use std::path::Path;

use kaeshi::files;
use kaeshi::game::InputError;
use kaeshi_protocol::wthor::{Kind, Names};

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
