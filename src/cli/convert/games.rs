//! The positions of games in files, for other commands.

use std::io::BufRead;
use std::path::Path;

use kaeshi::game::{Game, InputError, Notation};
use kaeshi::games::othello::board::Board;

use super::entry::{Entry, fen};
use super::format::Format;
use super::names::Directory;
use super::read::{self, ReadError};
use super::{format_of_input, name, open, place, played, write};
use crate::cli::Failure;
use crate::cli::match_runner::record::{self, Header};
use crate::cli::position::othello::position;

/// The function called with the number of each record, from 1, and with the boards of its game from the first to the
/// last, or why the record was rejected.
pub(in crate::cli) type GameSink<'a> = &'a mut dyn FnMut(u64, Result<Vec<Board>, InputError>);

/// The function called with the number of each record, from 1, and the record, or why it was rejected.
pub(in crate::cli) type EntrySink<'a> = &'a mut dyn FnMut(u64, Result<Entry, InputError>);

/// Calls `each` for every game in the file at `path`.
///
/// # Errors
/// If the file cannot be read, or its format is unknown.
pub(in crate::cli) fn read_games(
    path: &Path,
    from: Option<Format>,
    each: GameSink<'_>,
) -> Result<(), InputError> {
    let boards = |entry: Result<Entry, InputError>| {
        let whole = entry.and_then(Entry::whole);
        whole.and_then(|entry| entry.boards())
    };
    read_entries(path, from, &mut |number, entry| each(number, boards(entry)))
}

/// Calls `each` for every record in the file at `path`; it may have moves that are not legal.
///
/// # Errors
/// If the file cannot be read, or its format is unknown.
pub(in crate::cli) fn read_entries(
    path: &Path,
    from: Option<Format>,
    each: EntrySink<'_>,
) -> Result<(), InputError> {
    let format = format_of_input(from, path)?;
    let input = open(path).map_err(|why| name(&place(path), &why))?;
    read_entries_of(path, format, input, each)
}

/// Calls `each` for every record of `input`, the content of the file at `path`. The names of WTHOR's players and tournaments
/// are taken from files beside it.
///
/// # Errors
/// If `input` cannot be read, or has another format.
pub(in crate::cli) fn read_entries_of(
    path: &Path,
    format: Format,
    input: impl BufRead,
    each: EntrySink<'_>,
) -> Result<(), InputError> {
    let names = match format {
        Format::Wthor => Directory::beside(path),
        _ => Directory::default(),
    };
    let mut number = 0;
    let read = read::records(format, input, &names, &mut |found| {
        number += 1;
        each(number, found.entry);
        Ok(())
    });
    read.map_err(|why| match why {
        ReadError::Input(why) => name(&place(path), &why),
        ReadError::Output(Failure::Refused(why)) => why,
        ReadError::Output(Failure::Io(why)) => InputError::new(why),
    })
}

/// The function called with the position at which each game begins, as a FEN unless it is the starting position, and with
/// its first moves.
pub(in crate::cli) type StartSink<'a> = &'a mut dyn FnMut(Start);

/// A position and moves from it.
pub(in crate::cli) type Start = (Option<String>, Vec<String>);

/// Calls `each` with the first `plies` plies of every game in the file at `path`.
///
/// # Errors
/// If the file cannot be read or its format is unknown, or if one of its games is not legal so far, or over. The message
/// names the file, and the number and the line of the game.
pub(in crate::cli) fn read_starts(
    path: &Path,
    plies: usize,
    each: StartSink<'_>,
) -> Result<(), InputError> {
    let format = format_of_input(None, path)?;
    let names = Directory::read(None, None)?;
    let input = open(path).map_err(|why| name(&place(path), &why))?;
    let mut number = 0;
    let read = read::records(format, input, &names, &mut |found| {
        number += 1;
        let line = found.at_line();
        let start = found.entry.and_then(|entry| entry.start_after(plies));
        each(start.map_err(|why| name(&format!("{}, game {number}{line}", place(path)), &why))?);
        Ok(())
    });
    read.map_err(|why| match why {
        ReadError::Input(why) => name(&place(path), &why),
        ReadError::Output(Failure::Refused(why)) => why,
        ReadError::Output(Failure::Io(why)) => InputError::new(why),
    })
}

/// A game of a match as a line of GGF or a game in PGN.
///
/// # Errors
/// If the format is another one, or the game cannot be read again.
pub(in crate::cli) fn match_game(
    format: Format,
    game: &record::Entry,
    header: &Header,
) -> Result<String, InputError> {
    let entry = played::entry(game, header)?;
    match format {
        Format::Ggf => Ok(write::ggf(&entry)),
        Format::Pgn => Ok(write::pgn(&entry)),
        _ => Err(InputError::new("games are written as .ggf or .pgn")),
    }
}

impl Entry {
    /// The position at which the game begins, unless it is the starting position, and its first moves.
    ///
    /// # Errors
    /// If the game is over after them, or one of them is not legal.
    fn start_after(mut self, plies: usize) -> Result<Start, InputError> {
        let start = (!self.begins_at_the_start()).then(|| fen(&self.game));
        if self.game.moves.len() < plies
            && let Some(why) = self.illegal.take()
        {
            return Err(why);
        }
        self.game.moves.truncate(plies);
        if !self.is_unfinished() {
            let why = match self.game.moves.len() {
                0 => "the game is over in this position".to_owned(),
                moves => format!("the game is over after its first {moves} plies"),
            };
            return Err(InputError::new(why));
        }
        let moves = self.game.moves.iter();
        let moves = moves.map(|(_, item)| format!("{:#}", item.mv)).collect();
        Ok((start, moves))
    }

    /// The boards of the game, each for its side to move.
    fn boards(&self) -> Result<Vec<Board>, InputError> {
        let mut position = position(&self.game.board, self.game.side);
        let mut boards = vec![position.board()];
        for (_, item) in &self.game.moves {
            let mv = position.read_move(&format!("{:#}", item.mv))?;
            position.make(&mv);
            boards.push(position.board());
        }
        Ok(boards)
    }
}
