//! The same in plain integers, for processors without AVX2.

use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::moves;
use crate::games::othello::rules::square::Square;

/// One side of a board.
pub(in crate::games::othello) type Lanes = u64;

/// A board; the side to move is `own`.
#[derive(Clone, Copy)]
pub(in crate::games::othello) struct SpreadBoard(Board);

/// The discs that a move turns over.
#[derive(Clone, Copy)]
pub(in crate::games::othello) struct Flips(u64);

/// Flips that are needed later, if at all; the version with vectors computes them at once.
#[derive(Clone, Copy)]
pub(in crate::games::othello) struct ReadyFlips(Flips);

impl SpreadBoard {
    #[inline]
    pub(in crate::games::othello) fn new(board: Board) -> Self {
        Self(board)
    }

    #[inline]
    pub(in crate::games::othello) fn board(self) -> Board {
        self.0
    }

    /// Both sides, as a function with the C calling convention takes them in registers.
    #[inline]
    pub(in crate::games::othello) fn lanes(self) -> (Lanes, Lanes) {
        (self.0.own, self.0.other)
    }

    /// The board of [`Self::lanes`].
    #[inline]
    pub(in crate::games::othello) fn of_lanes(own: Lanes, other: Lanes) -> Self {
        Self(Board { own, other })
    }

    /// The board with the other side to move.
    #[inline]
    pub(in crate::games::othello) fn passed(self) -> Self {
        Self(self.0.passed())
    }

    /// What a move to the empty `square` turns over.
    #[inline]
    pub(in crate::games::othello) fn flips(self, square: Square) -> Flips {
        Flips(self.0.flips(square))
    }

    /// As [`Self::flips`]; the version with vectors keeps the compiler from moving them.
    #[inline]
    pub(in crate::games::othello) fn flips_at_once(self, square: Square) -> Flips {
        self.flips(square)
    }

    /// As [`Self::flips`]; the version with vectors computes them at once.
    #[inline]
    pub(in crate::games::othello) fn ready_flips(self, square: Square) -> ReadyFlips {
        ReadyFlips(self.flips(square))
    }

    /// The board after a move to `square` that turns over `flips`, with the opponent to move.
    #[inline]
    pub(in crate::games::othello) fn after(self, square: Square, flips: Flips) -> Self {
        Self(self.0.after(square, flips.0))
    }

    /// The opponent's discs after each of two moves.
    #[inline]
    pub(in crate::games::othello) fn opponents_after(self, flips: [Flips; 2]) -> [u64; 2] {
        flips.map(|flips| self.0.other ^ flips.0)
    }

    /// The squares of `empty` to try when all moves are searched in turn: the legal ones.
    #[inline]
    pub(in crate::games::othello) fn squares_to_try(self, empty: u64) -> u64 {
        self.legal(empty)
    }

    /// The moves among the empty squares `empty`.
    #[inline]
    pub(in crate::games::othello) fn legal(self, _empty: u64) -> u64 {
        self.0.legal()
    }

    /// The moves, and the empty squares next to opposing discs ([`moves::potential`]).
    #[inline]
    pub(in crate::games::othello) fn legal_and_potential(self, _empty: u64) -> (u64, u64) {
        moves::legal_and_potential(self.0.own, self.0.other)
    }
}

impl Flips {
    /// Whether there are any: whether the move is legal.
    #[inline]
    pub(in crate::games::othello) fn any(self) -> bool {
        self.0 != 0
    }
}

impl ReadyFlips {
    #[inline]
    pub(in crate::games::othello) fn flips(self) -> Flips {
        self.0
    }

    /// Whether there are any.
    #[inline]
    pub(in crate::games::othello) fn any(self) -> bool {
        self.0.any()
    }
}
