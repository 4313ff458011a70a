//! What the states of patterns and the counts say, in the order that vectors add up quickly.

use bytemuck::{Pod, Zeroable};

use super::layout::{DIMENSIONS, NARROW};
use crate::games::othello::evaluate::ENTRIES;

/// What a state says: [`DIMENSIONS`] numbers.
///
/// Where one register holds all of them in 16 bits they lie in their order. Elsewhere they lie in pairs of one that counts in
/// quadrants, 128 too much so that it is never below zero, and one that does not. Read as one number of 16 bits, a pair is the
/// first one and 256 times the second: nothing has to be widened to be added up.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct Row([u8; DIMENSIONS]);

/// Whether the numbers lie in pairs: where the net is not added up with AVX-512.
const PAIRED: bool = !cfg!(all(
    target_feature = "avx512bw",
    target_feature = "avx512vnni"
));

/// What is too much in the first number of a pair: its sign turned over.
pub(super) const BIAS: u8 = 0x80;

const _: () = assert!(DIMENSIONS == 2 * NARROW);

/// Where a number lies.
const fn place(number: usize) -> usize {
    match number {
        _ if !PAIRED => number,
        ..NARROW => 2 * number,
        _ => 2 * (number - NARROW) + 1,
    }
}

/// What is too much in a number.
const fn bias(number: usize) -> u8 {
    if PAIRED && number < NARROW { BIAS } else { 0 }
}

impl Row {
    /// Of these numbers, those that count in quadrants first.
    #[must_use]
    pub const fn new(numbers: [i8; DIMENSIONS]) -> Self {
        let mut row = [0; DIMENSIONS];
        let mut number = 0;
        while number < DIMENSIONS {
            row[place(number)] = numbers[number].cast_unsigned() ^ bias(number);
            number += 1;
        }
        Self(row)
    }

    /// Its numbers, those that count in quadrants first.
    #[must_use]
    pub fn numbers(&self) -> [i8; DIMENSIONS] {
        std::array::from_fn(|number| (self.0[place(number)] ^ bias(number)).cast_signed())
    }

    /// The numbers as they lie in memory.
    #[cfg(target_feature = "avx2")]
    #[inline]
    pub(super) const fn bytes(&self) -> &[u8; DIMENSIONS] {
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
