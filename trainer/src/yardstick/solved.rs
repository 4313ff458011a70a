//! Exact values of positions, kept in a file: one JSON object a line, which every later run reads.
//!
//! Each line is written by one call that appends. So several runs can add to a file at the same time, and a killed run
//! loses no more than the line it was writing.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use kaeshi::files::{FileError, FileProblem, Lines};
use kaeshi::games::othello::board::{Board, Square};
use kaeshi::games::othello::symmetry::canonical;
use serde::{Deserialize, Serialize};

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// The position, the side to move being `X`.
    position: String,
    /// The final disc difference for that side with best play.
    score: i8,
}

/// Known exact values, for all symmetric positions at once.
pub(super) struct Solved(Mutex<Known>);

struct Known {
    values: HashMap<Board, i8>,
    /// Where new values are written, if they are kept.
    file: Option<(File, PathBuf)>,
}

impl Solved {
    /// Reads the values of the file at `path`, which is created if it does not exist. Lines that are not values are
    /// skipped. Without a path nothing is kept.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, FileError> {
        let Some(path) = path else {
            return Ok(Self(Mutex::new(Known {
                values: HashMap::new(),
                file: None,
            })));
        };
        let fail = |why| FileProblem::Io(why).of(path);
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).map_err(fail)?;
        let mut values = HashMap::new();
        let mut lines = Lines::new(BufReader::new(&file));
        while let Some(line) = lines.next_bytes().map_err(fail)? {
            let record = line
                .ok()
                .and_then(|line| serde_json::from_slice::<Record>(&line).ok());
            if let Some(record) = record
                && let Ok((board, _)) = Board::parse(&record.position)
            {
                values.insert(canonical(board).0, record.score);
            }
        }
        end_last_line(&mut file).map_err(fail)?;
        let file = Some((file, path.to_owned()));
        Ok(Self(Mutex::new(Known { values, file })))
    }

    /// Number of known values.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.lock().values.len()
    }

    /// The value of a position, if it is known.
    pub(super) fn get(&self, board: Board) -> Option<i8> {
        self.lock().values.get(&canonical(board).0).copied()
    }

    /// The value of the move to `square`, if it is known.
    pub(super) fn of_move(&self, board: Board, square: Square) -> Option<i8> {
        match After::of(board, square) {
            After::Over(value) => Some(value),
            After::Same(after) => self.get(after),
            After::Opponent(after) => self.get(after).map(|value| -value),
        }
    }

    /// Adds a value from another source, which is not written.
    pub(super) fn learn(&self, board: Board, value: i8) {
        self.lock().values.insert(canonical(board).0, value);
    }

    /// Adds the value of the move to `square` from another source, which is not written.
    pub(super) fn learn_move(&self, board: Board, square: Square, value: i8) {
        match After::of(board, square) {
            After::Over(_) => {}
            After::Same(after) => self.learn(after, value),
            After::Opponent(after) => self.learn(after, -value),
        }
    }

    /// Adds a value and writes it, unless it is known.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn add(&self, board: Board, value: i8) -> Result<(), FileError> {
        let mut known = self.lock();
        let least = canonical(board).0;
        if known.values.insert(least, value).is_some() {
            return Ok(());
        }
        let Some((file, path)) = &mut known.file else {
            return Ok(());
        };
        let record = Record {
            position: least.to_string(),
            score: value,
        };
        let written = serde_json::to_string(&record).map_err(Into::into);
        let written = written.and_then(|line| file.write_all((line + "\n").as_bytes()));
        written.map_err(|why| FileProblem::Io(why).of(path))
    }

    /// Adds the value of the move to `square`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn add_move(
        &self,
        board: Board,
        square: Square,
        value: i8,
    ) -> Result<(), FileError> {
        match After::of(board, square) {
            After::Over(_) => Ok(()),
            After::Same(after) => self.add(after, value),
            After::Opponent(after) => self.add(after, -value),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        // Every change is complete before anything can panic.
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Ends a last line that a killed run has left without its end.
fn end_last_line(file: &mut File) -> std::io::Result<()> {
    if file.metadata()?.len() == 0 {
        return Ok(());
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    if last == *b"\n" {
        return Ok(());
    }
    file.write_all(b"\n")
}

/// The position after a move, with the side that has a move.
pub(super) enum After {
    /// The opponent moves.
    Opponent(Board),
    /// The opponent has to pass.
    Same(Board),
    /// The game is over, with this disc difference for the side that made the move.
    Over(i8),
}

impl After {
    pub(super) fn of(board: Board, square: Square) -> Self {
        let after = board.after(square, board.flips(square));
        if after.legal() != 0 {
            return Self::Opponent(after);
        }
        let again = after.passed();
        match again.legal() {
            0 => Self::Over(again.disc_diff().0 as i8),
            _ => Self::Same(again),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kaeshi::games::othello::symmetry::Symmetry;

    use super::*;

    #[test]
    fn values_are_kept_for_symmetric_positions() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("solved.jsonl");
        let board = Board::START;
        let turned = Symmetry::ALL[4];
        let turned = Board {
            own: turned.set(board.own),
            other: turned.set(board.other),
        };
        let other = board.passed();
        {
            let solved = Solved::open(Some(&path)).expect("a new file");
            assert_eq!(solved.get(board), None);
            solved.add(board, 4).expect("it is written");
            solved.add(turned, 4).expect("it is written");
            assert_eq!((solved.get(turned), solved.count()), (Some(4), 1));
        }
        // A killed run has left a part of a line.
        let torn = fs::read_to_string(&path).expect("it was written") + "{\"posi";
        fs::write(&path, &torn).expect("it can be written");
        let solved = Solved::open(Some(&path)).expect("the file is there");
        assert_eq!((solved.get(board), solved.count()), (Some(4), 1));
        let square = kaeshi::games::othello::board::Squares(other.legal()).next();
        let square = square.expect("a move");
        solved.add_move(other, square, 6).expect("it is written");
        assert_eq!(solved.of_move(other, square), Some(6));
        let solved = Solved::open(Some(&path)).expect("the file is there");
        assert_eq!(
            (solved.get(board), solved.of_move(other, square)),
            (Some(4), Some(6))
        );
        let text = fs::read_to_string(&path).expect("it was written");
        assert_eq!(text.lines().count(), 3, "{text}");
    }
}
