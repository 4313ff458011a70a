//! A hand-made opinion on a position: mobility, potential mobility, corners, parity.

use super::board::Board;
use super::moves;
use super::position::DISC;
use crate::search::Score;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The X-squares: next to a corner on the diagonal.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// Values in score units, set by hand.
const MOBILITY: i32 = 80;
const POTENTIAL: i32 = 30;
const CORNER: i32 = 900;
const X_SQUARE: i32 = 350;
const PARITY: i32 = 150;

/// A guess at the margin for the side to move, in score units.
#[must_use]
pub(super) fn evaluate(board: Board) -> Score {
    let Board { own, other } = board;
    let empty = board.empty();
    let (mine, around_other) = moves::legal_and_potential(own, other);
    let (theirs, around_own) = moves::legal_and_potential(other, own);
    let lead = |ours: u64, others: u64| {
        ours.count_ones().cast_signed() - others.count_ones().cast_signed()
    };
    // An X-square matters as long as its corner is empty.
    let open = empty & CORNERS;
    let exposed = X_SQUARES & (open << 9 | open >> 9 | open << 7 | open >> 7);
    let parity = if board.empties() % 2 == 1 {
        PARITY
    } else {
        -PARITY
    };
    let sum = MOBILITY * lead(mine, theirs)
        + POTENTIAL * lead(around_other, around_own)
        + CORNER * lead(own & CORNERS, other & CORNERS)
        - X_SQUARE * lead(own & exposed, other & exposed)
        + parity;
    let most = 60 * i32::from(DISC);
    Score(i16::try_from(sum.clamp(-most, most)).unwrap_or_default())
}
