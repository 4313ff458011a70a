//! Mobility with AVX2: parallel prefix with the four axes in one 256-bit register, up and down in two chains.

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_or_si256, _mm256_setr_epi64x, _mm256_sllv_epi64,
    _mm256_srlv_epi64,
};

use super::axes::INNER;
use crate::games::othello::rules::flip::lanes::{around, fold, spread, steps};

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn legal(own: u64, other: u64) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { fold(reached(spread(own), middle(spread(other)))) & !(own | other) }
}

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn potential(own: u64, other: u64) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { fold(around(middle(spread(other)))) & !(own | other) }
}

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn legal_and_potential(own: u64, other: u64) -> (u64, u64) {
    let empty = !(own | other);
    // SAFETY: this module is compiled only for processors with AVX2.
    let (legal, potential) = unsafe { legal_and_potential_in_lanes(spread(own), spread(other)) };
    (legal & empty, potential & empty)
}

/// The empty squares where `own` may play, and perhaps squares that are taken. Both sides are in all lanes.
#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(in crate::games::othello::rules) fn legal_in_lanes(own: __m256i, other: __m256i) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { fold(reached(own, middle(other))) }
}

/// The sets of [`super::legal_and_potential`], each perhaps with squares that are taken. Both sides are in all lanes.
#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(in crate::games::othello::rules) fn legal_and_potential_in_lanes(
    own: __m256i,
    other: __m256i,
) -> (u64, u64) {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe {
        let middle = middle(other);
        (fold(reached(own, middle)), fold(around(middle)))
    }
}

/// The discs that can be turned over on each axis.
#[inline]
#[target_feature(enable = "avx2")]
fn middle(other: __m256i) -> __m256i {
    let inner = |axis: usize| INNER[axis].1.cast_signed();
    let inner = _mm256_setr_epi64x(inner(0), inner(1), inner(2), inner(3));
    _mm256_and_si256(other, inner)
}

/// The squares beyond the runs that start at `own`, on each axis.
#[inline]
#[target_feature(enable = "avx2")]
fn reached(own: __m256i, through: __m256i) -> __m256i {
    let (one, two) = (steps(1), steps(2));
    let up = _mm256_and_si256(through, _mm256_sllv_epi64(own, one));
    let down = _mm256_and_si256(through, _mm256_srlv_epi64(own, one));
    let up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, one)));
    let down = _mm256_or_si256(
        down,
        _mm256_and_si256(through, _mm256_srlv_epi64(down, one)),
    );
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, one));
    let pairs_down = _mm256_srlv_epi64(pairs_up, one);
    let up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    let down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)),
    );
    let up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    let down = _mm256_or_si256(
        down,
        _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)),
    );
    _mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one))
}
