//! Incremental updates of the pattern states, sixteen lanes in one register.

use std::arch::x86_64::{__m256i, _mm256_add_epi16, _mm256_setzero_si256, _mm256_sub_epi16};

use bytemuck::{must_cast, must_cast_ref};

use super::patterns::{PADDED_FEATURES, POWERS};
use crate::games::othello::rules::square::{Square, Squares};

const REGISTERS: usize = PADDED_FEATURES / 16;

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn after(
    states: &[i16; PADDED_FEATURES],
    square: Square,
    flips: u64,
) -> [i16; PADDED_FEATURES] {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { after_in_vector(states, square, flips) }
}

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn before(
    states: &[i16; PADDED_FEATURES],
    square: Square,
    flips: u64,
) -> [i16; PADDED_FEATURES] {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { before_in_vector(states, square, flips) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn after_in_vector(
    states: &[i16; PADDED_FEATURES],
    square: Square,
    flips: u64,
) -> [i16; PADDED_FEATURES] {
    let zero = _mm256_setzero_si256();
    let mut lanes = must_cast::<_, [__m256i; REGISTERS]>(*states);
    for (lane, change) in lanes.iter_mut().zip(change(square, flips)) {
        *lane = _mm256_sub_epi16(zero, _mm256_add_epi16(*lane, change));
    }
    must_cast(lanes)
}

#[inline]
#[target_feature(enable = "avx2")]
fn before_in_vector(
    states: &[i16; PADDED_FEATURES],
    square: Square,
    flips: u64,
) -> [i16; PADDED_FEATURES] {
    let zero = _mm256_setzero_si256();
    let mut lanes = must_cast::<_, [__m256i; REGISTERS]>(*states);
    for (lane, change) in lanes.iter_mut().zip(change(square, flips)) {
        *lane = _mm256_sub_epi16(_mm256_sub_epi16(zero, *lane), change);
    }
    must_cast(lanes)
}

/// What a move adds to the states, seen by the side that makes it.
#[inline]
#[target_feature(enable = "avx2")]
fn change(square: Square, flips: u64) -> [__m256i; REGISTERS] {
    let mut turned = [_mm256_setzero_si256(); REGISTERS];
    for flip in Squares(flips) {
        for (lanes, powers) in turned.iter_mut().zip(powers(flip)) {
            *lanes = _mm256_add_epi16(*lanes, *powers);
        }
    }
    for (lanes, powers) in turned.iter_mut().zip(powers(square)) {
        *lanes = _mm256_add_epi16(_mm256_add_epi16(*lanes, *lanes), *powers);
    }
    turned
}

#[inline]
fn powers(square: Square) -> &'static [__m256i; REGISTERS] {
    must_cast_ref(&POWERS[square.index()])
}
