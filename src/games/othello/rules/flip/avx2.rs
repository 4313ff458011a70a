//! The flips of a move with AVX2: four axes in one 256-bit register.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi64,
    _mm256_cmpgt_epi64, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_srlv_epi64, _mm256_sub_epi64,
};

use bytemuck::must_cast;

use super::lanes::steps;
use super::lines::LINES;
use crate::games::othello::rules::square::Square;

/// The flips on each axis; `own` and `other` are in all lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn axes(own: __m256i, other: __m256i, square: Square) -> __m256i {
    let lines = &LINES[square.index()];
    let (up, down): (__m256i, __m256i) = (must_cast(lines.up), must_cast(lines.down));

    // Upwards: the lowest square that holds no opposing disc ends the run.
    let stop = _mm256_andnot_si256(other, up);
    let lowest = _mm256_and_si256(stop, _mm256_sub_epi64(_mm256_setzero_si256(), stop));
    let anchor = _mm256_and_si256(lowest, own);
    let missing = _mm256_cmpeq_epi64(anchor, _mm256_setzero_si256());
    let below = _mm256_add_epi64(anchor, _mm256_set1_epi64x(-1));
    let upwards = _mm256_andnot_si256(missing, _mm256_and_si256(below, up));

    // Downwards: the run lies above the shadow of the own discs, if no empty square is nearer.
    let anchors = _mm256_and_si256(own, down);
    let holes = _mm256_andnot_si256(_mm256_or_si256(own, other), down);
    let (one, two, four) = (steps(1), steps(2), steps(4));
    let shadow = _mm256_or_si256(anchors, _mm256_srlv_epi64(anchors, one));
    let shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, two));
    let shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, four));
    let closed = _mm256_cmpgt_epi64(anchors, holes);
    let downwards = _mm256_and_si256(closed, _mm256_andnot_si256(shadow, down));

    _mm256_or_si256(upwards, downwards)
}
