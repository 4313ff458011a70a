//! A file of games in GGF or PGN, which grows as games end.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kaeshi::files::{Existing, PendingFile};
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
    /// Opens the file, or creates it, and completes it to these games of the record.
    ///
    /// # Errors
    /// If the name has another ending than .ggf or .pgn, the file cannot be written, or it has anything but these games or
    /// the first of them, as this program writes them. Then it stays as it is.
    pub(super) fn create<'e>(
        path: &Path,
        games: impl Iterator<Item = (&'e Entry, Header)>,
    ) -> Result<Self, InputError> {
        let refuse = |why: &dyn std::fmt::Display| {
            InputError::new(format_args!("--save {}: {why}", path.display()))
        };
        let format = match path.extension().and_then(|ending| ending.to_str()) {
            Some("ggf") => Format::Ggf,
            Some("pgn") => Format::Pgn,
            _ => return Err(refuse(&"games are written as .ggf or .pgn")),
        };
        let mut text = String::new();
        for (game, header) in games {
            text += &match_game(format, game, &header).map_err(|why| refuse(&why))?;
        }
        let old = beginning(path, text.len() as u64 + 1).map_err(|why| refuse(&why))?;
        // An interrupted match leaves the first games, the last of them perhaps cut, or an empty file.
        if !old
            .as_ref()
            .is_none_or(|old| text.as_bytes().starts_with(old))
        {
            return Err(refuse(if text.is_empty() {
                &"the file is not empty: name another one, or remove it"
            } else {
                &"the file has more than the games of the record: name another one, or remove it"
            }));
        }
        if old.as_deref() != Some(text.as_bytes()) {
            let existing = Existing::forced(old.is_some());
            let written = PendingFile::write(path, text.as_bytes(), existing);
            written.map_err(|why| refuse(&why.why))?;
        }
        let open = || {
            let mut file = OpenOptions::new().write(true).open(path)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        Ok(Self {
            path: path.to_owned(),
            file: open().map_err(|why: io::Error| refuse(&why))?,
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

/// At most `max` bytes of the file at `path`, from its start on; `None` if there is no file.
fn beginning(path: &Path, max: u64) -> io::Result<Option<Vec<u8>>> {
    match path.metadata() {
        Ok(data) if !data.is_file() => return Err(io::Error::other("not a regular file")),
        Ok(_) => {}
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(why),
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(max).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}
