//! Five and six empty squares: too few to pay for an order by replies.

use super::super::board::{Board, Squares};
use super::cache::Known;
use super::order::CORNERS;
use super::parity::QUADRANT;
use super::{NONE, Solver};

impl Solver {
    /// Corners and odd quadrants first.
    pub(super) fn shallow<const EMPTIES: u32>(
        &mut self,
        board: Board,
        alpha: i32,
        odd: u64,
    ) -> i32 {
        self.nodes += 1;
        if let Some(upper) = Self::stability_cut(board, alpha, EMPTIES) {
            return upper;
        }
        let hint = match self.caches[EMPTIES as usize].ask(board, alpha) {
            Known::Answer(score) => return score,
            Known::Move(set) => set,
        };
        let (best, square) = self.best_of_shallow::<EMPTIES>(board, alpha, odd, hint);
        if best > NONE {
            self.caches[EMPTIES as usize].tell(board, alpha, best, square);
            return best;
        }
        let (reply, _) = self.best_of_shallow::<EMPTIES>(board.passed(), !alpha, odd, 0);
        if reply > NONE {
            -reply
        } else {
            board.margin().0
        }
    }

    /// The best score and its square; [`NONE`] if there is no move.
    #[inline]
    fn best_of_shallow<const EMPTIES: u32>(
        &mut self,
        board: Board,
        alpha: i32,
        odd: u64,
        hint: u64,
    ) -> (i32, u64) {
        let legal = board.legal();
        let rest = legal & !hint;
        let (corners, others) = (rest & CORNERS, rest & !CORNERS);
        let mut best = (NONE, 0);
        for set in [
            legal & hint,
            corners & odd,
            others & odd,
            corners & !odd,
            others & !odd,
        ] {
            for square in Squares(set) {
                let next = board.after(square, board.flips(square));
                let odd = odd ^ QUADRANT[square.index()];
                let score = -match EMPTIES {
                    5 => self.four(next, !alpha),
                    _ => self.shallow::<5>(next, !alpha, odd),
                };
                if score > best.0 {
                    best = (score, square.bit());
                    if score > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }
}
