//! A file of games in GGF or PGN, which grows as games end.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use kaeshi::game::InputError;

use super::record::{Entry, Header};
use crate::cli::convert::{Format, match_game};

/// An open file of games.
#[derive(Debug)]
pub(super) struct GamesFile {
    path: PathBuf,
    file: File,
    format: Format,
}

impl GamesFile {
    /// Creates the file. If a record is `resumed`, the file is written anew, with all games of the record.
    ///
    /// # Errors
    /// If the name has another ending than .ggf or .pgn, the file cannot be created, or it has
    /// games although no record is resumed.
    pub(super) fn create(path: &Path, resumed: bool) -> Result<Self, InputError> {
        let refuse = |why: &dyn std::fmt::Display| {
            InputError::new(format_args!("--save {}: {why}", path.display()))
        };
        let format = match path.extension().and_then(|ending| ending.to_str()) {
            Some("ggf") => Format::Ggf,
            Some("pgn") => Format::Pgn,
            _ => return Err(refuse(&"games are written as .ggf or .pgn")),
        };
        let mut options = OpenOptions::new();
        // A match whose programs did not start has left an empty file.
        let is_empty = path
            .metadata()
            .is_ok_and(|data| data.is_file() && data.len() == 0);
        if resumed || is_empty {
            options.create(true).truncate(true);
        } else {
            options.create_new(true);
        }
        let file = options.write(true).open(path);
        let file = file.map_err(|why| match why.kind() {
            ErrorKind::AlreadyExists => refuse(&"the file has games: name another one"),
            _ => refuse(&why),
        })?;
        Ok(Self {
            path: path.to_owned(),
            file,
            format,
        })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(&mut self, game: &Entry, header: &Header) -> Result<(), InputError> {
        let refuse = |why: &dyn std::fmt::Display| {
            InputError::new(format_args!("--save {}: {why}", self.path.display()))
        };
        let text = match_game(self.format, game, header).map_err(|why| refuse(&why))?;
        self.file
            .write_all(text.as_bytes())
            .map_err(|why| refuse(&why))
    }
}
