//! The last square by way of the flips themselves, for any processor.

use crate::games::othello::rules::flip::portable::flip;
use crate::games::othello::rules::square::Square;

/// As [`super::flipped_by_both`].
#[inline]
#[must_use]
pub fn flipped_by_both(own: u64, square: Square) -> (u32, u32) {
    let other = !own & !square.bit();
    (
        flip(own, other, square).count_ones(),
        flip(other, own, square).count_ones(),
    )
}
