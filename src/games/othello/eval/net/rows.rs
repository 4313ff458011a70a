//! The embeddings of pattern states, counts and moves, in the memory order that vectors add up fastest.

use bytemuck::{Pod, Zeroable};

use super::inputs::Inputs;
use super::layout::{EMBEDDING_DIM, QUADRANT_DIM};
use super::move_inputs::{FIRST_MOVES, MOVE_ENTRIES};
use crate::games::othello::eval::features::{FEATURES, ORIGINS, RAW_STATES};
use crate::games::othello::eval::inputs::{COUNTED, INPUTS};

/// The embedding of a state: [`EMBEDDING_DIM`] numbers of 8 bits.
///
/// They lie in pairs: a number that counts in quadrants, plus 128 so that it is never negative, and one that does not.
/// Read as 16 bits, a pair is the first number plus 256 times the second, so that nothing has to be widened for the sum.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct Embedding([u8; EMBEDDING_DIM]);

/// The offset of the first number of a pair: its sign bit is inverted.
pub(super) const BIAS: u8 = 0x80;

const _: () = assert!(EMBEDDING_DIM == 2 * QUADRANT_DIM);

/// The index of a number in memory.
const fn place(number: usize) -> usize {
    match number {
        ..QUADRANT_DIM => 2 * number,
        _ => 2 * (number - QUADRANT_DIM) + 1,
    }
}

/// The offset of a number in memory.
const fn bias(number: usize) -> u8 {
    if number < QUADRANT_DIM { BIAS } else { 0 }
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

/// The rows of all inputs: those of the counts, of the moves, then of the states.
///
/// In this order, and with unused rows at the end, every index that is computed from 16 bits of an input is in range. The
/// compiler sees that and checks none.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Rows([Embedding; STATES_AT + RAW_STATES + BEHIND]);

/// The first row of the moves.
const MOVES_AT: usize = COUNTED;
/// The first row of the states.
const STATES_AT: usize = MOVES_AT + MOVE_ENTRIES;
/// As many rows as there are positive numbers of 16 bits and zero.
const BEHIND: usize = 1 << 15;

impl Rows {
    /// The row of the input of `lane`.
    ///
    /// # Panics
    /// If there is no such lane.
    #[inline]
    #[expect(clippy::cast_possible_wrap, reason = "far below the limits of isize")]
    pub(super) fn row(&self, lane: usize, inputs: &Inputs<'_>) -> &Embedding {
        if lane < FEATURES {
            let zero = STATES_AT as isize + ORIGINS[lane] as isize;
            let state = isize::from(inputs.states[lane]);
            // Not negative: more rows than that lie before those of the states.
            &self.0[(zero + state).cast_unsigned()]
        } else if lane < INPUTS {
            &self.0[usize::from(inputs.counts[lane - FEATURES])]
        } else {
            let lane = lane - INPUTS;
            &self.0[MOVES_AT + FIRST_MOVES[lane] as usize + usize::from(inputs.moves[lane])]
        }
    }

    /// The rows of the states, of the counts, then of the moves.
    pub(super) fn parts(&self) -> [&[Embedding]; 3] {
        let (counts, rest) = self.0.split_at(MOVES_AT);
        let (moves, states) = rest.split_at(MOVE_ENTRIES);
        [&states[..RAW_STATES], counts, moves]
    }

    /// As [`Self::parts`], mutable.
    pub(super) fn parts_mut(&mut self) -> [&mut [Embedding]; 3] {
        let (counts, rest) = self.0.split_at_mut(MOVES_AT);
        let (moves, states) = rest.split_at_mut(MOVE_ENTRIES);
        [&mut states[..RAW_STATES], counts, moves]
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
