//! The net in floating point, for training.

use bytemuck::{Pod, Zeroable};
use kaeshi::games::othello::net::{
    self, BOARD_HIDDEN, CANONICAL_NET_ENTRIES, EMBEDDING_DIM, NET_INPUTS, QUADRANT_DIM,
    QUADRANT_HIDDEN, QUADRANTS, quadrants,
};

use crate::rng::Rng;

/// Number of rows of a net, mirror images shared.
pub const ROWS: usize = CANONICAL_NET_ENTRIES;
/// Discs per unit of an output.
pub const DISCS: f32 = 8.0;
/// Maximum output of a hidden unit; the minimum is 0.
pub const MAX_HIDDEN: f32 = (net::MAX_HIDDEN / net::UNIT) as f32;

/// The embedding of a state, or a sum of embeddings.
pub type Row = [f32; EMBEDDING_DIM];
/// The first [`QUADRANT_DIM`] numbers of a row, which are also summed over quadrants.
pub type Part = [f32; QUADRANT_DIM];

/// The layers of one stage, with the fields of the integer net.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Head {
    /// Weights of the hidden units for the whole board.
    pub wide: [Row; BOARD_HIDDEN],
    /// Biases of the hidden units for the whole board.
    pub wide_bias: [f32; BOARD_HIDDEN],
    /// Weights of the hidden units for a quadrant.
    pub local: [Part; QUADRANT_HIDDEN],
    /// Biases of the hidden units for a quadrant.
    pub local_bias: [f32; QUADRANT_HIDDEN],
    /// The output for the score.
    pub score: Output,
    /// The output for the expected absolute error of the score.
    pub error: Output,
}

/// An output, in units of [`DISCS`].
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Output {
    /// Weights of the units for the whole board.
    pub wide: [f32; BOARD_HIDDEN],
    /// Weights of the units for the quadrants.
    pub local: [f32; QUADRANT_HIDDEN],
    /// Weights of the sum of rows.
    pub direct: Row,
    /// The bias, in units of [`DISCS`].
    pub bias: f32,
}

/// The input of the net for a position: its rows, mirror images shared, and its stage.
#[derive(Debug, Clone, Copy)]
pub struct Input {
    /// One row for each input.
    pub rows: [u32; NET_INPUTS],
    /// The index of the stage's head.
    pub stage: usize,
}

/// The intermediate results and the outputs of the net.
#[derive(Debug, Clone, Copy)]
pub struct Forward {
    /// The sum of all rows.
    pub whole: Row,
    /// The sums of the rows of each quadrant.
    pub parts: [Part; QUADRANTS],
    /// The hidden units for the whole board.
    pub wide: [f32; BOARD_HIDDEN],
    /// The hidden units of each quadrant.
    pub local: [[f32; QUADRANT_HIDDEN]; QUADRANTS],
    /// The sums of the hidden units over the quadrants.
    pub together: [f32; QUADRANT_HIDDEN],
    /// The score in units of [`DISCS`].
    pub score: f32,
    /// The expected error in units of [`DISCS`].
    pub error: f32,
}

/// A net.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The embedding of every state.
    pub rows: Vec<Row>,
    /// The head of each stage.
    pub heads: Vec<Head>,
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        bytemuck::bytes_of(self) == bytemuck::bytes_of(other)
    }
}

impl Head {
    /// Small random weights.
    fn random(rng: &mut Rng) -> Self {
        let mut head = Self::zeroed();
        let narrow = 1.0 / (EMBEDDING_DIM as f32).sqrt();
        fill(head.wide.as_flattened_mut(), rng, narrow);
        let part = 1.0 / (QUADRANT_DIM as f32).sqrt();
        fill(head.local.as_flattened_mut(), rng, part);
        fill(&mut head.wide_bias, rng, 0.1);
        fill(&mut head.local_bias, rng, 0.1);
        fill(&mut head.score.direct, rng, narrow);
        fill(
            &mut head.score.wide,
            rng,
            0.5 / (BOARD_HIDDEN as f32).sqrt(),
        );
        fill(
            &mut head.score.local,
            rng,
            0.35 / (QUADRANT_HIDDEN as f32).sqrt(),
        );
        // A typical error, so that the first steps are small.
        head.error.bias = 0.7;
        head
    }
}

fn fill(numbers: &mut [f32], rng: &mut Rng, deviation: f32) {
    for number in numbers {
        *number = deviation * rng.normal();
    }
}

impl Model {
    /// An untrained net: rows of zeros, and the same random head for all stages.
    #[must_use]
    pub fn new(stages: usize, rng: &mut Rng) -> Self {
        Self {
            rows: vec![[0.0; EMBEDDING_DIM]; ROWS],
            heads: vec![Head::random(rng); stages],
        }
    }

    /// Evaluates a position and returns all intermediate results.
    ///
    /// # Panics
    /// If the model does not have the position's stage or one of its rows.
    #[must_use]
    pub fn forward(&self, seen: &Input) -> Forward {
        let (whole, parts) = self.sums(&seen.rows);
        let head = &self.heads[seen.stage];
        let wide = hidden(&head.wide, &head.wide_bias, &whole);
        let local = parts.map(|part| hidden(&head.local, &head.local_bias, &part));
        let mut together = [0.0; QUADRANT_HIDDEN];
        for units in &local {
            add(&mut together, units);
        }
        let output = |output: &Output| {
            let direct = dot(&output.direct, &whole);
            output.bias + direct + dot(&output.wide, &wide) + dot(&output.local, &together)
        };
        Forward {
            whole,
            parts,
            wide,
            local,
            together,
            score: output(&head.score),
            error: output(&head.error),
        }
    }

    fn sums(&self, rows: &[u32; NET_INPUTS]) -> (Row, [Part; QUADRANTS]) {
        let mut whole = [0.0; EMBEDDING_DIM];
        let mut parts = [[0.0; QUADRANT_DIM]; QUADRANTS];
        for (lane, &number) in rows.iter().enumerate() {
            let row = &self.rows[number as usize];
            add(&mut whole, row);
            for (quadrant, part) in parts.iter_mut().enumerate() {
                if counts_for(lane, quadrant) {
                    add(part, first(row));
                }
            }
        }
        (whole, parts)
    }
}

/// Whether the row of that lane counts for that quadrant.
#[inline]
pub(super) fn counts_for(lane: usize, quadrant: usize) -> bool {
    const MINE: [u8; NET_INPUTS] = {
        let mut all = [0; NET_INPUTS];
        let mut lane = 0;
        while lane < NET_INPUTS {
            all[lane] = quadrants(lane);
            lane += 1;
        }
        all
    };
    MINE[lane] >> quadrant & 1 != 0
}

/// The part of a row that counts for quadrants.
#[inline]
fn first(row: &Row) -> &Part {
    row.first_chunk().expect("quadrants see a part of a row")
}

/// As [`first`], mutable.
#[inline]
pub(super) fn first_mut(row: &mut Row) -> &mut Part {
    row.first_chunk_mut()
        .expect("quadrants see a part of a row")
}

/// `a += b`.
#[inline]
pub(super) fn add<const N: usize>(a: &mut [f32; N], b: &[f32; N]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a += b;
    }
}

/// `a += by * b`.
#[inline]
pub(super) fn add_times<const N: usize>(a: &mut [f32; N], by: f32, b: &[f32; N]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a += by * b;
    }
}

#[inline]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    // Sixteen partial sums, so that the compiler can use SIMD.
    let mut sums = [0.0; 16];
    for (a, b) in a.chunks(16).zip(b.chunks(16)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}

#[inline]
fn hidden<const N: usize, const D: usize>(
    weights: &[[f32; D]; N],
    bias: &[f32; N],
    sums: &[f32; D],
) -> [f32; N] {
    std::array::from_fn(|unit| (dot(&weights[unit], sums) + bias[unit]).clamp(0.0, MAX_HIDDEN))
}
