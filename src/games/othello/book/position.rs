//! The positions of a book: one for all boards that are symmetric to each other.

use std::fmt;

use thiserror::Error;

use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::hash::hash;
use crate::games::othello::rules::square::{Square, Squares};
use crate::games::othello::rules::symmetry::{Symmetry, canonical};

/// The four squares that are never empty.
pub(super) const CENTRE: u64 = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36;

/// A position of a book: a canonical board on which the side to move has a move, or the game is over.
///
/// A board on which the side to move has to pass stands for the board after the pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(Board);

/// A board, found as a position of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// The position.
    pub position: Position,
    /// Leads from the board, after the pass if there is one, to the position's board.
    pub symmetry: Symmetry,
    /// Whether the side to move has to pass first.
    pub passed: bool,
}

/// Why a board is no position of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Some square holds two discs.
    #[error("a square holds two discs")]
    TwoDiscs,
    /// A square in the centre is empty.
    #[error("a square in the centre is empty")]
    Centre,
    /// The board is not the smallest of its eight images.
    #[error("the board is not in its canonical form")]
    NotCanonical,
    /// The side to move has to pass.
    #[error("the side to move has to pass")]
    Pass,
}

/// A legal move and where it leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Child {
    /// The move, in the frame of the board that it was played on.
    pub square: Square,
    /// The position after the move, and after the opponent's pass if that is forced.
    pub position: Position,
    /// Whether the opponent has to pass.
    pub passed: bool,
    /// The final disc difference for the player of the move, if the game is over; -64 to 64.
    pub result: Option<i8>,
}

impl Position {
    /// The starting position.
    #[must_use]
    pub fn start() -> Self {
        Self::of(Board::START).position
    }

    /// The position that stands for `board`. A finished game keeps its side to move.
    #[must_use]
    pub fn of(board: Board) -> Placed {
        let passed = board.legal() == 0 && board.passed().legal() != 0;
        let board = if passed { board.passed() } else { board };
        let (least, symmetry) = canonical(board);
        Placed {
            position: Self(least),
            symmetry,
            passed,
        }
    }

    /// The position with exactly this `board`, which comes from a file.
    ///
    /// # Errors
    /// If the board is impossible, not canonical, or the side to move has to pass.
    pub fn stored(board: Board) -> Result<Self, PositionError> {
        check(board)?;
        if canonical(board).0 != board {
            return Err(PositionError::NotCanonical);
        }
        if board.legal() == 0 && board.passed().legal() != 0 {
            return Err(PositionError::Pass);
        }
        Ok(Self(board))
    }

    /// The canonical board.
    #[must_use]
    pub const fn board(self) -> Board {
        self.0
    }

    /// The number of empty squares, 0 to 60.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    pub const fn empties(self) -> u8 {
        self.0.empties() as u8
    }

    /// The hash by which a file is sorted.
    #[must_use]
    pub fn hash(self) -> u64 {
        hash_of(self.0)
    }

    /// The final disc difference for the side to move, if the game is over; -64 to 64.
    #[must_use]
    pub fn result(self) -> Option<i8> {
        result(self.0)
    }

    /// The legal moves, each with the position after it.
    pub fn children(self) -> impl Iterator<Item = Child> {
        children(self.0)
    }

    /// Where a move to `square` leads, if it is legal.
    #[must_use]
    pub fn child(self, square: Square) -> Option<Child> {
        let is_legal = self.0.legal() & square.bit() != 0;
        is_legal.then(|| child(self.0, square))
    }

    /// The same finished game, seen by the other side.
    #[must_use]
    pub fn other_side(self) -> Self {
        Self(canonical(self.0.passed()).0)
    }
}

impl Child {
    /// The value for the player of the move, if `value` is that of [`Self::position`].
    #[must_use]
    pub const fn score(&self, value: i8) -> i8 {
        if self.passed { value } else { -value }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The hash of a position with this board, even if the board is none of a book.
pub(super) fn hash_of(board: Board) -> u64 {
    hash(board)
}

/// Checks what holds for every board of a game.
///
/// # Errors
/// If a square holds two discs, or one in the centre is empty.
pub(super) fn check(board: Board) -> Result<(), PositionError> {
    if board.own & board.other != 0 {
        return Err(PositionError::TwoDiscs);
    }
    if board.empty() & CENTRE != 0 {
        return Err(PositionError::Centre);
    }
    Ok(())
}

/// The legal moves of `board`, each with the position after it.
pub fn children(board: Board) -> impl Iterator<Item = Child> {
    Squares(board.legal()).map(move |square| child(board, square))
}

fn child(board: Board, square: Square) -> Child {
    let after = board.after(square, board.flips(square));
    let placed = Position::of(after);
    let result = placed.position.result().map(|result| -result);
    Child {
        square,
        position: placed.position,
        passed: placed.passed,
        result,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "at most 64 discs")]
fn result(board: Board) -> Option<i8> {
    board.is_over().then(|| board.disc_diff().0 as i8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::samples;

    #[test]
    fn symmetric_boards_are_one_position_and_moves_are_mapped() {
        for board in samples::boards(4_000) {
            if check(board).is_err() {
                continue;
            }
            let placed = Position::of(board);
            let position = placed.position;
            assert_eq!(Position::stored(position.board()), Ok(position));
            let seen = if placed.passed { board.passed() } else { board };
            assert_eq!(placed.symmetry.board(seen), position.board());
            for symmetry in Symmetry::ALL {
                assert_eq!(Position::of(symmetry.board(board)).position, position);
            }
            for child in children(seen) {
                let square = placed.symmetry.square(child.square);
                let same = position.child(square).expect("the move is legal");
                assert_eq!(same, Child { square, ..child });
                assert!(same.position.empties() < position.empties());
            }
        }
    }

    /// On a board that is symmetric to itself a move has several names, all with the same position after it.
    #[test]
    fn moves_of_symmetric_boards_lead_to_one_position() {
        let after: Vec<_> = Position::start().children().collect();
        assert_eq!(after.len(), 4);
        assert!(
            after
                .iter()
                .all(|child| child.position == after[0].position)
        );
    }

    #[test]
    fn boards_that_no_book_holds_are_refused() {
        let Board { own, other } = Position::start().board();
        let stored = |own, other| Position::stored(Board { own, other });
        assert_eq!(stored(own, other | own), Err(PositionError::TwoDiscs));
        assert_eq!(stored(own, 0), Err(PositionError::Centre));
        let passing = samples::boards(4_000).into_iter().find(|board| {
            check(*board).is_ok() && board.legal() == 0 && board.passed().legal() != 0
        });
        let least = canonical(passing.expect("some board passes")).0;
        assert_eq!(Position::stored(least), Err(PositionError::Pass));
        let third = Position::of(Board::START).position.children().next();
        let board = third.expect("there is a move").position.board();
        let turned = Symmetry::ALL.map(|symmetry| symmetry.board(board));
        let other = turned.into_iter().find(|image| *image != board);
        let refused = Position::stored(other.expect("it is not symmetric"));
        assert_eq!(refused, Err(PositionError::NotCanonical));
    }
}
