//! Sets of cards in one 64-bit word.
//!
//! Four bits a rank, one bit a suit: card = bit `4 * rank + suit`. Ranks go from 3 up to 2, suits in the order clubs,
//! diamonds, hearts, spades. After Katsuki Ohto, "Bit operations for Daifugo programs", 2016; the article's worked
//! examples are tests here.

use std::ops::{BitAnd, BitOr, Sub};

use super::card::{Card, Rank};

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u64);

impl Cards {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// The 52 cards without a joker.
    pub const DECK: Self = Self((1 << 52) - 1);

    /// The 52 cards and the joker.
    pub const WITH_JOKER: Self = Self((1 << 53) - 1);

    /// The set with these bits, of which those above the joker's have no meaning.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// One bit a card.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of cards, 0 to 64.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether every card of `other` is in the set.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether any card is in both sets.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The card with the lowest bit, the weakest one; `None` if the set is empty.
    #[must_use]
    pub fn lowest(self) -> Option<Card> {
        u8::try_from(self.0.trailing_zeros())
            .ok()
            .filter(|&bit| bit < 64)
            .map(Card::at)
    }

    /// The `count` cards with the lowest bits, or all of them.
    #[must_use]
    pub fn first(self, count: u8) -> Self {
        let mut rest = self.0;
        for _ in 0..count {
            // Clears the lowest bit that is set.
            rest &= rest.wrapping_sub(1);
        }
        Self(self.0 & !rest)
    }

    /// The cards, weakest first.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let card = rest.lowest()?;
            rest = rest - card.alone();
            Some(card)
        })
    }
}

impl Rank {
    /// The four cards of the rank.
    #[must_use]
    pub const fn cards(self) -> Cards {
        Cards::from_bits(0b1111 << self.shift())
    }
}

impl Card {
    /// The set of this card alone.
    #[must_use]
    pub const fn alone(self) -> Cards {
        Cards::from_bits(1 << self.bit())
    }
}

impl BitAnd for Cards {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Cards {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Cards {
    type Output = Self;
    /// The cards of the first set that are not in the second.
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_decks_have_52_and_53_cards() {
        assert_eq!((Cards::DECK.len(), Cards::WITH_JOKER.len()), (52, 53));
        assert_eq!(Cards::WITH_JOKER - Cards::DECK, Card::JOKER.alone());
        assert_eq!(Cards::DECK.iter().count(), 52);
    }

    #[test]
    fn sets_are_joined_compared_and_parted() {
        let [one, two, all, both, only_one, neither] =
            ["C3D3", "D3H3", "C3D3H3", "D3", "C3", "S3JO"].map(|cards| cards.parse().unwrap());
        let [one, two]: [Cards; 2] = [one, two];
        assert_eq!([one | two, one & two, one - two], [all, both, only_one]);
        assert!(one.meets(two) && !one.meets(neither) && !one.meets(Cards::EMPTY));
        assert!(one.has(both) && one.has(Cards::EMPTY) && !one.has(two));
    }

    #[test]
    fn the_first_cards_are_the_lowest() {
        let hand: Cards = "H4S4D4".parse().unwrap();
        assert_eq!(hand.first(2).to_string(), "D4H4");
        assert_eq!(hand.first(0), Cards::EMPTY);
        assert_eq!(hand.first(9), hand);
    }
}
