//! The position of Othello: the board, the side to move, and the pattern states, updated move by move.

use super::eval::features::Features;
use super::rules::board::Board;
use super::rules::square::Square;
use crate::game::Side;

/// A position: the discs, and which player is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Othello {
    pub(super) board: Board,
    pub(super) side: Side,
    /// The pattern states of `board`, updated incrementally.
    pub(super) features: Features,
}

/// A move: a disc placed on a square, with the discs it turns over, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OthelloMove {
    /// `None` is a pass.
    pub square: Option<Square>,
    /// The discs turned over, one bit each; 0 for a pass.
    pub flips: u64,
}

impl OthelloMove {
    /// The forced pass of a player who has no square to play on.
    pub const PASS: Self = Self {
        square: None,
        flips: 0,
    };
}

impl Othello {
    /// A position with `side` to move; `board.own` is that player's.
    #[must_use]
    pub fn new(board: Board, side: Side) -> Self {
        Self {
            board,
            side,
            features: Features::of(board),
        }
    }

    /// The pattern states of the position.
    #[inline]
    #[must_use]
    pub const fn features(&self) -> &Features {
        &self.features
    }

    /// The discs.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The discs after a move.
    #[inline]
    pub(super) const fn next_board(&self, mv: &OthelloMove) -> Board {
        match mv.square {
            None => self.board.passed(),
            Some(square) => self.board.after(square, mv.flips),
        }
    }

    /// The pattern states after a move.
    #[inline]
    pub(super) fn next_features(&self, mv: &OthelloMove) -> Features {
        match mv.square {
            None => self.features.passed(),
            Some(square) => self.features.after(square, mv.flips),
        }
    }

    /// Number of empty squares, 0 to 64: the depth that reaches the end of the game.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    pub fn empties(&self) -> i8 {
        self.board.empties() as i8
    }
}

impl Default for Othello {
    fn default() -> Self {
        Self::new(Board::START, Side::First)
    }
}
