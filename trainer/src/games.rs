//! Game records: one game a line, the moves without separators (`f5d6c3...`); anything after a blank is ignored.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use kaeshi::files::{FileError, FileProblem, Lines, shown};
use kaeshi::game::InputError;
use kaeshi::games::othello::board::{Board, Square};
use thiserror::Error;

/// Why games could not be read.
#[derive(Debug, Error)]
pub enum GamesError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line is no legal game.
    #[error("{}, line {line}: {why}", shown(path))]
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
    /// There are more than [`MAX_GAMES`] games.
    #[error("more than {MAX_GAMES} games in the files given; give fewer files")]
    TooMany,
}

/// Maximum number of games; a game takes about 100 bytes.
pub const MAX_GAMES: usize = 1 << 24;

/// The moves of a game from the starting position, without passes.
pub type Moves = Box<[Square]>;

/// Reads all games of the files. Blank lines and lines that begin with `#` are skipped.
///
/// # Errors
/// If a file cannot be read, a line is no legal game, or there are no games.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Moves>, GamesError> {
    let mut games = Vec::new();
    for path in paths {
        read_file(path, &mut games)?;
    }
    if games.is_empty() {
        return Err(GamesError::Empty);
    }
    Ok(games)
}

fn read_file(path: &Path, games: &mut Vec<Moves>) -> Result<(), GamesError> {
    let fail = |why| FileProblem::Io(why).of(path);
    let file = File::open(path).map_err(fail)?;
    let mut lines = Lines::new(BufReader::with_capacity(1 << 16, file));
    while let Some(content) = lines.next_text().map_err(fail)? {
        let wrong = |why| GamesError::Line {
            path: path.to_owned(),
            line: lines.number(),
            why,
        };
        let content = content.map_err(|why| wrong(why.to_string()))?;
        let Some(moves) = content.split_whitespace().next() else {
            continue;
        };
        if moves.starts_with('#') {
            continue;
        }
        if games.len() == MAX_GAMES {
            return Err(GamesError::TooMany);
        }
        games.push(parse(moves).map_err(wrong)?);
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
            // `Refused` escapes control characters, which the file may contain.
            .map_err(|why| InputError::new(why).to_string())?;
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
