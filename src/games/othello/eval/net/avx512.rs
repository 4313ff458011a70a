//! The net with AVX-512: registers of 32 16-bit numbers.

use std::arch::x86_64::{
    __m256i, __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_castsi512_si256,
    _mm512_cvtepi8_epi16, _mm512_cvtepi16_epi32, _mm512_dpwssd_epi32, _mm512_max_epi32,
    _mm512_min_epi32, _mm512_mullo_epi32, _mm512_reduce_add_epi32, _mm512_set1_epi32,
    _mm512_setzero_si512, _mm512_srai_epi32, _mm512_sub_epi16,
};
use std::hint::black_box;

use bytemuck::{Pod, Zeroable, must_cast, must_cast_ref};

use super::groups::lanes;
use super::head::{Head, MAX_HIDDEN, SHIFT};
use super::inputs::Inputs;
use super::layout::{BOARD_HIDDEN, EMBEDDING_DIM, QUADRANT_DIM, QUADRANT_HIDDEN, QUADRANTS};
use super::rows::Rows;
use crate::games::othello::eval::features::FEATURES;
use crate::games::othello::eval::inputs::INPUTS;

/// Sums of rows, 32 numbers of 16 bits.
type Sums = __m512i;
/// One register holds a whole row; the quadrants use its lower half.
const _: () = assert!(EMBEDDING_DIM == 32 && QUADRANT_DIM == 16);

/// The sums of the whole board in memory, two 16-bit sums in each number.
type WholePairs = [i32; EMBEDDING_DIM / 2];
/// The sums of a quadrant in memory, likewise.
type PartPairs = [i32; QUADRANT_DIM / 2];

/// A [`Head`], in registers.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Registers {
    wide: [[__m512i; BOARD_HIDDEN / 16]; EMBEDDING_DIM / 2],
    local: [[__m512i; QUADRANT_HIDDEN / 16]; QUADRANT_DIM / 2],
    wide_bias: [__m512i; BOARD_HIDDEN / 16],
    local_bias: [__m512i; QUADRANT_HIDDEN / 16],
    score: Output,
    error: Output,
}

/// An output, in registers.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Output {
    wide: [__m512i; BOARD_HIDDEN / 16],
    local: [__m512i; QUADRANT_HIDDEN / 16],
    direct: [__m512i; EMBEDDING_DIM / 16],
    /// In the first lane; the others are padding.
    bias: __m512i,
}

/// The first `N` outputs, before the last shift: the score, then its expected error.
#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn outputs<const N: usize>(rows: &Rows, head: &Head, inputs: &Inputs<'_>) -> [i32; N] {
    // SAFETY: this module is compiled only for processors with these parts of AVX-512.
    unsafe { outputs_in_vector(rows, head, inputs) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn outputs_in_vector<const N: usize>(rows: &Rows, head: &Head, inputs: &Inputs<'_>) -> [i32; N] {
    let sums = sums(rows, inputs);
    // From memory one instruction spreads a pair over a register; from a register the compiler would take two or three.
    let (whole, parts) = black_box(&sums);
    let whole: &WholePairs = must_cast_ref(whole);
    let head: &Registers = must_cast_ref(head);
    let wide = wide(head, whole);
    let local = local(head, must_cast_ref(parts));
    let mut all = [0; N];
    for (total, output) in all.iter_mut().zip([&head.score, &head.error]) {
        *total = last(output, &wide, local, whole);
    }
    all
}

/// The sums of rows of the whole board, and those of each quadrant.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn sums(rows: &Rows, inputs: &Inputs<'_>) -> (Sums, [__m256i; QUADRANTS]) {
    let [a, b, c, d] = [
        group::<8, 0b0001>(rows, inputs),
        group::<8, 0b0010>(rows, inputs),
        group::<8, 0b0100>(rows, inputs),
        group::<8, 0b1000>(rows, inputs),
    ];
    let [ab, bc, cd, da] = [
        group::<9, 0b0011>(rows, inputs),
        group::<9, 0b0110>(rows, inputs),
        group::<9, 0b1100>(rows, inputs),
        group::<9, 0b1001>(rows, inputs),
    ];
    let [ac, bd] = [
        group::<3, 0b0101>(rows, inputs),
        group::<3, 0b1010>(rows, inputs),
    ];
    let [bcd, acd, abd, abc] = [
        group::<1, 0b1110>(rows, inputs),
        group::<1, 0b1101>(rows, inputs),
        group::<1, 0b1011>(rows, inputs),
        group::<1, 0b0111>(rows, inputs),
    ];
    let threes = add(add(abc, abd), add(acd, bcd));
    let part = |alone, two, other_two, opposite, without| {
        let sides = add(add(alone, opposite), add(two, other_two));
        _mm512_castsi512_si256(add(sides, _mm512_sub_epi16(threes, without)))
    };
    let parts = [
        part(a, da, ab, ac, bcd),
        part(b, ab, bc, bd, acd),
        part(c, bc, cd, ac, abd),
        part(d, cd, da, bd, abc),
    ];
    let ones = add(add(a, b), add(c, d));
    let twos = add(add(ab, bc), add(cd, da));
    let rest = add(add(ac, bd), add(threes, counts(rows, inputs)));
    (add(add(ones, twos), rest), parts)
}

/// The sum of rows of the `N` lanes that count for exactly the quadrants `WANTED`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn group<const N: usize, const WANTED: u8>(rows: &Rows, inputs: &Inputs<'_>) -> Sums {
    let lanes = const { lanes::<N>(WANTED) };
    let mut sum = row(rows, inputs, lanes[0]);
    for &lane in &lanes[1..] {
        sum = add(sum, row(rows, inputs, lane));
    }
    sum
}

/// The sum of rows of the counts.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn counts(rows: &Rows, inputs: &Inputs<'_>) -> Sums {
    let mut sum = row(rows, inputs, FEATURES);
    for lane in FEATURES + 1..INPUTS {
        sum = add(sum, row(rows, inputs, lane));
    }
    sum
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn row(rows: &Rows, inputs: &Inputs<'_>, lane: usize) -> Sums {
    _mm512_cvtepi8_epi16(must_cast(*rows.row(lane, inputs).bytes()))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add(a: Sums, b: Sums) -> Sums {
    _mm512_add_epi16(a, b)
}

/// The hidden units for the whole board.
#[inline]
#[target_feature(enable = "avx512f,avx512vnni")]
fn wide(head: &Registers, whole: &WholePairs) -> [__m512i; 2] {
    // Even and odd pairs are summed separately, so that they do not wait for each other.
    let mut totals = [head.wide_bias, [_mm512_setzero_si512(); 2]];
    for (pair, [low, high]) in head.wide.iter().enumerate() {
        let two = _mm512_set1_epi32(whole[pair]);
        let [a, b] = &mut totals[pair % 2];
        *a = _mm512_dpwssd_epi32(*a, *low, two);
        *b = _mm512_dpwssd_epi32(*b, *high, two);
    }
    let [[a, b], [c, d]] = totals;
    [
        clipped(_mm512_add_epi32(a, c)),
        clipped(_mm512_add_epi32(b, d)),
    ]
}

/// The hidden units for a quadrant, those of all quadrants added up.
#[inline]
#[target_feature(enable = "avx512f,avx512vnni")]
fn local(head: &Registers, parts: &[PartPairs; QUADRANTS]) -> __m512i {
    let [bias] = head.local_bias;
    let mut totals = [bias; QUADRANTS];
    for (pair, [weights]) in head.local.iter().enumerate() {
        for (total, part) in totals.iter_mut().zip(parts) {
            *total = _mm512_dpwssd_epi32(*total, *weights, _mm512_set1_epi32(part[pair]));
        }
    }
    let [a, b, c, d] = totals;
    let (ab, cd) = (
        _mm512_add_epi32(clipped(a), clipped(b)),
        _mm512_add_epi32(clipped(c), clipped(d)),
    );
    _mm512_add_epi32(ab, cd)
}

/// The outputs of hidden units: shifted and clipped.
#[inline]
#[target_feature(enable = "avx512f")]
fn clipped(total: __m512i) -> __m512i {
    let shifted = _mm512_srai_epi32::<SHIFT>(total);
    let (least, most) = (_mm512_setzero_si512(), _mm512_set1_epi32(MAX_HIDDEN));
    _mm512_min_epi32(_mm512_max_epi32(shifted, least), most)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn last(output: &Output, wide: &[__m512i; 2], local: __m512i, whole: &WholePairs) -> i32 {
    let product = |a, b| _mm512_mullo_epi32(a, b);
    let [low, high]: [__m256i; 2] = must_cast(*whole);
    let (low, high) = (_mm512_cvtepi16_epi32(low), _mm512_cvtepi16_epi32(high));
    let by_wide = _mm512_add_epi32(
        product(output.wide[0], wide[0]),
        product(output.wide[1], wide[1]),
    );
    let direct = _mm512_add_epi32(
        product(output.direct[0], low),
        product(output.direct[1], high),
    );
    let rest = _mm512_add_epi32(product(output.local[0], local), output.bias);
    _mm512_reduce_add_epi32(_mm512_add_epi32(_mm512_add_epi32(by_wide, direct), rest))
}
