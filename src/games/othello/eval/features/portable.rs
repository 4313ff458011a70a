//! Incremental updates of the pattern states, lane by lane, for any processor.

use super::patterns::{PADDED_FEATURES, POWERS};
use crate::games::othello::rules::square::{Square, Squares};

pub(super) fn after(
    states: &[i16; PADDED_FEATURES],
    square: Square,
    flips: u64,
) -> [i16; PADDED_FEATURES] {
    let change = change(square, flips);
    std::array::from_fn(|lane| states[lane].wrapping_add(change[lane]).wrapping_neg())
}

pub(super) fn before(
    states: &[i16; PADDED_FEATURES],
    square: Square,
    flips: u64,
) -> [i16; PADDED_FEATURES] {
    let change = change(square, flips);
    std::array::from_fn(|lane| states[lane].wrapping_neg().wrapping_sub(change[lane]))
}

/// What a move adds to the states, seen by the side that makes it.
#[inline]
fn change(square: Square, flips: u64) -> [i16; PADDED_FEATURES] {
    let mut turned = [0_i16; PADDED_FEATURES];
    for flip in Squares(flips) {
        for (lane, power) in turned.iter_mut().zip(&POWERS[flip.index()].0) {
            *lane = lane.wrapping_add(*power);
        }
    }
    let placed = &POWERS[square.index()].0;
    std::array::from_fn(|lane| turned[lane].wrapping_mul(2).wrapping_add(placed[lane]))
}
