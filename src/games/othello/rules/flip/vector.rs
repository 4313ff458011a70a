//! The flips of one, two or four moves, from the vectors of their axes.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_unpackhi_epi64,
    _mm256_unpacklo_epi64,
};

use bytemuck::must_cast;

#[cfg(not(all(target_feature = "avx512cd", target_feature = "avx512vl")))]
use super::avx2::axes;
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
use super::avx512::axes;
use crate::games::othello::rules::square::Square;

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn flip(own: u64, other: u64, square: Square) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX2, and `axes` is chosen among those that exist.
    unsafe { fold(axes(own, other, square)) }
}

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn flip_two(own: u64, other: u64, [a, b]: [Square; 2]) -> [u64; 2] {
    // SAFETY: as for `flip`.
    unsafe { fold_two(pairs(axes(own, other, a), axes(own, other, b))) }
}

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn flip_four(own: u64, other: u64, [a, b, c, d]: [Square; 4]) -> [u64; 4] {
    // SAFETY: as for `flip`.
    unsafe {
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
    unsafe { fold(super::avx2::axes(own, other, square)) }
}

/// The union of the four axes.
#[inline]
#[target_feature(enable = "avx2")]
fn fold(axes: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(axes),
        _mm256_extracti128_si256::<1>(axes),
    );
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
}

/// The axes of two moves joined in pairs: two axes of the first, two of the second, then the other two of each.
#[inline]
#[target_feature(enable = "avx2")]
fn pairs(first: __m256i, second: __m256i) -> __m256i {
    _mm256_or_si256(
        _mm256_unpacklo_epi64(first, second),
        _mm256_unpackhi_epi64(first, second),
    )
}

#[inline]
#[target_feature(enable = "avx2")]
fn fold_two(pairs: __m256i) -> [u64; 2] {
    must_cast(_mm_or_si128(
        _mm256_castsi256_si128(pairs),
        _mm256_extracti128_si256::<1>(pairs),
    ))
}

#[inline]
#[target_feature(enable = "avx2")]
fn fold_four(low: __m256i, high: __m256i) -> [u64; 4] {
    let first = _mm256_permute2x128_si256::<0x20>(low, high);
    let second = _mm256_permute2x128_si256::<0x31>(low, high);
    must_cast(_mm256_or_si256(first, second))
}
