//! The flips of a move in plain integers, for any processor.

use super::lines::LINES;
use crate::games::othello::rules::square::Square;

/// As [`super::flip`].
#[inline]
#[must_use]
pub fn flip(own: u64, other: u64, square: Square) -> u64 {
    (0..4).fold(0, |flips, axis| {
        flips | flip_along(own, other, square, axis)
    })
}

/// The flips in both directions of one of the four axes; 0 is the rank.
#[inline]
pub(super) fn flip_along(own: u64, other: u64, square: Square, axis: usize) -> u64 {
    let lines = &LINES[square.index()];
    let up = lines.up[axis];
    let stop = up & !other;
    let anchor = stop & stop.wrapping_neg() & own;
    let flips = up & anchor.wrapping_sub(u64::from(anchor != 0));

    let down = lines.down[axis];
    let stop = down & !other;
    // If no square ends the run, a1 stands in and is no own disc of the line.
    let anchor = (1 << (stop | 1).ilog2()) & own & down;
    flips | down & anchor.wrapping_neg() & !anchor
}
