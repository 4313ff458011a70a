//! The net in arithmetic on arrays, which compilers turn into the vector instructions of any processor.

use bytemuck::must_cast;

use super::dot;
use super::groups::lanes;
use super::head::{Head, MAX_HIDDEN, Output, Pairs, SHIFT};
use super::inputs::Inputs;
use super::layout::{BOARD_HIDDEN, EMBEDDING_DIM, QUADRANT_DIM, QUADRANT_HIDDEN, QUADRANTS};
use super::move_inputs::NET_INPUTS;
use super::rows::{BIAS, Rows};
use crate::games::othello::eval::features::FEATURES;
use crate::games::othello::eval::inputs::INPUTS;

/// Sums of one half of the rows' numbers.
type Sums = [i16; QUADRANT_DIM];

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

/// The first `N` outputs, before the last shift: the score, then its expected error.
#[inline]
pub(super) fn outputs<const N: usize>(rows: &Rows, head: &Head, inputs: &Inputs<'_>) -> [i32; N] {
    let (whole, parts) = sums(rows, inputs);
    let whole: [i16; EMBEDDING_DIM] = must_cast(whole);
    let wide = hidden(&head.board, &head.wide_bias, &whole);
    let mut local = [0; QUADRANT_HIDDEN];
    for part in &parts {
        let hidden = hidden(&head.quadrant, &head.local_bias, part);
        for (sum, value) in local.iter_mut().zip(hidden) {
            *sum += value;
        }
    }
    let all = [&head.score, &head.error];
    std::array::from_fn(|output| last(all[output], &wide, &local, &whole))
}

/// The sums of rows of the whole board, and those of each quadrant.
#[inline]
fn sums(rows: &Rows, inputs: &Inputs<'_>) -> ([Sums; 2], [Sums; QUADRANTS]) {
    let mut others = [0; QUADRANT_DIM];
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
    let threes = add(add(abc, abd), add(acd, bcd));
    let part = |alone, two, other_two, opposite, without| {
        let sides = add(add(alone, opposite), add(two, other_two));
        unbiased(add(sides, subtract(threes, without)), ROWS_OF_A_QUADRANT)
    };
    let parts = [
        part(a, da, ab, ac, bcd),
        part(b, ab, bc, bd, acd),
        part(c, bc, cd, ac, abd),
        part(d, cd, da, bd, abc),
    ];
    let ones = add(add(a, b), add(c, d));
    let twos = add(add(ab, bc), add(cd, da));
    let counts = sum(rows, inputs, FEATURES..INPUTS, &mut others);
    let rest = add(add(ac, bd), add(threes, counts));
    let whole = unbiased(add(add(ones, twos), rest), ROWS_OF_THE_BOARD);
    ([whole, others], parts)
}

/// The [`sum`] of rows of the `N` lanes that count for exactly the quadrants `WANTED`.
#[inline]
fn group<const N: usize, const WANTED: u8>(
    rows: &Rows,
    inputs: &Inputs<'_>,
    others: &mut Sums,
) -> Sums {
    let lanes = const { lanes::<N>(WANTED) };
    sum(rows, inputs, lanes, others)
}

/// The sum of the rows of `lanes`. Returns the numbers that quadrants use, with [`BIAS`] too much for each row; adds the numbers that
/// they do not use to `others`.
///
/// A row is sixteen pairs of numbers, each read as one of 16 bits. Their sum is that of the first numbers plus 256
/// times that of the second ones, so that nothing has to be widened.
#[inline]
fn sum(
    rows: &Rows,
    inputs: &Inputs<'_>,
    lanes: impl IntoIterator<Item = usize>,
    others: &mut Sums,
) -> Sums {
    let (mut pairs, mut seconds) = ([0; QUADRANT_DIM], [0; QUADRANT_DIM]);
    for lane in lanes {
        let row: Sums = must_cast(*rows.row(lane, inputs).bytes());
        let row = row.map(i16::from_le);
        pairs = add(pairs, row);
        seconds = add(seconds, row.map(|pair| pair >> 8));
    }
    *others = add(*others, seconds);
    subtract(pairs, seconds.map(|second| second << 8))
}

/// Subtracts the [`BIAS`] of `rows` rows.
#[inline]
fn unbiased(sums: Sums, rows: i16) -> Sums {
    sums.map(|sum| sum.wrapping_sub(i16::from(BIAS) * rows))
}

#[inline]
fn add(a: Sums, b: Sums) -> Sums {
    std::array::from_fn(|at| a[at].wrapping_add(b[at]))
}

#[inline]
fn subtract(a: Sums, b: Sums) -> Sums {
    std::array::from_fn(|at| a[at].wrapping_sub(b[at]))
}

/// The outputs of one layer of `N` units.
#[inline]
fn hidden<const N: usize, const P: usize, const D: usize>(
    weights: &Pairs<N, P>,
    bias: &[i32; N],
    sums: &[i16; D],
) -> [i32; N] {
    let mut totals = *bias;
    for (weights, &pair) in weights.iter().zip(sums.as_chunks::<2>().0) {
        let pair: [i16; 8] = must_cast([pair; 4]);
        let fours = totals.as_chunks_mut::<4>().0.iter_mut();
        for (totals, weights) in fours.zip(weights.as_chunks::<4>().0) {
            let products = dot::pairs(must_cast(*weights), pair);
            for (total, product) in totals.iter_mut().zip(products) {
                *total += product;
            }
        }
    }
    totals.map(|total| (total >> SHIFT).clamp(0, MAX_HIDDEN))
}

#[inline]
fn last(
    output: &Output,
    wide: &[i32; BOARD_HIDDEN],
    local: &[i32; QUADRANT_HIDDEN],
    whole: &[i16; EMBEDDING_DIM],
) -> i32 {
    let mut total = output.bias;
    for (weight, value) in output.wide.iter().zip(wide) {
        total += weight * value;
    }
    for (weight, value) in output.local.iter().zip(local) {
        total += weight * value;
    }
    for (weight, &sum) in output.direct.iter().zip(whole) {
        total += weight * i32::from(sum);
    }
    total
}
