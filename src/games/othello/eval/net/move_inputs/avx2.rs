//! The move inputs with AVX2: squares are bits of bytes, and tables in registers make digits of them.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi8, _mm_add_epi16, _mm_blendv_epi8, _mm_cvtepu8_epi16,
    _mm_max_epu8, _mm_min_epu8, _mm_mullo_epi16, _mm_packus_epi32, _mm_set1_epi16,
    _mm_unpackhi_epi64, _mm256_add_epi8, _mm256_add_epi16, _mm256_and_si256, _mm256_blend_epi32,
    _mm256_castsi256_si128, _mm256_cvtepu8_epi16, _mm256_extracti128_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_mullo_epi16, _mm256_set_epi64x, _mm256_set_m128i,
    _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_epi64x,
    _mm256_shuffle_epi8, _mm256_slli_epi64, _mm256_srli_epi16, _mm256_srli_epi64,
    _mm256_unpackhi_epi64, _mm256_unpacklo_epi64, _mm256_xor_si256,
};

use bytemuck::must_cast;

use super::shape::{
    AT_HIGHER_END, CORNER_LANES, CORNER_LINES, HALF_STATES, LINE_ORDER, MOVE_LANES, StatePlanes,
    digits,
};
use crate::games::othello::eval::inputs::Mobility;
use crate::games::othello::rules::board::Board;

/// A table of 16 bytes for each half of a register.
type Table = [[u8; 16]; 2];

/// The ranks of a set, then of a mirrored one, in the order of the quadrants, from the edge inwards.
const QUADRANT_RANKS: Table = [[0, 1, 2, 3, 8, 9, 10, 11, 15, 14, 13, 12, 7, 6, 5, 4]; 2];
/// Four bits in reverse.
const REVERSED: Table = [[0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]; 2];
/// 255 for corners at the higher end of their edge.
const HIGHER_END: [u8; 16] = {
    let mut mask = [0; 16];
    let mut corner = 0;
    while corner < mask.len() {
        if AT_HIGHER_END[corner % CORNER_LANES] {
            mask[corner] = 255;
        }
        corner += 1;
    }
    mask
};

/// The planes of the states as they lie in two registers, with what a bit of each plane counts.
const COUNTED: [[u8; 2]; 2] = [[1, 4], [2, 0]];

/// The [`digits`] of three bits from the lowest, or from the highest, times what each plane counts.
const fn tables(from_highest: bool) -> [Table; 2] {
    let mut tables = [[[0; 16]; 2]; 2];
    let mut bits = 0_u8;
    while bits < 8 {
        let number = digits(if from_highest {
            bits.reverse_bits() >> 5
        } else {
            bits
        });
        let mut k = 0;
        while k < 4 {
            tables[k / 2][k % 2][bits as usize] = COUNTED[k / 2][k % 2] * number;
            k += 1;
        }
        bits += 1;
    }
    tables
}

const FROM_LOWEST: [Table; 2] = tables(false);
const FROM_HIGHEST: [Table; 2] = tables(true);

/// The index of each move input.
#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(in super::super) fn move_inputs(board: Board, mobility: Mobility) -> [u16; MOVE_LANES] {
    // SAFETY: this module is compiled only for processors with AVX2.
    must_cast(unsafe { indices(board, mobility) })
}

#[inline]
#[target_feature(enable = "avx2")]
fn indices(board: Board, mobility: Mobility) -> [__m256i; 2] {
    let planes = ranks_and_files(StatePlanes::of(board, mobility));
    let sets = sets(mobility);
    let sets = _mm_packus_epi32(
        _mm256_castsi256_si128(sets),
        _mm256_extracti128_si256::<1>(sets),
    );
    [_mm256_set_m128i(corners(&planes), sets), lines(&planes)]
}

/// The sets of both sides in each quadrant.
#[inline]
#[target_feature(enable = "avx2")]
fn sets(mobility: Mobility) -> __m256i {
    let (own, other) = (
        mobility.legal().cast_signed(),
        mobility.legal_of_other().cast_signed(),
    );
    let sets = _mm256_set_epi64x(other, other, own, own);
    let four = _mm256_set1_epi8(15);
    let west = _mm256_and_si256(sets, four);
    let east = _mm256_and_si256(_mm256_srli_epi16::<4>(sets), four);
    let east = _mm256_shuffle_epi8(must_cast(REVERSED), east);
    let ranks = _mm256_blend_epi32::<0b1100_1100>(west, east);
    let ranks = _mm256_shuffle_epi8(ranks, must_cast(QUADRANT_RANKS));
    // Two ranks a word, then four ranks a number.
    let pairs = _mm256_maddubs_epi16(ranks, _mm256_set1_epi16(0x1001));
    let fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0100_0001));
    _mm256_and_si256(fours, _mm256_set1_epi32(0x7fff))
}

/// Ranks 1 to 8 and files a to h of the planes: of planes 0 and 2, then of plane 1.
#[inline]
#[target_feature(enable = "avx2")]
fn ranks_and_files(planes: StatePlanes) -> [__m256i; 2] {
    let [first, second, third] = planes.0.map(u64::cast_signed);
    let ranks = _mm256_set_epi64x(0, third, second, first);
    let files = swapped::<7>(ranks, 0x00aa_00aa_00aa_00aa);
    let files = swapped::<14>(files, 0x0000_cccc_0000_cccc);
    let files = swapped::<28>(files, 0x0000_0000_f0f0_f0f0);
    [
        _mm256_unpacklo_epi64(ranks, files),
        _mm256_unpackhi_epi64(ranks, files),
    ]
}

/// Swaps the bits of `places` with those `SHIFT` higher.
#[inline]
#[target_feature(enable = "avx2")]
fn swapped<const SHIFT: i32>(sets: __m256i, places: i64) -> __m256i {
    let differ = _mm256_xor_si256(sets, _mm256_srli_epi64::<SHIFT>(sets));
    let swap = _mm256_and_si256(differ, _mm256_set1_epi64x(places));
    let swap = _mm256_xor_si256(swap, _mm256_slli_epi64::<SHIFT>(swap));
    _mm256_xor_si256(sets, swap)
}

/// The indices of the corners.
#[inline]
#[target_feature(enable = "avx2")]
fn corners(planes: &[__m256i; 2]) -> __m128i {
    let low = states::<0>(planes, [CORNER_LINES; 2], &FROM_LOWEST);
    let high = states::<5>(planes, [CORNER_LINES; 2], &FROM_HIGHEST);
    let states = _mm_blendv_epi8(low, high, must_cast(HIGHER_END));
    let edge = _mm_cvtepu8_epi16(states);
    let beside = _mm_cvtepu8_epi16(_mm_unpackhi_epi64(states, states));
    let times = _mm_set1_epi16(HALF_STATES.cast_signed());
    _mm_add_epi16(edge, _mm_mullo_epi16(beside, times))
}

/// The indices of the lines.
#[inline]
#[target_feature(enable = "avx2")]
fn lines(planes: &[__m256i; 2]) -> __m256i {
    let low = states::<1>(planes, [LINE_ORDER; 2], &FROM_LOWEST);
    let high = states::<4>(planes, [LINE_ORDER; 2], &FROM_HIGHEST);
    let more = _mm256_cvtepu8_epi16(_mm_max_epu8(low, high));
    let less = _mm256_cvtepu8_epi16(_mm_min_epu8(low, high));
    let above = _mm256_add_epi16(more, _mm256_set1_epi16(1));
    let before = _mm256_srli_epi16::<1>(_mm256_mullo_epi16(more, above));
    _mm256_add_epi16(before, less)
}

/// The states of three squares from bit `FIRST` on in 16 ranks and files.
#[inline]
#[target_feature(enable = "avx2")]
fn states<const FIRST: i32>(planes: &[__m256i; 2], wanted: Table, digits: &[Table; 2]) -> __m128i {
    let mut sum = _mm256_set1_epi8(0);
    for (&planes, &digits) in planes.iter().zip(digits) {
        let lines = _mm256_shuffle_epi8(planes, must_cast(wanted));
        let three = _mm256_and_si256(_mm256_srli_epi16::<FIRST>(lines), _mm256_set1_epi8(7));
        sum = _mm256_add_epi8(sum, _mm256_shuffle_epi8(must_cast(digits), three));
    }
    _mm_add_epi8(
        _mm256_castsi256_si128(sum),
        _mm256_extracti128_si256::<1>(sum),
    )
}
