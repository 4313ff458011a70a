//! The embeddings of pattern states, counts and moves, in the memory order that vectors add up fastest.

use bytemuck::{Pod, Zeroable};

use super::layout::{EMBEDDING_DIM, QUADRANT_DIM};
use super::move_inputs::MOVE_ENTRIES;
use crate::games::othello::eval::inputs::{ENTRIES, INPUTS};

/// The embedding of a state: [`EMBEDDING_DIM`] numbers of 8 bits.
///
/// With AVX-512, one register holds all of them in 16 bits, and they lie in order. Otherwise they lie in pairs: a
/// number that counts in quadrants, plus 128 so that it is never negative, and one that does not. Read as 16 bits, a
/// pair is the first number plus 256 times the second, so that nothing has to be widened for the sum.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct Embedding([u8; EMBEDDING_DIM]);

/// Whether the numbers lie in pairs: where the net does not use AVX-512.
const PAIRED: bool = !cfg!(all(
    target_feature = "avx512bw",
    target_feature = "avx512vnni"
));

/// The offset of the first number of a pair: its sign bit is inverted.
pub(super) const BIAS: u8 = 0x80;

const _: () = assert!(EMBEDDING_DIM == 2 * QUADRANT_DIM);

/// The index of a number in memory.
const fn place(number: usize) -> usize {
    match number {
        _ if !PAIRED => number,
        ..QUADRANT_DIM => 2 * number,
        _ => 2 * (number - QUADRANT_DIM) + 1,
    }
}

/// The offset of a number in memory.
const fn bias(number: usize) -> u8 {
    if PAIRED && number < QUADRANT_DIM {
        BIAS
    } else {
        0
    }
}

impl Embedding {
    /// The row of `numbers`, those that count in quadrants first.
    #[must_use]
    pub const fn new(numbers: [i8; EMBEDDING_DIM]) -> Self {
        let mut row = [0; EMBEDDING_DIM];
        let mut number = 0;
        while number < EMBEDDING_DIM {
            row[place(number)] = numbers[number].cast_unsigned() ^ bias(number);
            number += 1;
        }
        Self(row)
    }

    /// The numbers of the row, those that count in quadrants first.
    #[must_use]
    pub fn numbers(&self) -> [i8; EMBEDDING_DIM] {
        std::array::from_fn(|number| (self.0[place(number)] ^ bias(number)).cast_signed())
    }

    /// The numbers as they lie in memory.
    #[inline]
    pub(super) const fn bytes(&self) -> &[u8; EMBEDDING_DIM] {
        &self.0
    }
}

/// The rows of all states, counts and moves, in the order of the inputs of the evaluation.
///
/// The lengths are powers of two, so that a masked index is always in range.
#[derive(Zeroable)]
#[repr(C)]
pub(super) struct Rows {
    /// The rows of states and counts.
    pub(super) states: [Embedding; STATES],
    /// The rows of the moves.
    pub(super) moves: [Embedding; MOVES],
}

const STATES: usize = 1 << 18;
const MOVES: usize = 1 << 18;
const _: () = assert!(ENTRIES <= STATES && MOVE_ENTRIES <= MOVES);

impl Rows {
    /// The row of an input, which is that of `lane`.
    #[inline]
    pub(super) const fn row(&self, lane: usize, input: u32) -> &Embedding {
        if lane < INPUTS {
            &self.states[input as usize & (STATES - 1)]
        } else {
            &self.moves[input as usize & (MOVES - 1)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_keeps_its_numbers() {
        for first in i8::MIN..=i8::MAX {
            let mut number = first;
            let numbers = [(); EMBEDDING_DIM].map(|()| {
                number = number.wrapping_add(11);
                number
            });
            assert_eq!(Embedding::new(numbers).numbers(), numbers);
        }
    }
}
