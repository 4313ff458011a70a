//! Quantisation: converts the net from floating point to the engine's integers, and back.

use bytemuck::Zeroable;
use kaeshi::games::othello::DISC;
use kaeshi::games::othello::net::{
    self, BOARD_HIDDEN, EMBEDDING_DIM, Net, OUTPUT_SHIFT, Pairs, SHIFT, UNIT,
};

use super::learn::AT_FIRST;
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

/// The nearest integer row whose numbers are multiples of `step`, a power of two.
#[must_use]
pub fn row(row: &Row, scales: &Row, step: u8) -> net::Embedding {
    let step = f32::from(step);
    let most = (MAX_WEIGHT / step).floor();
    net::Embedding::new(std::array::from_fn(|k| {
        let steps = (row[k] * scales[k] / step).round();
        (steps.clamp(-most, most) * step) as i8
    }))
}

/// Logarithms of the steps that a row may have.
const STEPS: std::ops::RangeInclusive<u8> = 0..=6;
/// Exponents of the coarseness, which is 2 to the power of half of one.
const COARSENESS: std::ops::RangeInclusive<i32> = -100..=60;

/// The step of each row: 1 for all without a `size`, else as small as a file of about `size` bytes allows.
///
/// `squares` are the sums of the squared gradients of the rows. Rounding to a step adds to the error of the net in
/// proportion to them and to the square of the step. So all rows may add the same, and the larger the gradients, the
/// smaller the step.
#[must_use]
pub fn steps(
    fewest: &[u8],
    model: &Model,
    squares: &[Row],
    scales: &Row,
    size: Option<u64>,
) -> Vec<u8> {
    let Some(size) = size else {
        return vec![1; model.rows.len()];
    };
    let steps = |exponent: i32| -> Vec<u8> {
        let coarseness = (exponent as f32 / 2.0).exp2();
        let step = |row| step(row, scales, coarseness);
        squares.iter().map(step).collect()
    };
    let exponents: Vec<i32> = COARSENESS.collect();
    let too_fine = exponents.partition_point(|&exponent| {
        let mut rounded = model.clone();
        fake_quantise(&mut rounded, scales, &steps(exponent));
        pack(fewest, &rounded, scales).len() as u64 > size
    });
    steps(
        exponents
            .get(too_fine)
            .copied()
            .unwrap_or(*COARSENESS.end()),
    )
}

/// The largest step of a row, a power of two, whose rounding adds as little as `coarseness` says.
fn step(squares: &Row, scales: &Row, coarseness: f32) -> u8 {
    let sums = squares.iter().zip(scales);
    let sum: f32 = sums
        .map(|(square, scale)| (square - AT_FIRST) / scale.powi(2))
        .sum();
    let most = (coarseness * EMBEDDING_DIM as f32 / sum).sqrt();
    let mut steps = STEPS.rev().map(|log| 1 << log);
    steps.find(|&step| f32::from(step) <= most).unwrap_or(1)
}

/// Rounds every row to the nearest one with an integer equivalent.
pub fn fake_quantise(model: &mut Model, scales: &Row, steps: &[u8]) {
    for (floating, &step) in model.rows.iter_mut().zip(steps) {
        *floating = floating_row(&row(floating, scales, step), scales);
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

/// The floating-point model of an integer net.
///
/// A file does not hold the scales of its rows. They are chosen so that the weights of the hidden units for the whole board have
/// the deviation of an untrained net, since the learning rates suit numbers of that size.
#[must_use]
pub fn unpack(net: &Net) -> Model {
    let scales = suitable_scales(net.heads());
    let rows = net.canonical_rows();
    Model {
        rows: rows.iter().map(|row| floating_row(row, &scales)).collect(),
        heads: net
            .heads()
            .iter()
            .map(|head| floating_head(head, &scales))
            .collect(),
    }
}

/// The scale of each number of a row with which the weights of the hidden units have the deviation of an untrained net.
pub(super) fn suitable_scales(heads: &[net::Head]) -> Row {
    let wanted = 1.0 / (EMBEDDING_DIM as f32).sqrt();
    std::array::from_fn(|k| {
        let weights = heads.iter().flat_map(|head| head.board[k / 2]);
        let squares: f32 = weights.map(|pair| f32::from(pair[k % 2]).powi(2)).sum();
        let deviation = (squares / (heads.len() * BOARD_HIDDEN) as f32).sqrt();
        let one = (UNIT << SHIFT) as f32;
        if deviation > 0.0 {
            wanted * one / deviation
        } else {
            one
        }
    })
}

fn floating_row(row: &net::Embedding, scales: &Row) -> Row {
    let integer = row.numbers();
    std::array::from_fn(|k| f32::from(integer[k]) / scales[k])
}

/// The inverse of [`head`], up to rounding.
fn floating_head(integer: &net::Head, scales: &Row) -> Head {
    let unit = (UNIT << SHIFT) as f32;
    let half = 1 << (SHIFT - 1);
    let bias = |bias: &i32| bias.saturating_sub(half) as f32 / unit;
    Head {
        wide: unpaired(&integer.board, scales, unit),
        wide_bias: integer.wide_bias.each_ref().map(bias),
        local: unpaired(&integer.quadrant, scales, unit),
        local_bias: integer.local_bias.each_ref().map(bias),
        score: floating_output(&integer.score, scales),
        error: floating_output(&integer.error, scales),
    }
}

fn unpaired<const N: usize, const D: usize, const P: usize>(
    pairs: &Pairs<N, P>,
    scales: &Row,
    unit: f32,
) -> [[f32; D]; N] {
    let weight = |of: usize, k: usize| f32::from(pairs[k / 2][of][k % 2]) * scales[k] / unit;
    std::array::from_fn(|of| std::array::from_fn(|k| weight(of, k)))
}

fn floating_output(integer: &net::Output, scales: &Row) -> Output {
    let one = DISCS * SCORE * (1 << OUTPUT_SHIFT) as f32;
    let hidden = |weight: &i32| *weight as f32 * UNIT as f32 / one;
    let half = 1 << (OUTPUT_SHIFT - 1);
    Output {
        wide: integer.wide.each_ref().map(hidden),
        local: integer.local.each_ref().map(hidden),
        direct: std::array::from_fn(|k| integer.direct[k] as f32 * scales[k] / one),
        bias: integer.bias.saturating_sub(half) as f32 / one,
    }
}

/// The file of a net whose stages begin at `fewest` empty squares.
#[must_use]
pub fn pack(fewest: &[u8], model: &Model, scales: &Row) -> Vec<u8> {
    let rows: Vec<net::Embedding> = model
        .rows
        .iter()
        .map(|floating| row(floating, scales, 1))
        .collect();
    let heads: Vec<net::Head> = model
        .heads
        .iter()
        .map(|floating| head(floating, scales))
        .collect();
    net::write(fewest, &rows, &heads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::model::Input;
    use crate::rng::Rng;

    /// A net that was unpacked and packed again says the same of a position within a twentieth of a disc.
    #[test]
    fn a_packed_net_unpacks_to_the_same_model() {
        let mut rng = Rng::new(3);
        let mut model = Model::new(2, &mut rng);
        for number in model.rows.as_flattened_mut() {
            *number = 0.05 * rng.normal();
        }
        let scales = scales(&model.rows);
        let steps = steps(&[0, 20], &model, &[], &scales, None);
        fake_quantise(&mut model, &scales, &steps);
        let net = Net::read(&pack(&[0, 20], &model, &scales)).expect("a valid net");
        let again = unpack(&net);
        assert_eq!(net.stages(), [0, 20]);
        for _ in 0..100 {
            let rows = std::array::from_fn(|_| rng.below(model.rows.len() as u32));
            let stage = rng.below(2) as usize;
            let input = Input { rows, stage };
            let [before, after] = [&model, &again].map(|model| model.forward(&input).score * DISCS);
            assert!((before - after).abs() < 0.05, "{before} {after}");
        }
    }

    /// The rows that matter least get the largest steps, all only as large as the size wants, and the file has that
    /// size.
    #[test]
    fn rows_that_matter_little_make_room() {
        let mut rng = Rng::new(4);
        let mut model = Model::new(1, &mut rng);
        // All others are zeros, which take a byte each.
        for number in model.rows[..4000].as_flattened_mut() {
            *number = 0.05 * rng.normal();
        }
        let squares: Vec<Row> = (0..model.rows.len())
            .map(|row| [AT_FIRST + [0.0, 1.0, 100.0, 1e4][row % 4]; EMBEDDING_DIM])
            .collect();
        let scales = scales(&model.rows);
        let packed = |size: Option<u64>| {
            let steps = steps(&[0], &model, &squares, &scales, size);
            let mut rounded = model.clone();
            fake_quantise(&mut rounded, &scales, &steps);
            (steps, pack(&[0], &rounded, &scales).len() as u64)
        };
        let (fine, whole) = packed(None);
        assert!(fine.iter().all(|&step| step == 1));
        let (coarsest, least) = packed(Some(1));
        assert!(coarsest.iter().all(|&step| step == 64));
        let wanted = u64::midpoint(least, whole);
        let (steps, size) = packed(Some(wanted));
        assert!(
            (u64::midpoint(least, wanted)..=wanted).contains(&size),
            "{size}, between {least} and {whole}"
        );
        let [unseen, rare, common, everywhere] = [0, 1, 2, 3].map(|row| steps[row]);
        assert_eq!(unseen, 64);
        assert!(
            rare > common && common > everywhere,
            "{rare} {common} {everywhere}"
        );
        assert!((4..steps.len()).all(|row| steps[row] == steps[row % 4]));
    }
}
