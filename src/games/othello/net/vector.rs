//! The net in registers of sixteen sums.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi8_epi16, _mm256_cvtepi16_epi32,
    _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_max_epi32, _mm256_min_epi32,
    _mm256_mullo_epi32, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_srai_epi32,
    _mm256_sub_epi16,
};

use bytemuck::{Pod, Zeroable, must_cast, must_cast_ref};

use super::groups::{CORNERS, ELSEWHERE, LONG, SIDES};
use super::layout::{DIMENSIONS, LOCAL, QUADRANTS, WIDE};
use super::{Head, MOST_HIDDEN, Rows, SHIFT};
use crate::games::othello::evaluate::INPUTS;
use crate::games::othello::features::USED;

/// Sums of rows, sixteen numbers of 16 bits.
type Sums = __m256i;

const PAIRS: usize = DIMENSIONS / 2;

/// A [`Head`], in registers.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Registers {
    wide: [[__m256i; WIDE / 8]; PAIRS],
    local: [[__m256i; LOCAL / 8]; PAIRS],
    wide_bias: [__m256i; WIDE / 8],
    local_bias: [__m256i; LOCAL / 8],
    score: Output,
    error: Output,
}

/// An output, in registers.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Output {
    wide: [__m256i; WIDE / 8],
    local: [__m256i; LOCAL / 8],
    direct: [__m256i; DIMENSIONS / 8],
    /// In the first lane; the others are padding.
    bias: __m256i,
}

/// Score and error before the last shift.
#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn opinion(rows: &Rows, head: &Head, inputs: &[u32; INPUTS]) -> [i32; 2] {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { opinion_in_vector(rows, head, inputs) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn opinion_in_vector(rows: &Rows, head: &Head, inputs: &[u32; INPUTS]) -> [i32; 2] {
    let (whole, parts) = sums(rows, inputs);
    let head: &Registers = must_cast_ref(head);
    let [wide] = hidden(&head.wide, &head.wide_bias, [whole]);
    let local = hidden(&head.local, &head.local_bias, parts);
    let local: [__m256i; LOCAL / 8] = std::array::from_fn(|k| {
        let halves = [
            add32(local[0][k], local[1][k]),
            add32(local[2][k], local[3][k]),
        ];
        add32(halves[0], halves[1])
    });
    let direct = [
        _mm256_cvtepi16_epi32(_mm256_castsi256_si128(whole)),
        _mm256_cvtepi16_epi32(_mm256_extracti128_si256::<1>(whole)),
    ];
    [
        last(&head.score, &wide, &local, &direct),
        last(&head.error, &wide, &local, &direct),
    ]
}

/// The rows of the whole board and of every quadrant, added up.
#[inline]
#[target_feature(enable = "avx2")]
fn sums(rows: &Rows, inputs: &[u32; INPUTS]) -> (Sums, [Sums; QUADRANTS]) {
    let corners = CORNERS.map(|lanes| group(rows, inputs, lanes));
    let sides = SIDES.map(|lanes| group(rows, inputs, lanes));
    let long = LONG.map(|lanes| group(rows, inputs, lanes));
    let elsewhere = ELSEWHERE.map(|lanes| group(rows, inputs, lanes));
    let counts = group(
        rows,
        inputs,
        std::array::from_fn::<_, { INPUTS - USED }, _>(|k| USED + k),
    );
    let around = add16(
        add16(elsewhere[0], elsewhere[1]),
        add16(elsewhere[2], elsewhere[3]),
    );
    let parts = std::array::from_fn(|quadrant| {
        let sides = add16(sides[quadrant], sides[(quadrant + 3) % 4]);
        let around = _mm256_sub_epi16(around, elsewhere[quadrant]);
        add16(
            add16(corners[quadrant], sides),
            add16(long[quadrant % 2], around),
        )
    });
    let corners = add16(add16(corners[0], corners[1]), add16(corners[2], corners[3]));
    let sides = add16(add16(sides[0], sides[1]), add16(sides[2], sides[3]));
    let long = add16(long[0], long[1]);
    let whole = add16(add16(corners, sides), add16(add16(long, around), counts));
    (whole, parts)
}

#[inline]
#[target_feature(enable = "avx2")]
fn group<const N: usize>(rows: &Rows, inputs: &[u32; INPUTS], lanes: [usize; N]) -> Sums {
    let mut sums = _mm256_setzero_si256();
    for lane in lanes {
        let row: __m128i = must_cast(rows.row(inputs[lane]).0);
        sums = add16(sums, _mm256_cvtepi8_epi16(row));
    }
    sums
}

/// `B` times the same layer of `8 * N` units.
#[inline]
#[target_feature(enable = "avx2")]
fn hidden<const N: usize, const B: usize>(
    weights: &[[__m256i; N]; PAIRS],
    bias: &[__m256i; N],
    sums: [Sums; B],
) -> [[__m256i; N]; B] {
    let sums: [[i32; PAIRS]; B] = sums.map(must_cast);
    let mut totals = [*bias; B];
    for (pair, weights) in weights.iter().enumerate() {
        for (totals, sums) in totals.iter_mut().zip(&sums) {
            let two = _mm256_set1_epi32(sums[pair]);
            for (total, weights) in totals.iter_mut().zip(weights) {
                *total = add32(*total, _mm256_madd_epi16(*weights, two));
            }
        }
    }
    let (least, most) = (_mm256_setzero_si256(), _mm256_set1_epi32(MOST_HIDDEN));
    totals.map(|totals| {
        totals.map(|total| {
            let shifted = _mm256_srai_epi32::<{ SHIFT.cast_signed() }>(total);
            _mm256_min_epi32(_mm256_max_epi32(shifted, least), most)
        })
    })
}

#[inline]
#[target_feature(enable = "avx2")]
fn last(
    output: &Output,
    wide: &[__m256i; WIDE / 8],
    local: &[__m256i; LOCAL / 8],
    direct: &[__m256i; DIMENSIONS / 8],
) -> i32 {
    let weights = output
        .wide
        .iter()
        .chain(&output.local)
        .chain(&output.direct);
    let values = wide.iter().chain(local).chain(direct);
    let mut total = output.bias;
    for (&weight, &value) in weights.zip(values) {
        total = add32(total, _mm256_mullo_epi32(weight, value));
    }
    let (low, high) = (
        _mm256_castsi256_si128(total),
        _mm256_extracti128_si256::<1>(total),
    );
    let four = _mm_add_epi32(low, high);
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b00_00_11_10>(four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b00_00_00_01>(two));
    _mm_cvtsi128_si32(one)
}

#[inline]
#[target_feature(enable = "avx2")]
fn add16(a: __m256i, b: __m256i) -> __m256i {
    _mm256_add_epi16(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
fn add32(a: __m256i, b: __m256i) -> __m256i {
    _mm256_add_epi32(a, b)
}
