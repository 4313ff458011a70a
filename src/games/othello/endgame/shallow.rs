//! Five and six empty squares: too few for ordering by replies to pay.

use super::cache::Known;
use super::parity::QUADRANT;
use super::solver::{NONE, Solver};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::moves::CORNERS;
use crate::games::othello::rules::square::Square;

impl Solver {
    /// As [`Self::solve`], corners and odd quadrants first; `legal` are the moves, `odd` the squares of odd quadrants.
    pub(super) fn shallow<const EMPTIES: u32>(
        &mut self,
        board: Board,
        alpha: i32,
        odd: u64,
        legal: u64,
    ) -> i32 {
        self.nodes += 1;
        if let Some(upper) = Self::stability_cut(board, alpha, EMPTIES) {
            return upper;
        }
        let hint = match self.caches[EMPTIES as usize].probe(board, alpha) {
            Known::Answer(score) => return score,
            Known::Move(hint) => hint.set(),
        };
        let (best, square) = self.best_of_shallow::<EMPTIES>(board, alpha, odd, (legal, hint));
        if best > NONE {
            self.caches[EMPTIES as usize].store(board, alpha, best, square);
            return best;
        }
        let passed = board.passed();
        let (reply, _) = self.best_of_shallow::<EMPTIES>(passed, !alpha, odd, (passed.legal(), 0));
        if reply > NONE {
            -reply
        } else {
            board.disc_diff().0
        }
    }

    /// The best score and its square; [`NONE`] if there is no move.
    #[inline]
    fn best_of_shallow<const EMPTIES: u32>(
        &mut self,
        board: Board,
        alpha: i32,
        odd: u64,
        (mut rest, hint): (u64, u64),
    ) -> (i32, u64) {
        let mut best = (NONE, 0);
        while rest != 0 {
            let square = Square::first(first_choice(rest, odd, hint));
            rest &= !square.bit();
            let next = board.after(square, board.flips(square));
            let odd = odd ^ QUADRANT[square.index()];
            let score = -match EMPTIES {
                5 => self.four(next, !alpha),
                _ => self.shallow::<5>(next, !alpha, odd, next.legal()),
            };
            if score > best.0 {
                best = (score, square.bit());
                if score > alpha {
                    return best;
                }
            }
        }
        best
    }
}

/// The squares to try first: the cached one, then corners in odd quadrants, odd quadrants, corners, the rest.
///
/// Selects without branches, which the processor could not predict.
#[inline]
fn first_choice(rest: u64, odd: u64, hint: u64) -> u64 {
    let in_odd = either(rest & odd & CORNERS, rest & odd);
    let in_even = either(rest & CORNERS, rest);
    either(rest & hint, either(in_odd, in_even))
}

/// `first`, or `second` if `first` is empty.
#[inline]
pub(super) const fn either(first: u64, second: u64) -> u64 {
    if first != 0 { first } else { second }
}
