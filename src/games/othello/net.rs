//! A second learned opinion, one that sees how patterns act together: a small neural net.
//!
//! Every state of a pattern, and every count that the linear evaluation looks at, has a row of
//! [`DIMENSIONS`] numbers, the same in all stages of the game. The rows of a position are added up over the
//! whole board, and the first [`NARROW`] numbers of them over each quadrant. One layer of clipped hidden units looks at
//! the whole sum, another one at every quadrant's in turn; their outputs and the whole sum itself give the score, and
//! how far it is likely to be off.
//! Only these two layers and the outputs depend on the stage.
//!
//! All numbers are integers. Rows hold 8 bits, sums of rows 16, everything behind them 32; no position can make one
//! overflow, which reading the file checks.

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
pub use layout::{DIMENSIONS, LOCAL, NARROW, QUADRANTS, WIDE, quadrants};
#[cfg(not(target_feature = "avx2"))]
use portable as compute;
pub use rows::Row;
use rows::Rows;

use super::board::Board;
use super::evaluate::{INPUTS, Mobility, fill, inputs};
use super::features::Features;
use crate::search::Score;

/// Binary places behind the point of a hidden unit's weights.
pub const SHIFT: u32 = 10;
/// One, in a hidden unit.
pub const UNIT: i32 = 256;
/// The most a hidden unit says.
pub const MOST_HIDDEN: i32 = 8 * UNIT;
/// Binary places behind the point of an output, in score units.
pub const OUTPUT_SHIFT: u32 = 12;
/// No opinion is farther from a draw than this, in score units: 64 discs.
const MOST: i32 = 64 * 128;
/// No error is expected to be smaller, in score units: half a disc.
const LEAST_ERROR: i32 = 64;

/// The weights of `N` units, for two inputs at a time, of which there are `P` pairs.
pub type Pairs<const N: usize, const P: usize> = [[[i16; 2]; N]; P];

/// What a stage makes of the sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Head {
    /// Of the hidden units for the whole board, with [`SHIFT`] binary places, towards [`UNIT`].
    pub wide: Pairs<WIDE, { DIMENSIONS / 2 }>,
    /// Of the hidden units for a quadrant.
    pub local: Pairs<LOCAL, { NARROW / 2 }>,
    /// Added to the sums of the hidden units for the whole board.
    pub wide_bias: [i32; WIDE],
    /// Added to the sums of the hidden units for a quadrant.
    pub local_bias: [i32; LOCAL],
    /// The score for the side to move.
    pub score: Output,
    /// The mean of what it is off.
    pub error: Output,
}

/// An output: weights of everything it sees, with [`OUTPUT_SHIFT`] binary places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Output {
    /// Of the hidden units for the whole board.
    pub wide: [i32; WIDE],
    /// Of the hidden units for a quadrant; those of all quadrants are added up first.
    pub local: [i32; LOCAL],
    /// Of the sums of rows of the whole board.
    pub direct: [i32; DIMENSIONS],
    /// Added.
    pub bias: i32,
    /// Zeros.
    pub padding: [i32; 15],
}

/// A score, and how far from the truth it is likely to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opinion {
    /// For the side to move.
    pub score: Score,
    /// The expected absolute error of the score in score units; 0 when the game is over, at least 64 before.
    pub error: i16,
}

/// The whole net.
pub struct Net {
    rows: Box<Rows>,
    heads: Box<[Head]>,
    /// The head of each number of empty squares.
    head: [u8; 65],
}

impl Net {
    /// What it thinks of a position; exact when the game is over.
    ///
    /// `features` are those of `board`.
    #[inline]
    #[must_use]
    pub fn evaluate(&self, board: Board, features: &Features) -> Opinion {
        let [score, error] = self.outputs(board, features);
        Opinion {
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

    /// The first `N` of score and error.
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

    /// The other side moves, or the game is over.
    #[cold]
    fn outputs_passed<const N: usize>(&self, passed: Board, features: &Features) -> [i16; N] {
        let mobility = Mobility::of(passed);
        let mut outputs = if mobility.has_move() {
            self.compute(passed, &inputs(passed, &features.passed(), mobility))
        } else {
            let mut over = [0; N];
            over[0] = passed.margin().score().0;
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

    /// The stage of positions with so many empty squares, 0 to 63.
    #[inline]
    #[must_use]
    pub fn stage(&self, empties: u32) -> usize {
        usize::from(self.head[empties as usize & 63])
    }
}

/// The first `N` of score and error after the last shift.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "clamped before")]
fn finish<const N: usize>(totals: [i32; N]) -> [i16; N] {
    let mut outputs = [0; N];
    for ((output, total), least) in outputs.iter_mut().zip(totals).zip([-MOST, LEAST_ERROR]) {
        *output = (total >> OUTPUT_SHIFT).clamp(least, MOST) as i16;
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

/// Uses another net than the embedded one from now on.
///
/// # Errors
/// Gives it back when a net is already in use: scores of two models cannot be compared.
pub fn install(net: Net) -> Result<(), Box<Net>> {
    CURRENT.set(net).map_err(Box::new)
}

/// What the net in use thinks of a position; exact when the game is over.
///
/// `features` are those of `board`.
#[inline]
#[must_use]
pub fn evaluate(board: Board, features: &Features) -> Opinion {
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
