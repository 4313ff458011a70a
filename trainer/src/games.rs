//! Game records: one game a line, the moves run together (`f5d6c3...`), anything after a blank ignored.

use std::fs;
use std::path::{Path, PathBuf};

use kaeshi::games::othello::board::{Board, Square};
use thiserror::Error;

/// Why games could not be read.
#[derive(Debug, Error)]
pub enum GamesError {
    /// The file.
    #[error("cannot read {path}: {why}")]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        why: std::io::Error,
    },
    /// A line.
    #[error("{path}, line {line}: {why}")]
    Line {
        /// Which file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// Nothing there.
    #[error("no games in the files given")]
    Empty,
}

/// The moves of a game from the starting position; passes are not written.
pub type Moves = Box<[Square]>;

/// Reads all games of some files; blank lines and lines that begin with `#` are skipped.
///
/// # Errors
/// When a file cannot be read, or a line is no legal game.
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
        let square: Square = name.parse().map_err(|why| format!("{why}"))?;
        board = play(board, square)
            .ok_or_else(|| format!("move {} ({name}) is not legal", moves.len() + 1))?;
        moves.push(square);
    }
    Ok(moves.into())
}

/// The board after a move, a pass before it being made silently; `None` if it is illegal.
#[must_use]
pub fn play(board: Board, square: Square) -> Option<Board> {
    let board = if board.legal() == 0 {
        board.passed()
    } else {
        board
    };
    (board.legal() & square.bit() != 0).then(|| board.after(square, board.flips(square)))
}
