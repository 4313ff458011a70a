//! The history heuristic: moves that caused cutoffs elsewhere are tried sooner.
//!
//! After Schaeffer, "The History Heuristic and Alpha-Beta Search Enhancements in Practice", 1989.

use crate::core::{PackedMove, Side};

/// How often each move of each side has caused a cutoff, weighted by depth squared.
pub struct History {
    counts: [Box<[i32]>; 2],
}

/// Counts are halved when one of them reaches this limit, so that ratings stay in their range.
const MAX_SCORE: i32 = 1 << 24;

impl History {
    /// An empty history; moves are numbered below `codes`.
    #[must_use]
    pub(super) fn new(codes: usize) -> Self {
        let fresh = || vec![0; codes].into_boxed_slice();
        Self {
            counts: [fresh(), fresh()],
        }
    }

    pub(super) fn clear(&mut self) {
        self.counts.iter_mut().for_each(|counts| counts.fill(0));
    }

    /// The rating of a move, 0 or more.
    ///
    /// # Panics
    /// If `mv` is not below [`Game::PACKED_LIMIT`](crate::game::Game::PACKED_LIMIT).
    #[inline]
    #[must_use]
    pub fn score(&self, side: Side, mv: PackedMove) -> i32 {
        self.counts[side.index()][usize::from(mv.0)]
    }

    #[inline]
    pub(super) fn reward(&mut self, side: Side, mv: PackedMove, depth: i8) {
        let counts = &mut self.counts[side.index()];
        let depth = i32::from(depth.max(1));
        let count = &mut counts[usize::from(mv.0)];
        *count += depth * depth;
        if *count >= MAX_SCORE {
            for count in counts {
                *count /= 2;
            }
        }
    }
}
