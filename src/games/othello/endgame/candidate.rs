//! A node of the solver and the moves listed there.

use super::cache::Hint;
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::square::Square;

/// A null-window search: is the score greater than `alpha`?
#[derive(Clone, Copy)]
pub(super) struct SolverNode {
    pub(super) alpha: i32,
    /// The squares of quadrants with an odd number of empty squares.
    pub(super) odd: u64,
    pub(super) empties: u32,
}

/// A move on the list.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) next: Board,
    /// The opponent's moves in `next`.
    pub(super) replies: u64,
    /// The cached best move of `next`.
    pub(super) hint: Hint,
    pub(super) square: Square,
}

impl Candidate {
    /// The value of an unused entry of a list.
    pub(super) const NONE: Self = Self {
        next: Board { own: 0, other: 0 },
        replies: 0,
        hint: Hint::NOT_ASKED,
        square: Square::first(0),
    };
}
