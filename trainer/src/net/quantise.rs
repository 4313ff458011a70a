//! Quantisation: converts the net from floating point to the engine's integers.

use bytemuck::Zeroable;
use kaeshi::games::othello::DISC;
use kaeshi::games::othello::net::{self, OUTPUT_SHIFT, Pairs, SHIFT, UNIT};

use crate::pack::compress;

use super::model::{DISCS, Head, Model, Output, Row};

/// Maximum absolute value of a number in an integer row.
const MAX_WEIGHT: f32 = 127.0;
/// One row in this number may be clipped, so that all others get finer steps.
const CUT: usize = 4000;
/// Score units in a disc.
const SCORE: f32 = DISC as f32;

/// The scale of each number of a row: its integer steps per unit.
#[must_use]
pub fn scales(rows: &[Row]) -> Row {
    std::array::from_fn(|k| {
        let mut sizes: Vec<f32> = rows
            .iter()
            .map(|row| row[k].abs())
            .filter(|&x| x > 0.0)
            .collect();
        if sizes.is_empty() {
            return 1.0;
        }
        let last = sizes.len() - 1 - sizes.len() / CUT;
        let (_, &mut large, _) = sizes.select_nth_unstable_by(last, f32::total_cmp);
        MAX_WEIGHT / large
    })
}

/// The nearest integer row.
#[must_use]
pub fn row(row: &Row, scales: &Row) -> net::Embedding {
    net::Embedding::new(std::array::from_fn(|k| {
        (row[k] * scales[k]).round().clamp(-MAX_WEIGHT, MAX_WEIGHT) as i8
    }))
}

/// Rounds every row to the nearest one with an integer equivalent.
pub fn fake_quantise(model: &mut Model, scales: &Row) {
    for floating in &mut model.rows {
        let integer = row(floating, scales).numbers();
        *floating = std::array::from_fn(|k| f32::from(integer[k]) / scales[k]);
    }
}

/// The integer head for rows with those scales.
#[must_use]
pub fn head(head: &Head, scales: &Row) -> net::Head {
    let unit = UNIT as f32;
    let place = (1 << SHIFT) as f32;
    let half = 1 << (SHIFT - 1);
    let bias = |bias: &f32| ((bias * unit * place).round() as i32).saturating_add(half);
    let mut integer = net::Head::zeroed();
    integer.board = pairs(&head.wide, scales, unit * place);
    integer.quadrant = pairs(&head.local, scales, unit * place);
    integer.wide_bias = head.wide_bias.each_ref().map(bias);
    integer.local_bias = head.local_bias.each_ref().map(bias);
    integer.score = output(&head.score, scales);
    integer.error = output(&head.error, scales);
    integer
}

fn pairs<const N: usize, const D: usize, const P: usize>(
    weights: &[[f32; D]; N],
    scales: &Row,
    unit: f32,
) -> Pairs<N, P> {
    let weight = |of: usize, k: usize| (weights[of][k] / scales[k] * unit).round() as i16;
    let mut pairs = [[[0; 2]; N]; P];
    for (pair, units) in pairs.iter_mut().enumerate() {
        for (of, both) in units.iter_mut().enumerate() {
            *both = [weight(of, 2 * pair), weight(of, 2 * pair + 1)];
        }
    }
    pairs
}

fn output(output: &Output, scales: &Row) -> net::Output {
    let one = DISCS * SCORE * (1 << OUTPUT_SHIFT) as f32;
    let hidden = |weight: &f32| (weight * one / UNIT as f32).round() as i32;
    let mut integer = net::Output::zeroed();
    integer.wide = output.wide.each_ref().map(hidden);
    integer.local = output.local.each_ref().map(hidden);
    integer.direct = std::array::from_fn(|k| (output.direct[k] / scales[k] * one).round() as i32);
    let half = 1 << (OUTPUT_SHIFT - 1);
    integer.bias = ((output.bias * one).round() as i32).saturating_add(half);
    integer
}

/// The file of a net whose stages begin at `fewest` empty squares.
#[must_use]
pub fn pack(fewest: &[u8], model: &Model, scales: &Row) -> Vec<u8> {
    let rows: Vec<net::Embedding> = model
        .rows
        .iter()
        .map(|floating| row(floating, scales))
        .collect();
    let heads: Vec<net::Head> = model
        .heads
        .iter()
        .map(|floating| head(floating, scales))
        .collect();
    net::write(fewest, &rows, &heads, compress)
}
