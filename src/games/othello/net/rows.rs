//! What the states of patterns and the counts say, in the order that vectors add up quickly.

use bytemuck::{Pod, Zeroable};

use super::layout::{DIMENSIONS, NARROW};
use crate::games::othello::evaluate::ENTRIES;

/// What a state says: [`DIMENSIONS`] numbers.
///
/// They lie in pairs of one that counts in quadrants, 128 too much so that it is never below zero, and one that does not. Read as
/// one number of 16 bits, a pair is the first one and 256 times the second: nothing has to be widened to be added up.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct Row([u8; DIMENSIONS]);

/// What is too much in the first number of a pair: its sign turned over.
pub(super) const BIAS: u8 = 0x80;

const _: () = assert!(DIMENSIONS == 2 * NARROW);

impl Row {
    /// Of these numbers, those that count in quadrants first.
    #[must_use]
    pub const fn new(numbers: [i8; DIMENSIONS]) -> Self {
        let mut row = [0; DIMENSIONS];
        let mut pair = 0;
        while pair < NARROW {
            row[2 * pair] = numbers[pair].cast_unsigned() ^ BIAS;
            row[2 * pair + 1] = numbers[NARROW + pair].cast_unsigned();
            pair += 1;
        }
        Self(row)
    }

    /// Its numbers, those that count in quadrants first.
    #[must_use]
    pub fn numbers(&self) -> [i8; DIMENSIONS] {
        std::array::from_fn(|number| match number {
            ..NARROW => (self.0[2 * number] ^ BIAS).cast_signed(),
            _ => self.0[2 * (number - NARROW) + 1].cast_signed(),
        })
    }

    /// Its pairs, as they lie in memory.
    #[cfg(target_feature = "avx2")]
    #[inline]
    pub(super) const fn pairs(&self) -> &[u8; DIMENSIONS] {
        &self.0
    }
}

/// The rows of all states and counts, in the order of the inputs of the evaluation.
///
/// Its length is a power of two so that no look-up can leave it.
#[derive(Zeroable)]
#[repr(transparent)]
pub(super) struct Rows(pub(super) [Row; LENGTH]);

const LENGTH: usize = 1 << 18;
const _: () = assert!(ENTRIES <= LENGTH);

impl Rows {
    #[inline]
    pub(super) fn row(&self, entry: u32) -> &Row {
        &self.0[entry as usize & (LENGTH - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_keeps_its_numbers() {
        for first in i8::MIN..=i8::MAX {
            let mut number = first;
            let numbers = [(); DIMENSIONS].map(|()| {
                number = number.wrapping_add(11);
                number
            });
            assert_eq!(Row::new(numbers).numbers(), numbers);
        }
    }
}
