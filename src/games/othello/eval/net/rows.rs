//! The embeddings of pattern states, counts and moves, in the memory order that vectors add up fastest.

use bytemuck::{Pod, Zeroable};

use super::inputs::Inputs;
use super::layout::{EMBEDDING_DIM, QUADRANT_DIM};
use super::move_inputs::{FIRST_MOVES, MOVE_ENTRIES};
use crate::games::othello::eval::features::{FEATURES, ORIGINS, RAW_STATES};
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
/// Unused rows around them, which take no memory, make every index that 16 bits of an input can give one in range.
#[derive(Zeroable)]
#[repr(C)]
pub(super) struct Rows {
    /// The rows of states and counts between [`BEFORE`] and [`BEHIND`] unused ones.
    states: [Embedding; BEFORE + ENTRIES + BEHIND],
    /// The rows of the moves, and [`BEHIND`] unused ones.
    moves: [Embedding; MOVE_ENTRIES + BEHIND],
}

/// As many rows as there are negative numbers of 16 bits.
const BEFORE: usize = 1 << 15;
/// As many rows as there are numbers of 16 bits.
const BEHIND: usize = 1 << 16;

impl Rows {
    /// The row of the input of `lane`.
    ///
    /// # Panics
    /// If there is no such lane.
    #[inline]
    #[expect(clippy::cast_possible_wrap, reason = "far below the limits of isize")]
    pub(super) fn row(&self, lane: usize, inputs: &Inputs<'_>) -> &Embedding {
        if lane < FEATURES {
            let zero = BEFORE as isize + ORIGINS[lane] as isize;
            let state = isize::from(inputs.states[lane]);
            &self.states[(zero + state).cast_unsigned()]
        } else if lane < INPUTS {
            let count = usize::from(inputs.counts[lane - FEATURES]);
            &self.states[BEFORE + RAW_STATES + count]
        } else {
            let lane = lane - INPUTS;
            &self.moves[FIRST_MOVES[lane] as usize + usize::from(inputs.moves[lane])]
        }
    }

    /// The rows of states and counts.
    pub(super) fn states(&self) -> &[Embedding] {
        &self.states[BEFORE..][..ENTRIES]
    }

    /// As [`Self::states`], mutable.
    pub(super) fn states_mut(&mut self) -> &mut [Embedding] {
        &mut self.states[BEFORE..][..ENTRIES]
    }

    /// The rows of the moves.
    pub(super) fn moves(&self) -> &[Embedding] {
        &self.moves[..MOVE_ENTRIES]
    }

    /// As [`Self::moves`], mutable.
    pub(super) fn moves_mut(&mut self) -> &mut [Embedding] {
        &mut self.moves[..MOVE_ENTRIES]
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
