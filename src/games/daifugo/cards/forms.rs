//! Forms of a set of cards that describe all its ranks at once.
//!
//! Three forms of the same 16 nibbles. [`Ranks`] has one bit a rank, [`Counts`] the number of cards (the article's QR),
//! and [`Located`] a bit in the place of the number (the article's PQR). After Katsuki Ohto, "Bit operations for
//! Daifugo programs", 2016.

use super::card::Rank;
use super::card_set::Cards;
use super::ranks::{Ranks, every};

/// The number of cards of each rank, 0 to 4 in each nibble (the article's QR).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Counts(u64);

impl Counts {
    /// Counts the cards of each rank: the first two steps of the well-known population count.
    #[must_use]
    pub const fn of(cards: Cards) -> Self {
        let bits = cards.bits();
        let pairs = (bits & every(0b0101)) + (bits >> 1 & every(0b0101));
        Self((pairs & every(0b0011)) + (pairs >> 2 & every(0b0011)))
    }

    /// The form with these nibbles, 0 to 4 each.
    pub(in super::super) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The nibbles.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of cards of `rank`.
    #[must_use]
    pub const fn get(self, rank: Rank) -> u8 {
        (self.0 >> rank.shift() & 0b1111) as u8
    }

    /// Ranks held exactly twice (`pickUp2ByQr`).
    #[must_use]
    pub const fn twos(self) -> Ranks {
        Ranks::from_bits(self.0 >> 1 & !self.0 & every(0b0001))
    }

    /// Ranks held an odd number of times (`pickUp13`).
    #[must_use]
    pub const fn odd(self) -> Ranks {
        Ranks::from_bits(self.0 & every(0b0001))
    }

    /// The counts after `count` cards of `rank` were played (`nextQr` of a group).
    ///
    /// The rank must have at least `count` cards.
    #[must_use]
    pub const fn after_group(self, rank: Rank, count: u8) -> Self {
        Self(self.0 - ((count as u64) << rank.shift()))
    }

    /// The counts after one card of each of `length` ranks from `lowest` up was played
    /// (`nextQr` of a sequence).
    ///
    /// The ranks must have one each; `length` is at most 13.
    #[must_use]
    pub const fn after_sequence(self, lowest: Rank, length: u8) -> Self {
        Self(self.0 - (span(lowest, length) & every(0b0001)))
    }

    /// The bit in the place of each count (`locate`): a three and a four carry upwards.
    #[must_use]
    pub const fn locate(self) -> Located {
        Located(self.0 + (self.0 & every(0b0100)) + (self.0 & self.0 >> 1))
    }

    /// The same as [`Counts::locate`] without addition: the article's older form.
    #[must_use]
    pub const fn locate_by_logic(self) -> Located {
        let (counts, none, left) = (self.0, !self.0, self.0 << 1);
        Located(
            every(0b0001) & counts & none >> 1
                | every(0b0010) & counts & none << 1
                | (counts & left) << 1
                | left & every(0b1000),
        )
    }
}

/// All bits of `length` nibbles from `lowest` up.
const fn span(lowest: Rank, length: u8) -> u64 {
    ((1 << (4 * length)) - 1) << lowest.shift()
}

/// Bit `4 * rank + count - 1` for each rank held `count` times, none for ranks not held (the
/// article's PQR).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Located(u64);

impl Located {
    /// The ranks of these cards.
    #[must_use]
    pub const fn of(cards: Cards) -> Self {
        Counts::of(cards).locate()
    }

    /// The same as [`Located::of`], straight from the cards: the article's older form.
    #[must_use]
    pub const fn of_cards_by_logic(cards: Cards) -> Self {
        let bits = cards.bits();
        let pairs = (bits & every(0b0101)) + (bits >> 1 & every(0b0101));
        let four = pairs & pairs << 2 & every(0b1000);
        let three = (pairs << 2 & pairs >> 1 | pairs & pairs << 1) & every(0b0100);
        let fewer = ((pairs & every(0b0011)) + (pairs >> 2 & every(0b0011))) & every(0b0011);
        Self(four | three | fewer & !(three >> 1 | three >> 2))
    }

    /// The form with these bits, at most one in a nibble.
    #[must_use]
    pub(in super::super) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// A single group of `count` cards of `rank`, 1 to 4 of them.
    ///
    /// # Panics
    /// In debug builds, if `count` is not 1 to 4.
    #[must_use]
    pub const fn group(rank: Rank, count: u8) -> Self {
        debug_assert!(1 <= count && count <= 4);
        Self(1 << (rank.shift() + count as u32 - 1))
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Number of ranks held, 0 to 16.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether no rank is held.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those ranks that are held exactly `count` times, 1 to 4 (`pick2ByPqr` and its kin).
    ///
    /// # Panics
    /// In debug builds, if `count` is not 1 to 4.
    #[must_use]
    pub const fn exactly(self, count: u8) -> Ranks {
        debug_assert!(1 <= count && count <= 4);
        Ranks::from_bits(self.0 >> (count - 1) & every(0b0001))
    }

    /// Those ranks that are held exactly `count` times, 1 to 4, still in place.
    ///
    /// # Panics
    /// In debug builds, if `count` is not 1 to 4.
    #[must_use]
    pub const fn of_size(self, count: u8) -> Self {
        debug_assert!(1 <= count && count <= 4);
        Self(self.0 & every(1 << (count - 1)))
    }

    /// Those ranks that are stronger than `rank`.
    #[must_use]
    pub const fn above(self, rank: Rank) -> Self {
        Self(self.0 & (!0b1111 << rank.shift()))
    }

    /// Ranks held `count` times or more, 1 to 4: those that can make a group of `count`
    /// (`groupByPqr`).
    ///
    /// # Panics
    /// In debug builds, if `count` is not 1 to 4.
    #[must_use]
    pub const fn at_least(self, count: u8) -> Ranks {
        debug_assert!(1 <= count && count <= 4);
        let enough = self.0 & every(0b1111 << (count - 1) & 0b1111);
        Cards::from_bits(enough).ranks()
    }

    /// The form after `count` cards of `rank` were played (`nextPqr` of a group).
    #[must_use]
    pub const fn after_group(self, rank: Rank, count: u8) -> Self {
        let mask = rank.cards().bits();
        Self(self.0 & !mask | (self.0 & mask) >> count & mask)
    }

    /// The form after one card of each of `length` ranks from `lowest` up was played
    /// (`nextPqr` of a sequence); `length` is at most 13.
    #[must_use]
    pub const fn after_sequence(self, lowest: Rank, length: u8) -> Self {
        let mask = span(lowest, length);
        Self(self.0 & !mask | self.0 >> 1 & mask & every(0b0111))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn located_ranks_are_chosen_by_size_and_strength() {
        let cards: Cards = "C3H4C5H5S5D6CJHJC2D2H2S2".parse().unwrap();
        let located = Located::of(cards);
        assert_eq!((located.len(), located.is_empty()), (6, false));
        assert_eq!(
            (Located::default().len(), Located::default().is_empty()),
            (0, true)
        );
        for size in 1..=4 {
            let expected = located.exactly(size).bits() << (size - 1);
            assert_eq!(located.of_size(size).bits(), expected, "{size}");
        }
        for rank in (0..Rank::COUNT).filter_map(Rank::new) {
            let stronger = cards.iter().filter(|card| card.rank() > Some(rank));
            let stronger = stronger.fold(Cards::EMPTY, |all, card| all | card.alone());
            assert_eq!(located.above(rank), Located::of(stronger), "{rank:?}");
        }
    }

    #[test]
    fn a_rank_is_counted() {
        let counts = Counts::of("C3H4C5H5S5D6CJHJC2D2H2S2JO".parse().unwrap());
        let each = (0..Rank::COUNT).filter_map(Rank::new);
        let each: Vec<u8> = each.map(|rank| counts.get(rank)).collect();
        assert_eq!(each, [1, 1, 3, 1, 0, 0, 0, 0, 2, 0, 0, 0, 4]);
    }
}
