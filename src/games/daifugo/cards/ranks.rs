//! Ranks of a set of cards selected by their number of cards, all ranks at once.
//!
//! After Katsuki Ohto, "Bit operations for Daifugo programs", 2016.

use super::card::Rank;
use super::card_set::Cards;

/// The pattern of four bits, written as in the article, in all 16 nibbles.
pub(in super::super) const fn every(nibble: u64) -> u64 {
    0x1111_1111_1111_1111 * nibble
}

/// A set of ranks: bit `4 * rank`. Nibbles above the twos are kept unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ranks(u64);

impl Ranks {
    /// The set with these bits, of which only the lowest of each nibble may be set.
    pub(super) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits; only the lowest of each nibble is ever set.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ranks stronger than `rank`.
    #[must_use]
    pub const fn above(self, rank: Rank) -> Self {
        Self(self.0 & (!0b1111 << rank.shift()))
    }

    /// The ranks, weakest first; nibbles above the twos are left out.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let rank = Rank::new(u8::try_from(rest.trailing_zeros() / 4).ok()?)?;
            rest &= rest - 1;
            Some(rank)
        })
    }
}

impl Cards {
    /// The cards stronger than `rank`.
    #[must_use]
    pub const fn above(self, rank: Rank) -> Self {
        Self::from_bits(self.bits() & (!0b1111 << rank.shift()))
    }

    /// The cards weaker than `rank`.
    #[must_use]
    pub const fn below(self, rank: Rank) -> Self {
        Self::from_bits(self.bits() & ((1 << rank.shift()) - 1))
    }

    /// Ranks held at least once (the article's `pickUp1234`).
    #[must_use]
    pub const fn ranks(self) -> Ranks {
        let pairs = self.bits() | self.bits() >> 1;
        Ranks((pairs | pairs >> 2) & every(0b0001))
    }

    /// Ranks held four times (`pickUp4`).
    #[must_use]
    pub const fn fours(self) -> Ranks {
        let pairs = self.bits() & self.bits() >> 1;
        Ranks(pairs & pairs >> 2 & every(0b0001))
    }

    /// Ranks held exactly three times (`pickUp3`).
    #[must_use]
    pub const fn threes(self) -> Ranks {
        let both = self.bits() & self.bits() >> 1;
        let one = self.bits() ^ self.bits() >> 1;
        Ranks((both & one >> 2 | both >> 2 & one) & every(0b0001))
    }

    /// Ranks held exactly once: three are missing.
    #[must_use]
    pub const fn ones(self) -> Ranks {
        Self::from_bits(!self.bits()).threes()
    }

    /// Ranks not held: four are missing.
    #[must_use]
    pub const fn voids(self) -> Ranks {
        Self::from_bits(!self.bits()).fours()
    }

    /// Ranks held in all of these suits, given as a nibble (`groupInSuitLock`): the other
    /// suits are filled up, and four of a kind looked for.
    ///
    /// # Panics
    /// In debug builds, if `suits` is not below 16.
    #[must_use]
    pub const fn in_suits(self, suits: u64) -> Ranks {
        debug_assert!(suits < 16);
        Self::from_bits(self.bits() | every(0b1111 - suits)).fours()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_ranks_are_chosen() {
        let ranks = "C3D5H5S9CADA".parse::<Cards>().unwrap().ranks();
        let numbers = |ranks: Ranks| ranks.iter().map(Rank::number).collect::<Vec<_>>();
        assert_eq!(numbers(ranks), [0, 2, 6, 11]);
        for rank in (0..Rank::COUNT).filter_map(Rank::new) {
            let stronger = numbers(ranks)
                .into_iter()
                .filter(|&number| number > rank.number());
            let above = ranks.above(rank);
            assert_eq!(numbers(above), stronger.collect::<Vec<_>>(), "{rank:?}");
            assert_eq!(above.is_empty(), rank.number() >= 11, "{rank:?}");
        }
    }

    /// The article's list of its 16 abbreviations.
    #[test]
    fn patterns_are_the_articles() {
        let listed = [
            0x0000_0000_0000_0000,
            0x1111_1111_1111_1111,
            0x2222_2222_2222_2222,
            0x3333_3333_3333_3333,
            0x4444_4444_4444_4444,
            0x5555_5555_5555_5555,
            0x6666_6666_6666_6666,
            0x7777_7777_7777_7777,
            0x8888_8888_8888_8888,
            0x9999_9999_9999_9999,
            0xaaaa_aaaa_aaaa_aaaa,
            0xbbbb_bbbb_bbbb_bbbb,
            0xcccc_cccc_cccc_cccc,
            0xdddd_dddd_dddd_dddd,
            0xeeee_eeee_eeee_eeee,
            0xffff_ffff_ffff_ffff,
        ];
        for (nibble, pattern) in (0..).zip(listed) {
            assert_eq!(every(nibble), pattern, "{nibble:04b}");
        }
    }
}
