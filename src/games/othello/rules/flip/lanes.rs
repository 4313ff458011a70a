//! The four lanes of a 256-bit register with AVX2.

use std::arch::asm;
use std::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x,
    _mm256_shuffle_epi32, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_unpackhi_epi64,
    _mm256_unpacklo_epi64,
};

/// The set in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::games::othello::rules) fn spread(set: u64) -> __m256i {
    _mm256_set1_epi64x(set.cast_signed())
}

/// The set in the lowest lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::games::othello::rules) fn lowest(lanes: __m256i) -> u64 {
    _mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)).cast_unsigned()
}

/// The distance of `times` squares on each axis: rank, file, falling and rising diagonal.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::games::othello::rules) fn steps(times: i64) -> __m256i {
    _mm256_setr_epi64x(times, 8 * times, 9 * times, 7 * times)
}

/// The squares before and behind those of each lane, along its axis.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::games::othello::rules) fn around(lanes: __m256i) -> __m256i {
    let one = steps(1);
    _mm256_or_si256(_mm256_sllv_epi64(lanes, one), _mm256_srlv_epi64(lanes, one))
}

/// The union of the sets in all lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::games::othello::rules) fn fold(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
}

/// The lanes of two vectors joined in pairs: two lanes of the first, two of the second, then the other two of each.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn pairs(first: __m256i, second: __m256i) -> __m256i {
    _mm256_or_si256(
        _mm256_unpacklo_epi64(first, second),
        _mm256_unpackhi_epi64(first, second),
    )
}

/// The union of the sets in all lanes, for each of two vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::games::othello::rules) fn fold_two(first: __m256i, second: __m256i) -> __m128i {
    let pairs = pairs(first, second);
    _mm_or_si128(
        _mm256_castsi256_si128(pairs),
        _mm256_extracti128_si256::<1>(pairs),
    )
}

/// The lanes of each half of the register exchanged.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::games::othello::rules) fn neighbours_swapped(lanes: __m256i) -> __m256i {
    _mm256_shuffle_epi32::<0b01_00_11_10>(lanes)
}

/// The upper two lanes below the lower two.
///
/// The instruction is written out: for the intrinsic the compiler takes VPERMQ, which takes six cycles on Zen 3, not three
/// (measured).
#[inline]
#[target_feature(enable = "avx2")]
#[allow(
    unsafe_code,
    reason = "the compiler replaces the intrinsic by a slower instruction"
)]
pub(in crate::games::othello::rules) fn halves_swapped(lanes: __m256i) -> __m256i {
    let swapped;
    // SAFETY: the instruction reads one register and writes another.
    unsafe {
        asm!(
            "vperm2i128 {0}, {1}, {1}, 1",
            lateout(ymm_reg) swapped,
            in(ymm_reg) lanes,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    swapped
}
