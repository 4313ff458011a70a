//! The neural net: a learned evaluation of how patterns act together.
//!
//! Every pattern state and every count of the linear evaluation has an embedding, a row of [`EMBEDDING_DIM`] numbers
//! that all stages share. The rows of a position are summed over the whole board, and their first [`QUADRANT_DIM`]
//! numbers over each quadrant. One layer of clipped hidden units takes the sum of the board, another the sum of each
//! quadrant in turn. Their outputs and the sum of the board give the score and its expected error. Only these two
//! layers and the outputs depend on the stage.
//!
//! All numbers are integers: rows of 8 bits, sums of rows of 16, everything after them of 32. No position can make one
//! overflow; reading the file checks that.

#[cfg(all(
    target_feature = "avx2",
    not(all(target_feature = "avx512bw", target_feature = "avx512vnni"))
))]
mod avx2;
#[cfg(all(target_feature = "avx512bw", target_feature = "avx512vnni"))]
mod avx512;
mod file;
#[cfg(target_feature = "avx2")]
mod groups;
mod layout;
#[cfg(any(test, not(target_feature = "avx2")))]
mod portable;
mod rows;

use std::sync::OnceLock;

#[cfg(all(
    target_feature = "avx2",
    not(all(target_feature = "avx512bw", target_feature = "avx512vnni"))
))]
use avx2 as compute;
#[cfg(all(target_feature = "avx512bw", target_feature = "avx512vnni"))]
use avx512 as compute;
use bytemuck::{Pod, Zeroable};
pub use file::{NetError, write};
pub use layout::{
    BOARD_HIDDEN, EMBEDDING_DIM, QUADRANT_DIM, QUADRANT_HIDDEN, QUADRANTS, quadrants,
};
#[cfg(not(target_feature = "avx2"))]
use portable as compute;
pub use rows::Embedding;
use rows::Rows;

use super::board::Board;
use super::evaluate::{INPUTS, Mobility, fill, inputs};
use super::features::Features;
use crate::search::Score;

/// Fractional bits of the weights of hidden units.
pub const SHIFT: u32 = 10;
/// The value 1.0 of a hidden unit.
pub const UNIT: i32 = 256;
/// Largest output of a hidden unit: 8.0.
pub const MAX_HIDDEN: i32 = 8 * UNIT;
/// Fractional bits of an output, which is in score units.
pub const OUTPUT_SHIFT: u32 = 12;
/// The largest absolute score, in score units: 64 discs.
const MAX_SCORE: i32 = 64 * 128;
/// Smallest expected error before the game is over, in score units: half a disc.
const MIN_ERROR: i32 = 64;

/// The weights of `N` units for `P` pairs of inputs.
pub type Pairs<const N: usize, const P: usize> = [[[i16; 2]; N]; P];

/// The part of the net that depends on the stage: two hidden layers and two outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Head {
    /// Weights of the hidden units for the whole board, with [`SHIFT`] fractional bits; an output of [`UNIT`] is 1.0.
    pub board: Pairs<BOARD_HIDDEN, { EMBEDDING_DIM / 2 }>,
    /// Weights of the hidden units for a quadrant, in the same units.
    pub quadrant: Pairs<QUADRANT_HIDDEN, { QUADRANT_DIM / 2 }>,
    /// Biases of the hidden units for the whole board.
    pub wide_bias: [i32; BOARD_HIDDEN],
    /// Biases of the hidden units for a quadrant.
    pub local_bias: [i32; QUADRANT_HIDDEN],
    /// The score for the side to move.
    pub score: Output,
    /// The expected absolute error of the score.
    pub error: Output,
}

/// The weights of one output, with [`OUTPUT_SHIFT`] fractional bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Output {
    /// Weights of the hidden units for the whole board.
    pub wide: [i32; BOARD_HIDDEN],
    /// Weights of the hidden units for a quadrant; those of all quadrants are added up first.
    pub local: [i32; QUADRANT_HIDDEN],
    /// Weights of the sums of rows of the whole board.
    pub direct: [i32; EMBEDDING_DIM],
    /// Bias, in score units with [`OUTPUT_SHIFT`] fractional bits.
    pub bias: i32,
    /// Zeros that fill the register of the bias.
    pub padding: [i32; 15],
}

/// The outputs of the net: a score and its expected error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetOutput {
    /// The score for the side to move, -8192 to 8192.
    pub score: Score,
    /// The expected absolute error of the score in score units: 0 when the game is over, 64 to 8192 before.
    pub error: i16,
}

/// The whole net.
pub struct Net {
    rows: Box<Rows>,
    heads: Box<[Head]>,
    /// The index of the head for each number of empties, 0 to 64.
    head: [u8; 65],
}

impl Net {
    /// The score of `board` and its expected error; exact when the game is over.
    ///
    /// `features` are those of `board`.
    #[inline]
    #[must_use]
    pub fn evaluate(&self, board: Board, features: &Features) -> NetOutput {
        let [score, error] = self.outputs(board, features);
        NetOutput {
            score: Score(score),
            error,
        }
    }

    /// The score of [`Self::evaluate`] alone, which costs less.
    #[inline]
    #[must_use]
    pub fn score(&self, board: Board, features: &Features) -> Score {
        let [score] = self.outputs(board, features);
        Score(score)
    }

    /// The first `N` outputs: the score, then its expected error.
    #[inline]
    fn outputs<const N: usize>(&self, board: Board, features: &Features) -> [i16; N] {
        let mobility = Mobility::of(board);
        if !mobility.has_move() {
            return self.outputs_passed(board.passed(), features);
        }
        let mut inputs = [0; INPUTS];
        fill(&mut inputs, board, features, mobility);
        self.compute(board, &inputs)
    }

    /// The outputs when the side to move has no move: after the pass, or at the end of the game.
    #[cold]
    fn outputs_passed<const N: usize>(&self, passed: Board, features: &Features) -> [i16; N] {
        let mobility = Mobility::of(passed);
        let mut outputs = if mobility.has_move() {
            self.compute(passed, &inputs(passed, &features.passed(), mobility))
        } else {
            let mut over = [0; N];
            over[0] = passed.disc_diff().score().0;
            over
        };
        outputs[0] = -outputs[0];
        outputs
    }

    #[inline]
    fn compute<const N: usize>(&self, board: Board, inputs: &[u32; INPUTS]) -> [i16; N] {
        finish(compute::outputs(&self.rows, self.head(board), inputs))
    }

    #[inline]
    fn head(&self, board: Board) -> &Head {
        &self.heads[self.stage(board.empties())]
    }

    /// The stage of positions with `empties` empty squares, 0 to 63.
    #[inline]
    #[must_use]
    pub fn stage(&self, empties: u32) -> usize {
        usize::from(self.head[empties as usize & 63])
    }
}

/// The first `N` outputs in score units: shifted and clamped.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "clamped before")]
fn finish<const N: usize>(totals: [i32; N]) -> [i16; N] {
    let mut outputs = [0; N];
    for ((output, total), least) in outputs.iter_mut().zip(totals).zip([-MAX_SCORE, MIN_ERROR]) {
        *output = (total >> OUTPUT_SHIFT).clamp(least, MAX_SCORE) as i16;
    }
    outputs
}

static CURRENT: OnceLock<Net> = OnceLock::new();
static EMBEDDED: &[u8] = include_bytes!("net/othello.net");

/// The net in use: the one embedded in the program, unless another was installed.
#[inline]
pub fn current() -> &'static Net {
    CURRENT.get_or_init(embedded)
}

#[cold]
fn embedded() -> Net {
    match Net::read(EMBEDDED) {
        Ok(net) => net,
        Err(why) => unreachable!("a test reads the embedded net, and now: {why}"),
    }
}

/// Replaces the embedded net.
///
/// # Errors
/// Returns `net` when a net is already in use: scores of two models cannot be compared.
pub fn install(net: Net) -> Result<(), Box<Net>> {
    CURRENT.set(net).map_err(Box::new)
}

/// The score of `board` by the net in use, and its expected error; exact when the game is over.
///
/// `features` are those of `board`.
#[inline]
#[must_use]
pub fn evaluate(board: Board, features: &Features) -> NetOutput {
    current().evaluate(board, features)
}

/// The score of [`evaluate`] alone, which costs less.
#[inline]
#[must_use]
pub fn score(board: Board, features: &Features) -> Score {
    current().score(board, features)
}

#[cfg(test)]
mod tests;
