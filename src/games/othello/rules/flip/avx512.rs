//! The flips of a move with AVX-512: four axes in one 256-bit register, with leading-zero counts and three-operand
//! logic.

use std::arch::x86_64::{
    __m256i, _mm256_andnot_si256, _mm256_lzcnt_epi64, _mm256_max_epu64, _mm256_or_si256,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64,
    _mm256_ternarylogic_epi64,
};

use bytemuck::must_cast;

use super::lines::LINES;
use crate::games::othello::rules::square::Square;

/// The flips on each axis; `own` and `other` are in all lanes.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512vl")]
pub(super) fn axes(own: __m256i, other: __m256i, square: Square) -> __m256i {
    let lines = &LINES[square.index()];
    let (up, down): (__m256i, __m256i) = (must_cast(lines.up), must_cast(lines.down));
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi64x(1));

    // Upwards: the lowest square that holds no opposing disc ends the run.
    let stop = _mm256_andnot_si256(other, up);
    let anchor = _mm256_ternarylogic_epi64::<0x80>(stop, _mm256_sub_epi64(zero, stop), own);
    // Without an anchor this is 0, otherwise all squares below it.
    let upwards = _mm256_sub_epi64(_mm256_max_epu64(anchor, one), one);

    // Downwards: the highest such square ends the run. If there is none, a1 stands in and is no own disc of the line.
    // So no shift is by 64, for which LLVM would add a correction.
    let stop = _mm256_or_si256(_mm256_andnot_si256(other, down), one);
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stop));
    let anchor = _mm256_ternarylogic_epi64::<0x80>(highest, own, down);
    // down & !anchor & -anchor
    let downwards = _mm256_ternarylogic_epi64::<0x20>(down, anchor, _mm256_sub_epi64(zero, anchor));

    // downwards | upwards & up
    _mm256_ternarylogic_epi64::<0xf8>(downwards, upwards, up)
}
