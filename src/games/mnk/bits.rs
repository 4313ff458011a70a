//! Sets of cells: one bit per cell, one machine word or as many as the board needs.

use std::array;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A fixed-width set of bits.
///
/// Shifts and indices are less than [`Bits::BITS`]; bits shifted past either end are lost.
pub trait Bits:
    Copy
    + Debug
    + Default
    + Eq
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many bits there are.
    const BITS: u32;

    /// The set that holds bit `index` alone.
    fn bit(index: u32) -> Self;

    /// Whether bit `index` is set.
    fn has(self, index: u32) -> bool;

    /// How many bits are set.
    fn count(self) -> u32;

    /// The lowest bit that is set.
    fn lowest(self) -> Option<u32>;

    /// Calls `each` with every set bit in ascending order, in one step for each.
    fn for_each(self, each: impl FnMut(u32));

    /// Whether no bit is set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl Bits for u64 {
    const BITS: u32 = Self::BITS;

    #[inline]
    fn bit(index: u32) -> Self {
        1 << index
    }

    #[inline]
    fn has(self, index: u32) -> bool {
        self >> index & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> Option<u32> {
        (self != 0).then(|| self.trailing_zeros())
    }

    #[inline]
    fn for_each(self, mut each: impl FnMut(u32)) {
        let mut rest = self;
        while rest != 0 {
            each(rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
}

impl Bits for u128 {
    const BITS: u32 = Self::BITS;

    #[inline]
    fn bit(index: u32) -> Self {
        1 << index
    }

    #[inline]
    fn has(self, index: u32) -> bool {
        self >> index & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> Option<u32> {
        (self != 0).then(|| self.trailing_zeros())
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the two halves of the number are wanted"
    )]
    fn for_each(self, mut each: impl FnMut(u32)) {
        (self as u64).for_each(&mut each);
        ((self >> 64) as u64).for_each(|index| each(64 + index));
    }
}

/// `N` words of 64 bits, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words<const N: usize>([u64; N]);

impl<const N: usize> Words<N> {
    /// The word at `index`, zero beyond either end.
    #[inline]
    fn word(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }
}

impl<const N: usize> Default for Words<N> {
    #[inline]
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> BitAnd for Words<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, rhs: Self) -> Self {
        Self(array::from_fn(|at| self.0[at] & rhs.0[at]))
    }
}

impl<const N: usize> BitOr for Words<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, rhs: Self) -> Self {
        Self(array::from_fn(|at| self.0[at] | rhs.0[at]))
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(array::from_fn(|at| !self.0[at]))
    }
}

/// Whole words, and the bits left over, below 64.
#[inline]
const fn split(bits: u32) -> (usize, u32) {
    ((bits / 64) as usize, bits % 64)
}

impl<const N: usize> Shl<u32> for Words<N> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = split(by);
        Self(array::from_fn(|at| {
            let high = self.word(at.wrapping_sub(words));
            let low = self.word(at.wrapping_sub(words + 1));
            // Two steps, because a shift by 64 is not defined.
            high << bits | low >> 1 >> (63 - bits)
        }))
    }
}

impl<const N: usize> Shr<u32> for Words<N> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = split(by);
        Self(array::from_fn(|at| {
            let low = self.word(at + words);
            let high = self.word(at + words + 1);
            low >> bits | high << 1 << (63 - bits)
        }))
    }
}

impl<const N: usize> Bits for Words<N> {
    #[expect(clippy::cast_possible_truncation, reason = "a handful of words")]
    const BITS: u32 = N as u32 * 64;

    #[inline]
    fn bit(index: u32) -> Self {
        let (word, bit) = split(index);
        let mut set = Self::default();
        set.0[word] = 1 << bit;
        set
    }

    #[inline]
    fn has(self, index: u32) -> bool {
        let (word, bit) = split(index);
        self.0[word] >> bit & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> Option<u32> {
        let (at, word) = (0..).zip(self.0).find(|(_, word)| *word != 0)?;
        Some(64 * at + word.trailing_zeros())
    }

    #[inline]
    fn for_each(self, mut each: impl FnMut(u32)) {
        for (base, word) in (0..).step_by(64).zip(self.0) {
            word.for_each(|index| each(base + index));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::splitmix64;

    /// The bits below 128 of `set`.
    fn low(set: Words<3>) -> u128 {
        u128::from(set.0[0]) | u128::from(set.0[1]) << 64
    }

    fn members<B: Bits>(set: B) -> Vec<u32> {
        let mut all = Vec::new();
        set.for_each(|index| all.push(index));
        all
    }

    #[test]
    fn words_do_what_one_long_number_does() {
        for seed in 0..64 {
            let [a, b] = [splitmix64(seed), splitmix64(!seed)];
            let number = u128::from(a) << 64 | u128::from(b);
            let words = Words([b, a, 0]);
            for by in 0..128 {
                assert_eq!(low(words << by), number << by, "{number:x} << {by}");
                assert_eq!(low(words >> by), number >> by, "{number:x} >> {by}");
                assert_eq!(words.has(by), number.has(by));
                assert_eq!(low(Words::bit(by)), u128::bit(by));
            }
            assert_eq!(low((words << 64) >> 64), number, "nothing is lost inside");
            assert_eq!(words.count(), number.count());
            assert_eq!(words.lowest(), number.lowest());
            assert_eq!(members(words), members(number));
        }
    }

    #[test]
    fn bits_come_in_ascending_order() {
        assert_eq!(members(0b1_1010_1001_u64), [0, 3, 5, 7, 8]);
        assert_eq!(members(1_u128 << 127 | 1 << 64 | 3), [0, 1, 64, 127]);
        let wide = Words::<11>::bit(703) | Words::bit(64) | Words::bit(0);
        assert_eq!(members(wide), [0, 64, 703]);
        assert_eq!(wide.lowest(), Some(0));
        assert_eq!((wide >> 1).lowest(), Some(63));
        assert!(Words::<11>::default().lowest().is_none());
    }
}
