//! Four directions in one 256-bit register, with leading-zero counts and three-operand logic.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_lzcnt_epi64,
    _mm256_max_epu64, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_srlv_epi64,
    _mm256_sub_epi64, _mm256_ternarylogic_epi64,
};

use bytemuck::must_cast;

use super::super::board::Square;
use super::lines::LINES;

#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn flip(own: u64, other: u64, square: Square) -> u64 {
    // SAFETY: this module is compiled only for processors with AVX-512 CD and VL.
    unsafe { flip_in_vector(own, other, square) }
}

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512vl")]
fn flip_in_vector(own: u64, other: u64, square: Square) -> u64 {
    let lines = &LINES[square.index()];
    let (up, down): (__m256i, __m256i) = (must_cast(lines.up), must_cast(lines.down));
    let own = _mm256_set1_epi64x(own.cast_signed());
    let other = _mm256_set1_epi64x(other.cast_signed());
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi64x(1));

    // Upwards: the lowest square that holds no opposing disc ends the run.
    let stop = _mm256_andnot_si256(other, up);
    let anchor = _mm256_ternarylogic_epi64::<0x80>(stop, _mm256_sub_epi64(zero, stop), own);
    // Without an anchor this is 0, otherwise all squares below it.
    let upwards = _mm256_sub_epi64(_mm256_max_epu64(anchor, one), one);

    // Downwards: the highest such square does. A shift by 64, when there is none, leaves nothing.
    let stop = _mm256_andnot_si256(other, down);
    let top = _mm256_set1_epi64x(i64::MIN);
    let anchor = _mm256_and_si256(own, _mm256_srlv_epi64(top, _mm256_lzcnt_epi64(stop)));
    // down & !anchor & -anchor
    let downwards = _mm256_ternarylogic_epi64::<0x20>(down, anchor, _mm256_sub_epi64(zero, anchor));

    // downwards | upwards & up
    let flips = _mm256_ternarylogic_epi64::<0xf8>(downwards, upwards, up);
    let flips = _mm_or_si128(
        _mm256_castsi256_si128(flips),
        _mm256_extracti128_si256::<1>(flips),
    );
    let flips = _mm_or_si128(flips, _mm_unpackhi_epi64(flips, flips));
    _mm_cvtsi128_si64(flips).cast_unsigned()
}
