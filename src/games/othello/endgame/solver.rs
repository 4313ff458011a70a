//! The solver of one worker: its caches and its node counter.

use super::cache::Cache;
use super::candidate::Candidate;
use crate::games::othello::constants::SOLVER_EMPTIES;

/// Lower than any score: no move has been searched yet.
pub(super) const NONE: i32 = -100;

/// The caches and the node counter of one worker.
///
/// About half a megabyte. The caches up to eleven empties take 0.3 MB, so that those probed most stay near the core.
pub struct Solver {
    pub(super) nodes: u64,
    /// By number of empties.
    pub(super) caches: [Cache; Solver::MAX_EMPTIES as usize + 1],
    /// The moves of the current position, by number of empties.
    pub(super) lists:
        Box<[[Candidate; Solver::MAX_EMPTIES as usize]; Solver::MAX_EMPTIES as usize + 1]>,
}

impl Solver {
    /// Largest number of empties of a position.
    pub const MAX_EMPTIES: u32 = 20;

    /// A solver with empty caches.
    #[must_use]
    pub fn new() -> Self {
        /// The search hands over positions with at most this number of empties.
        const HANDED_OVER: usize = SOLVER_EMPTIES as usize;
        Self::with_cache_bits(|empties| match empties {
            0..5 => 0,
            5..10 => 10,
            10..HANDED_OVER => 11,
            HANDED_OVER => 12,
            _ => 8,
        })
    }

    /// A solver whose cache for each number of empties has `2^bits(empties)` entries.
    pub(super) fn with_cache_bits(bits: impl Fn(usize) -> u32) -> Self {
        Self {
            nodes: 0,
            caches: std::array::from_fn(|empties| Cache::new(bits(empties))),
            lists: Box::new([[Candidate::NONE; _]; _]),
        }
    }

    /// Nodes visited since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Empties the caches, so that the next node counts do not depend on what was solved before.
    pub fn clear(&mut self) {
        self.clear_up_to(Self::MAX_EMPTIES);
    }

    /// Empties the caches of positions with at most `empties` empties; larger ones stay.
    pub(in crate::games::othello) fn clear_up_to(&mut self, empties: u32) {
        let caches = self.caches.iter_mut().take(empties as usize + 1);
        caches.for_each(Cache::clear);
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}
