//! Exact scores and best moves from null windows.

use super::solver::Solver;
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::disc_diff::DiscDiff;
use crate::games::othello::rules::square::{Square, Squares};

impl Solver {
    /// The disc difference for the side to move under best play by both sides, -64 to 64.
    ///
    /// # Panics
    /// If more than [`Self::MAX_EMPTIES`] squares are empty.
    #[must_use]
    pub fn score(&mut self, board: Board) -> DiscDiff {
        self.score_within(board, (DiscDiff(-64), DiscDiff(64)), DiscDiff(0))
    }

    /// The disc difference if it lies between the bounds of `window`; otherwise a bound: at most the lower one, or at
    /// least the upper one.
    ///
    /// Faster if the result is near `guess`: the bounds converge from there ("MTD(f)", Plaat 1996).
    ///
    /// # Panics
    /// If more than [`Self::MAX_EMPTIES`] squares are empty, or the first bound of `window` is not less than the
    /// second.
    #[must_use]
    pub fn score_within(
        &mut self,
        board: Board,
        (low, high): (DiscDiff, DiscDiff),
        guess: DiscDiff,
    ) -> DiscDiff {
        let (mut lower, mut upper) = (-64, 64);
        // Margins are even: the empty squares go to the winner, and a draw is 32 to 32.
        let mut guess = guess.0.clamp(-64, 64) & !1;
        while lower < upper && lower < high.0 && upper > low.0 {
            let alpha = if guess == lower { guess + 1 } else { guess - 1 };
            let alpha = alpha.clamp(low.0, high.0 - 1);
            guess = self.solve(board, DiscDiff(alpha)).0;
            if guess > alpha {
                lower = guess;
            } else {
                upper = guess;
            }
        }
        DiscDiff(guess)
    }

    /// A move that reaches `margin`; none if no move does, or the side to move must pass, or the game is over.
    ///
    /// Fastest after [`Self::score_within`] has returned `margin`.
    ///
    /// # Panics
    /// If more than [`Self::MAX_EMPTIES`] squares are empty.
    #[must_use]
    pub fn best_move_for(&mut self, board: Board, margin: DiscDiff) -> Option<Square> {
        let legal = board.legal();
        let likely = legal & self.caches[board.empties() as usize].best(board);
        let squares = Squares(likely).chain(Squares(legal & !likely));
        let mut reaches = |square: &Square| {
            let next = board.after(*square, board.flips(*square));
            -self.solve(next, -margin) >= margin
        };
        squares.into_iter().find(|square| reaches(square))
    }
}
