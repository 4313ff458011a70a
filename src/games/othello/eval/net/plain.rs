//! The net as the documentation of [`super`] says it, number by number: the slow twin of all others.

use super::groups::quadrants;
use super::head::{Head, MAX_HIDDEN, Output, Pairs, SHIFT};
use super::layout::{BOARD_HIDDEN, EMBEDDING_DIM, QUADRANT_DIM, QUADRANT_HIDDEN, QUADRANTS};
use super::move_inputs::NET_INPUTS;
use super::rows::{Embedding, Rows};
use crate::games::othello::eval::features::FEATURES;
use crate::games::othello::eval::inputs::INPUTS;

type Sums<const D: usize> = [i16; D];

/// The first `N` outputs, before the last shift: the score, then its expected error. `inputs` are those of the trainer.
#[inline]
pub(super) fn outputs<const N: usize>(
    rows: &Rows,
    head: &Head,
    inputs: &[u32; NET_INPUTS],
) -> [i32; N] {
    let [states, counts, moves] = rows.parts();
    let mut whole = [0; EMBEDDING_DIM];
    let mut parts = [[0; QUADRANT_DIM]; QUADRANTS];
    for (lane, &input) in inputs.iter().enumerate() {
        let input = input as usize;
        let row = match lane {
            ..FEATURES => &states[input],
            FEATURES..INPUTS => &counts[input - states.len()],
            _ => &moves[input],
        };
        add(&mut whole, row);
        let mine = quadrants(lane);
        for (quadrant, part) in parts.iter_mut().enumerate() {
            if mine >> quadrant & 1 != 0 {
                add(part, row);
            }
        }
    }
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

/// Adds the first `D` numbers of a row to `sums`.
fn add<const D: usize>(sums: &mut Sums<D>, row: &Embedding) {
    for (sum, value) in sums.iter_mut().zip(row.numbers()) {
        *sum += i16::from(value);
    }
}

fn hidden<const N: usize, const P: usize, const D: usize>(
    weights: &Pairs<N, P>,
    bias: &[i32; N],
    sums: &Sums<D>,
) -> [i32; N] {
    let mut totals = *bias;
    for (pair, weights) in weights.iter().enumerate() {
        let [a, b] = [sums[2 * pair], sums[2 * pair + 1]].map(i32::from);
        for (total, &[by_a, by_b]) in totals.iter_mut().zip(weights) {
            *total += i32::from(by_a) * a + i32::from(by_b) * b;
        }
    }
    totals.map(|total| (total >> SHIFT).clamp(0, MAX_HIDDEN))
}

fn last(
    output: &Output,
    wide: &[i32; BOARD_HIDDEN],
    local: &[i32; QUADRANT_HIDDEN],
    whole: &Sums<EMBEDDING_DIM>,
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
