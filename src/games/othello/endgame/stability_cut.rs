//! Upper bounds from stable discs.

use super::solver::Solver;
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::stability::bound_within;

impl Solver {
    /// The upper bound from the opponent's stable discs, if it is not above `alpha`.
    #[inline]
    pub(super) fn stability_cut(board: Board, alpha: i32, empties: u32) -> Option<i32> {
        /// Smallest `alpha` at which enough discs are stable often enough, by number of empties.
        const THRESHOLD: [i32; Solver::MAX_EMPTIES as usize + 1] = [
            99, 99, 99, 99, 99, 10, 12, 14, 16, 18, 20, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42,
        ];
        if alpha < THRESHOLD[empties as usize] {
            return None;
        }
        bound_within(board, alpha)
    }
}
