//! The net with AVX2: registers of sixteen 16-bit numbers.
//!
//! Processors with AVX-512 use it too: there is little to gain from registers of 512 bits, and on Intel's they slow down
//! what runs beside them. With them FFO 20 to 39 took 7 percent more time, midgames 1.5 percent.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi16_epi32, _mm256_extracti128_si256,
    _mm256_madd_epi16, _mm256_max_epi32, _mm256_min_epi32, _mm256_mullo_epi32, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_slli_epi16, _mm256_srai_epi16,
    _mm256_srai_epi32, _mm256_sub_epi16,
};
use std::hint::black_box;

use bytemuck::{Pod, Zeroable, must_cast, must_cast_ref};

use super::groups::lanes;
use super::head::{Head, MAX_HIDDEN, SHIFT};
use super::inputs::Inputs;
use super::layout::{BOARD_HIDDEN, EMBEDDING_DIM, QUADRANT_DIM, QUADRANT_HIDDEN, QUADRANTS};
use super::move_inputs::NET_INPUTS;
use super::rows::{BIAS, Rows};
use crate::games::othello::eval::features::FEATURES;
use crate::games::othello::eval::inputs::INPUTS;

/// Sums of rows, sixteen numbers of 16 bits.
type Sums = __m256i;

/// Registers that hold the sum of rows.
const REGISTERS: usize = EMBEDDING_DIM / 16;
/// The quadrants use the first of these registers.
const _: () = assert!(QUADRANT_DIM == 16 && REGISTERS == 2);
/// Rows added up for the whole board.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "some eighty"
)]
const ROWS_OF_THE_BOARD: i16 = NET_INPUTS as i16;
/// Rows added up for a quadrant. They count for it alone, for it and a neighbour, for it and the opposite one, or for
/// it and two others.
const ROWS_OF_A_QUADRANT: i16 = 8 + 2 * 9 + 3 + 3;

/// A [`Head`], in registers.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Registers {
    wide: [[__m256i; BOARD_HIDDEN / 8]; EMBEDDING_DIM / 2],
    local: [[__m256i; QUADRANT_HIDDEN / 8]; QUADRANT_DIM / 2],
    wide_bias: [__m256i; BOARD_HIDDEN / 8],
    local_bias: [__m256i; QUADRANT_HIDDEN / 8],
    score: Output,
    error: Output,
}

/// An output, in registers.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Output {
    wide: [__m256i; BOARD_HIDDEN / 8],
    local: [__m256i; QUADRANT_HIDDEN / 8],
    direct: [[__m256i; 2]; REGISTERS],
    /// In the first lane; the others are padding.
    bias: __m256i,
}

/// The first `N` outputs, before the last shift: the score, then its expected error.
#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn outputs<const N: usize>(rows: &Rows, head: &Head, inputs: &Inputs<'_>) -> [i32; N] {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe { outputs_in_vector(rows, head, inputs) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn outputs_in_vector<const N: usize>(rows: &Rows, head: &Head, inputs: &Inputs<'_>) -> [i32; N] {
    let (whole, parts) = sums(rows, inputs);
    let head: &Registers = must_cast_ref(head);
    let [wide] = hidden(&head.wide, &head.wide_bias, [whole]);
    let parts = hidden(&head.local, &head.local_bias, parts.map(|part| [part]));
    let mut local = parts[0];
    for part in &parts[1..] {
        for (sum, &value) in local.iter_mut().zip(part) {
            *sum = add32(*sum, value);
        }
    }
    let mut direct = [[_mm256_setzero_si256(); 2]; REGISTERS];
    for (both, words) in direct.iter_mut().zip(whole) {
        *both = halves(words);
    }
    let mut all = [0; N];
    for (total, output) in all.iter_mut().zip([&head.score, &head.error]) {
        *total = last(output, &wide, &local, &direct);
    }
    all
}

/// The sums of rows of the whole board, and those of each quadrant.
///
/// Every sum is a call of its own: the compiler leaves in memory what goes through a closure.
#[inline]
#[target_feature(enable = "avx2")]
fn sums(rows: &Rows, inputs: &Inputs<'_>) -> ([Sums; REGISTERS], [Sums; QUADRANTS]) {
    let mut others = _mm256_setzero_si256();
    let [a, b, c, d] = [
        group::<8, 0b0001>(rows, inputs, &mut others),
        group::<8, 0b0010>(rows, inputs, &mut others),
        group::<8, 0b0100>(rows, inputs, &mut others),
        group::<8, 0b1000>(rows, inputs, &mut others),
    ];
    let [ab, bc, cd, da] = [
        group::<9, 0b0011>(rows, inputs, &mut others),
        group::<9, 0b0110>(rows, inputs, &mut others),
        group::<9, 0b1100>(rows, inputs, &mut others),
        group::<9, 0b1001>(rows, inputs, &mut others),
    ];
    let [ac, bd] = [
        group::<3, 0b0101>(rows, inputs, &mut others),
        group::<3, 0b1010>(rows, inputs, &mut others),
    ];
    let [bcd, acd, abd, abc] = [
        group::<1, 0b1110>(rows, inputs, &mut others),
        group::<1, 0b1101>(rows, inputs, &mut others),
        group::<1, 0b1011>(rows, inputs, &mut others),
        group::<1, 0b0111>(rows, inputs, &mut others),
    ];
    let threes = add16(add16(abc, abd), add16(acd, bcd));
    let part = |alone, two, other_two, opposite, without| {
        let sides = add16(add16(alone, opposite), add16(two, other_two));
        let sum = add16(sides, _mm256_sub_epi16(threes, without));
        unbiased(sum, ROWS_OF_A_QUADRANT)
    };
    let parts = [
        part(a, da, ab, ac, bcd),
        part(b, ab, bc, bd, acd),
        part(c, bc, cd, ac, abd),
        part(d, cd, da, bd, abc),
    ];
    let ones = add16(add16(a, b), add16(c, d));
    let twos = add16(add16(ab, bc), add16(cd, da));
    let counts = counts(rows, inputs, &mut others);
    let rest = add16(add16(ac, bd), add16(threes, counts));
    let whole = unbiased(add16(add16(ones, twos), rest), ROWS_OF_THE_BOARD);
    ([whole, others], parts)
}

/// The sum of rows of the `N` lanes that count for exactly the quadrants `WANTED`. Returns the numbers that quadrants
/// use, with [`BIAS`] too much for each row; adds the numbers that they do not use to `others`.
///
/// A row is sixteen pairs of numbers, each read as one of 16 bits. Their sum is that of the first numbers plus 256
/// times that of the second ones, so that nothing has to be widened.
#[inline]
#[target_feature(enable = "avx2")]
fn group<const N: usize, const WANTED: u8>(
    rows: &Rows,
    inputs: &Inputs<'_>,
    others: &mut Sums,
) -> Sums {
    let lanes = const { lanes::<N>(WANTED) };
    let [mut pairs, mut seconds] = row(rows, inputs, lanes[0]);
    for &lane in &lanes[1..] {
        let [pair, second] = row(rows, inputs, lane);
        (pairs, seconds) = (add16(pairs, pair), add16(seconds, second));
    }
    *others = add16(*others, seconds);
    firsts(pairs, seconds)
}

/// The sum of rows of the counts, in the same way. One function for both makes a midgame search a twelfth slower.
#[inline]
#[target_feature(enable = "avx2")]
fn counts(rows: &Rows, inputs: &Inputs<'_>, others: &mut Sums) -> Sums {
    let [mut pairs, mut seconds] = row(rows, inputs, FEATURES);
    for lane in FEATURES + 1..INPUTS {
        let [pair, second] = row(rows, inputs, lane);
        (pairs, seconds) = (add16(pairs, pair), add16(seconds, second));
    }
    *others = add16(*others, seconds);
    firsts(pairs, seconds)
}

#[inline]
#[target_feature(enable = "avx2")]
fn row(rows: &Rows, inputs: &Inputs<'_>, lane: usize) -> [Sums; 2] {
    let pairs: __m256i = must_cast(*rows.row(lane, inputs).bytes());
    [pairs, _mm256_srai_epi16::<8>(pairs)]
}

/// The sums of the first numbers of pairs.
#[inline]
#[target_feature(enable = "avx2")]
fn firsts(pairs: Sums, seconds: Sums) -> Sums {
    _mm256_sub_epi16(pairs, _mm256_slli_epi16::<8>(seconds))
}

/// Subtracts the [`BIAS`] of `rows` rows.
#[inline]
#[target_feature(enable = "avx2")]
fn unbiased(sums: Sums, rows: i16) -> Sums {
    _mm256_sub_epi16(sums, _mm256_set1_epi16(i16::from(BIAS) * rows))
}

/// The same numbers in 32 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(words: __m256i) -> [__m256i; 2] {
    [
        _mm256_cvtepi16_epi32(_mm256_castsi256_si128(words)),
        _mm256_cvtepi16_epi32(_mm256_extracti128_si256::<1>(words)),
    ]
}

/// The outputs of one layer of `8 * N` units for each of `B` sums of rows.
#[inline]
#[target_feature(enable = "avx2")]
fn hidden<const N: usize, const P: usize, const R: usize, const B: usize>(
    weights: &[[__m256i; N]; P],
    bias: &[__m256i; N],
    sums: [[Sums; R]; B],
) -> [[__m256i; N]; B] {
    let sums = sums.map(must_cast::<_, [[i32; 8]; R]>);
    // From memory one instruction spreads a pair over a register; from a register the compiler would take two or three.
    let sums = black_box(&sums);
    let mut totals = [*bias; B];
    for (pair, weights) in weights.iter().enumerate() {
        for (totals, sums) in totals.iter_mut().zip(sums) {
            let two = _mm256_set1_epi32(sums[pair / 8][pair % 8]);
            for (total, weights) in totals.iter_mut().zip(weights) {
                *total = add_products(*total, *weights, two);
            }
        }
    }
    let (least, most) = (_mm256_setzero_si256(), _mm256_set1_epi32(MAX_HIDDEN));
    for total in totals.as_flattened_mut() {
        let shifted = _mm256_srai_epi32::<{ SHIFT.cast_signed() }>(*total);
        *total = _mm256_min_epi32(_mm256_max_epi32(shifted, least), most);
    }
    totals
}

#[inline]
#[target_feature(enable = "avx2")]
fn last(
    output: &Output,
    wide: &[__m256i; BOARD_HIDDEN / 8],
    local: &[__m256i; QUADRANT_HIDDEN / 8],
    direct: &[[__m256i; 2]; REGISTERS],
) -> i32 {
    let mut total = output.bias;
    for (&weight, &value) in output.wide.iter().zip(wide) {
        total = add32(total, _mm256_mullo_epi32(weight, value));
    }
    for (&weight, &value) in output.local.iter().zip(local) {
        total = add32(total, _mm256_mullo_epi32(weight, value));
    }
    for (&weight, &value) in output
        .direct
        .as_flattened()
        .iter()
        .zip(direct.as_flattened())
    {
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

/// `total` plus the sums of adjacent pairs of 16-bit products. Where the processor has VNNI, the compiler makes one
/// instruction of both, unless that takes longer.
#[inline]
#[target_feature(enable = "avx2")]
fn add_products(total: __m256i, a: __m256i, b: __m256i) -> __m256i {
    add32(total, _mm256_madd_epi16(a, b))
}
