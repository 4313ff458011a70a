//! The exact endgame solver for the last few empty squares, on bare bitboards.
//!
//! It searches null windows only ("more than `alpha` discs or not?"): no evaluation, no clock, no allocation, one
//! thread. Below five empties everything is written out (`last`). From five on, the worker's own small caches are
//! probed (`cache`); from seven on, moves are ordered by the replies they leave (`ordered`). The techniques are the
//! common ones of the field: parity of regions, fastest-first order, stability cutoffs, enhanced transposition cutoffs,
//! hash moves.
//!
//! # What counts as a node
//! A position reached by placing a disc and entered by the search, the root included, down to those with one and with
//! no empty square. A position with one empty square is one node, since its disc count is one visit. A pass makes no
//! new node. Children that are only probed, to order moves or to find them in a cache, are none.

mod cache;
mod last;
mod order;
mod ordered;
mod parity;
mod root;
mod shallow;
#[cfg(test)]
mod tests;

use super::board::{Board, DiscDiff, Square};
use super::last_disc;
use super::stability::stable;
use cache::Cache;
use ordered::{Candidate, SolverNode};

/// Lower than any score: no move has been searched yet.
const NONE: i32 = -100;

/// The caches and the node counter of one worker.
///
/// About half a megabyte. The caches up to eleven empties take 0.3 MB, so that those probed most stay near the core.
pub struct Solver {
    nodes: u64,
    /// By number of empties.
    caches: [Cache; Solver::MAX_EMPTIES as usize + 1],
    /// The moves of the current position, by number of empties.
    lists: Box<[[Candidate; Solver::MAX_EMPTIES as usize]; Solver::MAX_EMPTIES as usize + 1]>,
}

impl Solver {
    /// Largest number of empties of a position.
    pub const MAX_EMPTIES: u32 = 20;

    /// A solver with empty caches.
    #[must_use]
    pub fn new() -> Self {
        Self::with_cache_bits(|empties| match empties {
            0..5 => 0,
            5..10 => 10,
            10..13 => 11,
            13 => 12,
            // The search hands over at most 13 empties.
            _ => 8,
        })
    }

    /// A solver whose cache for each number of empties has `2^bits(empties)` entries.
    fn with_cache_bits(bits: impl Fn(usize) -> u32) -> Self {
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
        self.caches.iter_mut().for_each(Cache::clear);
    }

    /// Searches a null window: is the disc difference for the side to move under best play greater than `alpha`?
    ///
    /// If the result is greater than `alpha`, the disc difference is at least the result; otherwise it is at most the
    /// result. `alpha` is -65 to 64.
    ///
    /// # Panics
    /// If more than [`Self::MAX_EMPTIES`] squares are empty.
    #[must_use]
    pub fn solve(&mut self, board: Board, alpha: DiscDiff) -> DiscDiff {
        let empties = board.empties();
        assert!(
            empties <= Self::MAX_EMPTIES,
            "{empties} empty squares are too many"
        );
        let odd = parity::odd_quadrants(board.empty());
        let alpha = alpha.0;
        DiscDiff(match empties {
            0 => {
                self.nodes += 1;
                board.disc_diff().0
            }
            1 => {
                self.nodes += 1;
                last_disc::margin(board.own, Square::first(board.empty()))
            }
            2 | 3 => self.two_or_three(board, alpha),
            4 => self.four(board, alpha),
            5 => self.shallow::<5>(board, alpha, odd, board.legal()),
            6 => self.shallow::<6>(board, alpha, odd, board.legal()),
            _ => {
                let question = SolverNode {
                    alpha,
                    odd,
                    empties,
                };
                self.ordered(board, question, board.legal())
            }
        })
    }

    /// The upper bound from the opponent's stable discs, if it is not above `alpha`.
    #[inline]
    fn stability_cut(board: Board, alpha: i32, empties: u32) -> Option<i32> {
        /// Smallest `alpha` at which enough discs are stable often enough, by number of empties.
        const THRESHOLD: [i32; Solver::MAX_EMPTIES as usize + 1] = [
            99, 99, 99, 99, 12, 14, 16, 18, 20, 22, 24, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46,
        ];
        if alpha < THRESHOLD[empties as usize] {
            return None;
        }
        let upper = 64 - 2 * stable(board.other, board.own).count_ones().cast_signed();
        (upper <= alpha).then_some(upper)
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}
