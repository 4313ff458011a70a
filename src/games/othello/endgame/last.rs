//! One to four empty squares, written out.
//!
//! The flips of all empty squares are computed together: that costs less than checking first which of them are needed.

use super::parity::order_of_four;
use super::solver::{NONE, Solver};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::flip::{flip_four, flip_two};
use crate::games::othello::rules::last_disc;
use crate::games::othello::rules::square::{Square, Squares};

impl Solver {
    /// Four empty squares.
    pub(super) fn four(&mut self, board: Board, alpha: i32) -> i32 {
        self.nodes += 1;
        let squares = order_of_four(board.empty());
        let best = self.best_of_four(board, squares, alpha);
        if best > NONE {
            return best;
        }
        let reply = self.best_of_four(board.passed(), squares, !alpha);
        if reply > NONE {
            -reply
        } else {
            board.disc_diff().0
        }
    }

    #[inline]
    fn best_of_four(&mut self, board: Board, [a, b, c, d]: [Square; 4], alpha: i32) -> i32 {
        let flips = flip_four(board.own, board.other, [a, b, c, d]);
        // The other squares stay in order; after one of a pair, the other one is alone in its quadrant and goes first.
        let plays = [
            (a, [b, c, d]),
            (b, [a, c, d]),
            (c, [d, a, b]),
            (d, [c, a, b]),
        ];
        let mut best = NONE;
        for (flips, (square, rest)) in flips.into_iter().zip(plays) {
            if flips != 0 {
                let score = -self.three(board.after(square, flips), rest, !alpha);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// Three empty squares, in the order to try them.
    fn three(&mut self, board: Board, squares: [Square; 3], alpha: i32) -> i32 {
        self.nodes += 1;
        let best = self.best_of_three(board, squares, alpha);
        if best > NONE {
            return best;
        }
        let reply = self.best_of_three(board.passed(), squares, !alpha);
        if reply > NONE {
            -reply
        } else {
            board.disc_diff().0
        }
    }

    #[inline]
    fn best_of_three(&mut self, board: Board, [a, b, c]: [Square; 3], alpha: i32) -> i32 {
        let flips = flip_four(board.own, board.other, [a, b, c, c]);
        let plays = [(a, [b, c]), (b, [a, c]), (c, [a, b])];
        let mut best = NONE;
        for (flips, (square, rest)) in flips.into_iter().zip(plays) {
            if flips != 0 {
                let score = -self.two(board.after(square, flips), rest, !alpha);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// Two empty squares.
    fn two(&mut self, board: Board, squares: [Square; 2], alpha: i32) -> i32 {
        self.nodes += 1;
        let best = self.best_of_two(board, squares, alpha);
        if best > NONE {
            return best;
        }
        let reply = self.best_of_two(board.passed(), squares, !alpha);
        if reply > NONE {
            -reply
        } else {
            board.disc_diff().0
        }
    }

    #[inline]
    fn best_of_two(&mut self, board: Board, [a, b]: [Square; 2], alpha: i32) -> i32 {
        let [first, second] = flip_two(board.own, board.other, [a, b]);
        let mut best = NONE;
        if first != 0 {
            self.nodes += 1;
            best = -last_disc::margin(board.other ^ first, b);
            if best > alpha {
                return best;
            }
        }
        if second != 0 {
            self.nodes += 1;
            best = best.max(-last_disc::margin(board.other ^ second, a));
        }
        best
    }

    /// Two or three empty squares, in any order.
    pub(super) fn two_or_three(&mut self, board: Board, alpha: i32) -> i32 {
        let mut squares = Squares(board.empty());
        match [squares.next(), squares.next(), squares.next()] {
            [Some(a), Some(b), Some(c)] => self.three(board, [a, b, c], alpha),
            [Some(a), Some(b), None] => self.two(board, [a, b], alpha),
            _ => board.disc_diff().0,
        }
    }
}
