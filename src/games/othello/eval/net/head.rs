//! The layers of the net that depend on the stage, and the number formats of their weights.

use bytemuck::{Pod, Zeroable};

use super::layout::{BOARD_HIDDEN, EMBEDDING_DIM, QUADRANT_DIM, QUADRANT_HIDDEN};

/// Fractional bits of the weights of hidden units.
pub const SHIFT: u32 = 10;
/// The value 1.0 of a hidden unit.
pub const UNIT: i32 = 256;
/// Largest output of a hidden unit: 8.0.
pub const MAX_HIDDEN: i32 = 8 * UNIT;
/// Fractional bits of an output, which is in score units.
pub const OUTPUT_SHIFT: u32 = 11;
/// The weights of `N` units for `P` pairs of inputs.
pub type Pairs<const N: usize, const P: usize> = [[[i16; 2]; N]; P];

/// The part of the net that depends on the stage: two hidden layers and two outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(32))]
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
#[repr(C, align(32))]
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
    pub padding: [i32; 7],
}
