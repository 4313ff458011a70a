//! The flips of one, two or four moves, from the vectors of their axes.

use std::arch::x86_64::{__m256i, _mm256_or_si256, _mm256_permute2x128_si256};

use bytemuck::must_cast;

#[cfg(not(all(target_feature = "avx512cd", target_feature = "avx512vl")))]
use super::avx2;
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
use super::avx512;
use crate::games::othello::rules::flip::lanes::{fold, fold_two, pairs, spread};
use crate::games::othello::rules::square::Square;

/// The flips of a move on each axis; `own` and `other` are in all lanes.
#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(in crate::games::othello::rules) fn axes(
    own: __m256i,
    other: __m256i,
    square: Square,
) -> __m256i {
    #[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
    // SAFETY: compiled only for processors with these instructions.
    return unsafe { avx512::axes(own, other, square) };
    #[cfg(not(all(target_feature = "avx512cd", target_feature = "avx512vl")))]
    // SAFETY: this module is compiled only for processors with AVX2.
    return unsafe { avx2::axes(own, other, square) };
}

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn flip(own: u64, other: u64, square: Square) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { fold(axes(spread(own), spread(other), square)) }
}

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn flip_two(own: u64, other: u64, [a, b]: [Square; 2]) -> [u64; 2] {
    // SAFETY: as for `flip`.
    unsafe {
        let (own, other) = (spread(own), spread(other));
        must_cast(fold_two(axes(own, other, a), axes(own, other, b)))
    }
}

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn flip_four(own: u64, other: u64, [a, b, c, d]: [Square; 4]) -> [u64; 4] {
    // SAFETY: as for `flip`.
    unsafe {
        let (own, other) = (spread(own), spread(other));
        let low = pairs(axes(own, other, a), axes(own, other, b));
        let high = pairs(axes(own, other, c), axes(own, other, d));
        fold_four(low, high)
    }
}

/// [`flip`] with AVX2 alone, for tests where AVX-512 is in use.
#[cfg(test)]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn flip_with_avx2(own: u64, other: u64, square: Square) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { fold(super::avx2::axes(spread(own), spread(other), square)) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn fold_four(low: __m256i, high: __m256i) -> [u64; 4] {
    let first = _mm256_permute2x128_si256::<0x20>(low, high);
    let second = _mm256_permute2x128_si256::<0x31>(low, high);
    must_cast(_mm256_or_si256(first, second))
}
