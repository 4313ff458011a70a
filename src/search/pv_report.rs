//! A finished line of an iteration.

use crate::core::{Draft, PackedMove, Score};

/// A finished line of an iteration, reported when its search ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PvReport {
    /// The draft of the iteration.
    pub draft: Draft,
    /// The score for the side to move.
    pub score: Score,
    /// The rank of the line: 0 for the best one, 1 for the next.
    pub rank: usize,
    /// The deepest ply of a PV node.
    pub seldepth: u16,
    /// Whether the iteration was finished. If not, the score is that of this line, and a better move may have been
    /// missed.
    pub finished: bool,
    /// Whether the score is the value of the game.
    pub proven: bool,
    /// The principal variation.
    pub pv: Vec<PackedMove>,
}

impl PvReport {
    /// The score and the line.
    pub(super) fn score_and_pv(&self) -> (Score, Vec<PackedMove>) {
        (self.score, self.pv.clone())
    }
}
