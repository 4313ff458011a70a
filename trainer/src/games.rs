//! Game records: one game a line, the moves without separators (`f5d6c3...`); anything after a blank is ignored.

use std::fs;
use std::path::{Path, PathBuf};

use kaeshi::game::Refused;
use kaeshi::games::othello::board::{Board, Square};
use thiserror::Error;

/// Why games could not be read.
#[derive(Debug, Error)]
pub enum GamesError {
    /// A file cannot be read.
    #[error("cannot read {path}: {why}")]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        why: std::io::Error,
    },
    /// A line is no legal game.
    #[error("{path}, line {line}: {why}")]
    Line {
        /// The path of the file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with the line.
        why: String,
    },
    /// There are no games.
    #[error("no games in the files given")]
    Empty,
}

/// The moves of a game from the starting position, without passes.
pub type Moves = Box<[Square]>;

/// Reads all games of the files. Blank lines and lines that begin with `#` are skipped.
///
/// # Errors
/// If a file cannot be read, a line is no legal game, or there are no games.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Moves>, GamesError> {
    let mut games = Vec::new();
    for path in paths {
        let text = fs::read_to_string(path).map_err(|why| GamesError::File {
            path: path.clone(),
            why,
        })?;
        read_text(&text, path, &mut games)?;
    }
    if games.is_empty() {
        return Err(GamesError::Empty);
    }
    Ok(games)
}

fn read_text(text: &str, path: &Path, games: &mut Vec<Moves>) -> Result<(), GamesError> {
    for (line, content) in text.lines().enumerate() {
        let Some(moves) = content.split_whitespace().next() else {
            continue;
        };
        if moves.starts_with('#') {
            continue;
        }
        games.push(parse(moves).map_err(|why| GamesError::Line {
            path: path.to_owned(),
            line: line + 1,
            why,
        })?);
    }
    Ok(())
}

fn parse(text: &str) -> Result<Moves, String> {
    let mut board = Board::START;
    let mut moves = Vec::with_capacity(60);
    for name in text.as_bytes().chunks(2) {
        let name = String::from_utf8_lossy(name);
        let square: Square = name
            .parse()
            // What is in the file need not be printable.
            .map_err(|why| Refused::new(why).to_string())?;
        board = play(board, square)
            .ok_or_else(|| format!("move {} ({name}) is not legal", moves.len() + 1))?;
        moves.push(square);
    }
    Ok(moves.into())
}

/// The board after a move, and after a pass before it if one is due; `None` if the move is illegal.
#[must_use]
pub fn play(board: Board, square: Square) -> Option<Board> {
    let board = if board.legal() == 0 {
        board.passed()
    } else {
        board
    };
    (board.legal() & square.bit() != 0).then(|| board.after(square, board.flips(square)))
}
