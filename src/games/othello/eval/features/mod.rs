//! The pattern features: for every pattern instance, which of its squares hold whose discs.
//!
//! The state of an instance is a number in balanced ternary: an own disc counts `+3^k`, an opponent's `-3^k`, an empty
//! square 0. Changing sides negates all states; a move adds and subtracts whole vectors of powers. The patterns are
//! those Edax made standard: edges with their surroundings, corners, lines and diagonals.

mod patterns;
#[cfg(any(test, not(target_feature = "avx2")))]
mod portable;
#[cfg(target_feature = "avx2")]
mod vector;

#[cfg(not(target_feature = "avx2"))]
use portable as update;
#[cfg(target_feature = "avx2")]
use vector as update;

pub use patterns::{
    CANONICAL_STATES, FEATURES, PADDED_FEATURES, PATTERNS, Pattern, RAW_STATES, SETS, SymmetryMap,
};
pub(crate) use patterns::{ORIGINS, spread, spread_images};

use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::square::{Square, Squares};
use patterns::POWERS;

/// The state of every pattern instance, seen by the side to move.
///
/// The last lanes, from [`FEATURES`] on, are padding and always zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
pub struct Features([i16; PADDED_FEATURES]);

impl Features {
    /// The features of a board, from scratch.
    #[must_use]
    pub fn of(board: Board) -> Self {
        let mut lanes = [0; PADDED_FEATURES];
        for square in Squares(board.own) {
            add(&mut lanes, square, 1);
        }
        for square in Squares(board.other) {
            add(&mut lanes, square, -1);
        }
        Self(lanes)
    }

    /// The features after the side to move puts a disc on `square` and turns `flips` over.
    #[inline]
    #[must_use]
    pub fn after(&self, square: Square, flips: u64) -> Self {
        Self(update::after(&self.0, square, flips))
    }

    /// The inverse of [`Features::after`].
    #[inline]
    #[must_use]
    pub fn before(&self, square: Square, flips: u64) -> Self {
        Self(update::before(&self.0, square, flips))
    }

    /// The same discs with the other side to move.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Self {
        Self(self.0.map(|state| -state))
    }

    /// The state of each pattern instance: `-(3^n - 1) / 2` to `(3^n - 1) / 2` for `n` squares.
    #[inline]
    #[must_use]
    pub const fn states(&self) -> &[i16; PADDED_FEATURES] {
        &self.0
    }
}

#[inline]
fn add(lanes: &mut [i16; PADDED_FEATURES], square: Square, sign: i16) {
    let powers = &POWERS[square.index()].0;
    for (lane, power) in lanes.iter_mut().zip(powers) {
        *lane = lane.wrapping_add(sign * power);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::samples;

    #[test]
    fn moves_update_what_counting_from_scratch_finds() {
        for board in samples::boards(20_000) {
            let features = Features::of(board);
            assert_eq!(features.passed(), Features::of(board.passed()));
            for square in Squares(board.legal()) {
                let flips = board.flips(square);
                let after = features.after(square, flips);
                assert_eq!(after, Features::of(board.after(square, flips)), "{board}");
                assert_eq!(after.before(square, flips), features, "{board}");
                assert_eq!(after.0, portable::after(&features.0, square, flips));
                assert_eq!(features.0, portable::before(&after.0, square, flips));
            }
        }
    }
}
