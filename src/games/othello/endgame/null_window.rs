//! The entry to a null-window search, by the number of empty squares.

use super::candidate::SolverNode;
use super::parity;
use super::solver::Solver;
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::disc_diff::DiscDiff;
use crate::games::othello::rules::last_disc;
use crate::games::othello::rules::spread::SpreadBoard;
use crate::games::othello::rules::square::Square;

impl Solver {
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
        let empty = board.empty();
        let odd = parity::odd_quadrants(empty);
        let alpha = alpha.0;
        DiscDiff(match empties {
            0 => {
                self.nodes += 1;
                board.disc_diff().0
            }
            1 => {
                self.nodes += 1;
                last_disc::margin(board.own, Square::first(empty))
            }
            2 | 3 => self.two_or_three(SpreadBoard::new(board), alpha, empty),
            4 => self.four(SpreadBoard::new(board), alpha, empty),
            5 => self.five(SpreadBoard::new(board), alpha, odd, empty),
            6 => self.six(board, alpha, odd, board.legal()),
            _ => {
                let node = SolverNode {
                    alpha,
                    odd,
                    empties,
                };
                self.ordered(board, node, board.legal())
            }
        })
    }
}
