//! By way of the flips themselves, for any processor.

use super::super::board::Square;
use super::super::flip::flip;

#[inline]
pub(super) fn flipped(own: u64, square: Square) -> u32 {
    flip(own, !own & !square.bit(), square).count_ones()
}
