//! The flips of a move in plain integers, for any processor.

use super::lines::LINES;
use crate::games::othello::rules::square::Square;

/// As [`super::flip`].
#[inline]
#[must_use]
pub fn flip(own: u64, other: u64, square: Square) -> u64 {
    let lines = &LINES[square.index()];
    let mut flips = 0;
    for axis in 0..4 {
        let up = lines.up[axis];
        let stop = up & !other;
        let anchor = stop & stop.wrapping_neg() & own;
        flips |= up & anchor.wrapping_sub(u64::from(anchor != 0));

        let down = lines.down[axis];
        let stop = down & !other;
        // If no square ends the run, a1 stands in and is no own disc of the line.
        let anchor = (1 << (stop | 1).ilog2()) & own & down;
        flips |= down & anchor.wrapping_neg() & !anchor;
    }
    flips
}
