//! Exact margins and best moves from null windows.

use super::super::board::{Board, Margin, Square, Squares};
use super::Solver;

impl Solver {
    /// The margin of the side to move under best play by both sides.
    ///
    /// # Panics
    /// If more than [`Self::MAX_EMPTIES`] squares are empty.
    #[must_use]
    pub fn score(&mut self, board: Board) -> Margin {
        self.score_near(board, Margin(0))
    }

    /// As [`Self::score`], sooner if the margin is near `guess`: the bounds are closed in from there ("MTD(f)").
    ///
    /// # Panics
    /// If more than [`Self::MAX_EMPTIES`] squares are empty.
    #[must_use]
    pub fn score_near(&mut self, board: Board, guess: Margin) -> Margin {
        let (mut lower, mut upper) = (-64, 64);
        // Margins are even: the empty squares go to the winner, and a draw is 32 to 32.
        let mut guess = guess.0.clamp(-64, 64) & !1;
        while lower < upper {
            let alpha = if guess == lower { guess + 1 } else { guess - 1 };
            guess = self.solve(board, Margin(alpha)).0;
            if guess > alpha {
                lower = guess;
            } else {
                upper = guess;
            }
        }
        Margin(lower)
    }

    /// The exact margin and a move that reaches it; no move if the side to move must pass or the game is over.
    ///
    /// Of several best moves the lowest square is given.
    ///
    /// # Panics
    /// If more than [`Self::MAX_EMPTIES`] squares are empty.
    #[must_use]
    pub fn best_move(&mut self, board: Board) -> (Margin, Option<Square>) {
        let margin = self.score(board);
        let reaches = |square: &Square| {
            let next = board.after(*square, board.flips(*square));
            -self.solve(next, -margin) >= margin
        };
        (margin, Squares(board.legal()).find(reaches))
    }
}
