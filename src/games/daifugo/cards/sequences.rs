//! Runs of ranks in one suit, all suits at once.
//!
//! A rank is four bits, so the next rank of the same suit is four bits higher: shifting a set over itself finds runs.
//! After Katsuki Ohto, "Bit operations for Daifugo programs", 2016.

use super::card::Rank;
use super::card_set::Cards;
use super::forms::Located;
use super::ranks::every;

impl Cards {
    /// The lowest card of every run of `length` cards of one suit (`polymRanks`).
    ///
    /// The joker's bit is ignored. `length` is 1 to 13.
    ///
    /// # Panics
    /// In debug builds, if `length` is not 1 to 13.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::games::daifugo::Cards;
    /// let hand: Cards = "D4D5D6D7S6S8".parse().unwrap();
    /// assert_eq!(hand.runs(3).to_string(), "D4D5");
    /// assert_eq!(hand.runs(4).to_string(), "D4");
    /// assert!(hand.runs(5).is_empty());
    /// ```
    #[must_use]
    pub const fn runs(self, length: u8) -> Self {
        debug_assert!(1 <= length && length <= Rank::COUNT);
        let cards = self.bits() & Self::DECK.bits();
        // A run of `done` cards begins at every bit of `runs`; two of them make a run of twice the length.
        let (mut runs, mut done) = (cards, 1);
        while 2 * done <= length {
            runs &= runs >> (4 * done);
            done *= 2;
        }
        Self::from_bits(runs & runs >> (4 * (length - done)))
    }

    /// All cards that are part of a run of `length` (`extractRanks`).
    ///
    /// # Panics
    /// In debug builds, if `length` is not 1 to 13.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::games::daifugo::Cards;
    /// let hand: Cards = "D4D5D6D7S6S8".parse().unwrap();
    /// assert_eq!(hand.in_runs(3).to_string(), "D4D5D6D7");
    /// ```
    #[must_use]
    pub const fn in_runs(self, length: u8) -> Self {
        let lowest = self.runs(length).bits();
        let (mut all, mut at) = (0, 0);
        while at < length {
            all |= lowest << (4 * at);
            at += 1;
        }
        Self::from_bits(all)
    }

    /// Runs of `length` cards in which one card is missing, for a joker: number `missing` from below (0 is the lowest).
    /// Returns the lowest held card of each.
    ///
    /// A joker below or above the others may stand for a rank that no card has, below the threes or above the twos.
    /// `length` is 2 to 14, `missing` less than `length`.
    ///
    /// # Panics
    /// In debug builds, if `length` is not 2 to 14 or `missing` is not less than `length`.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::games::daifugo::Cards;
    /// let hand: Cards = "D4D5D7S3S4".parse().unwrap();
    /// assert_eq!(hand.runs_but_one(4, 2).to_string(), "D4");
    /// assert_eq!(hand.runs_but_one(3, 0).to_string(), "S3D4");
    /// ```
    #[must_use]
    pub const fn runs_but_one(self, length: u8, missing: u8) -> Self {
        debug_assert!(2 <= length && length <= Rank::COUNT + 1 && missing < length);
        let cards = self.bits() & Self::DECK.bits();
        if missing == 0 {
            return Self::from_bits(self.runs(length - 1).bits() & !(cards << 4));
        }
        let below = self.runs(missing).bits() & !shifted(cards, missing);
        if missing + 1 == length {
            return Self::from_bits(below);
        }
        let above = self.runs(length - 1 - missing).bits();
        Self::from_bits(below & shifted(above, missing + 1))
    }

    /// Whether these cards hold a run of `length` with all ranks above `rank`, so that they answer a sequence that ends
    /// with `rank`. No joker, no lock.
    ///
    /// # Panics
    /// In debug builds, if `length` is not 1 to 13.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::games::daifugo::{Cards, Rank};
    /// let hand: Cards = "D4D5D6D7".parse().unwrap();
    /// assert!(hand.answers_run(Rank::named('4').unwrap(), 3));
    /// assert!(!hand.answers_run(Rank::named('5').unwrap(), 3));
    /// ```
    #[must_use]
    pub const fn answers_run(self, rank: Rank, length: u8) -> bool {
        !self.above(rank).runs(length).is_empty()
    }

    /// The cards of these suits, given as a nibble: those that a suit lock allows.
    ///
    /// # Panics
    /// In debug builds, if `suits` is not below 16.
    #[must_use]
    pub const fn of_suits(self, suits: u64) -> Self {
        debug_assert!(suits < 16);
        Self::from_bits(self.bits() & every(suits) & Self::DECK.bits())
    }

    /// All choices of `count` cards of one rank, 1 to 4 (`groupByPqr`). Ranks held four times come first, then three
    /// times, and so on; weaker ranks and lower suits first.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::games::daifugo::Cards;
    /// let hand: Cards = "C3H4C5H5S5D6CJHJS2".parse().unwrap();
    /// let pairs: Vec<_> = hand.groups(2).map(|group| group.to_string()).collect();
    /// assert_eq!(pairs, ["C5H5", "C5S5", "H5S5", "CJHJ"]);
    /// ```
    pub fn groups(self, count: u8) -> impl Iterator<Item = Self> {
        let located = Located::of(self & Self::DECK);
        let ranks = (count..=4).rev().flat_map(move |held| {
            let ranks: Vec<Rank> = located.exactly(held).iter().collect();
            ranks
        });
        ranks.flat_map(move |rank| {
            let held = self & rank.cards();
            let choices = (1..16_u64).filter(move |suits| suits.count_ones() == u32::from(count));
            let chosen = choices.map(move |suits| Self::from_bits(suits << rank.shift()));
            chosen.filter(move |&group| held.has(group))
        })
    }
}

/// `bits` shifted down by `ranks` ranks; 0 for 16 or more.
const fn shifted(bits: u64, ranks: u8) -> u64 {
    if ranks >= 16 { 0 } else { bits >> (4 * ranks) }
}
