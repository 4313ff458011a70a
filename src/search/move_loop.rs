//! The state of the loop over the moves of a node.

use super::pv::BestMove;
use crate::core::{PackedMove, Score, Window};

/// The state of the move loop of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveLoop {
    pub(super) best: BestMove,
    /// The remaining window.
    pub(super) window: Window,
    /// Number of moves searched.
    pub(super) searched: usize,
}

impl MoveLoop {
    pub(super) const fn new(window: Window) -> Self {
        let best = BestMove {
            score: Score::MIN,
            mv: PackedMove::NONE,
        };
        Self {
            best,
            window,
            searched: 0,
        }
    }

    pub(super) fn is_cutoff(&self) -> bool {
        self.window.beta <= self.best.score
    }
}
