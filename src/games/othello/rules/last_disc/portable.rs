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

/// As [`super::margin`].
#[inline]
#[must_use]
#[allow(clippy::cast_possible_wrap, reason = "at most 64")]
pub fn margin(own: u64, square: Square) -> i32 {
    let (flips, replies) = flipped_by_both(own, square);
    // The result if the side to move fills the square and turns nothing over.
    let filled = 2 * own.count_ones() as i32 - 62;
    // The square goes to the winner if neither side can play there.
    let unplayed = if filled > 0 { filled } else { filled - 2 };
    let answered = if replies == 0 {
        unplayed
    } else {
        filled - 2 - 2 * replies as i32
    };
    if flips == 0 {
        answered
    } else {
        filled + 2 * flips as i32
    }
}
