//! Ranks, suits, and single cards.

use std::fmt::{self, Display};

/// How strong a card is: 0 for a three, the weakest, up to 12 for a two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// Number of ranks.
    pub const COUNT: u8 = 13;
    /// The weakest rank.
    pub const THREE: Self = Self(0);
    /// The rank that may clear the table.
    pub const EIGHT: Self = Self(5);
    /// The rank that may reverse the ranks until the table is cleared.
    pub const JACK: Self = Self(8);
    const NAMES: [char; Self::COUNT as usize] = [
        '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2',
    ];

    /// The rank with this number, if it is below [`Rank::COUNT`].
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The rank named `3` to `9`, `T`, `J`, `Q`, `K`, `A` or `2`, in either case.
    #[must_use]
    pub fn named(name: char) -> Option<Self> {
        let name = name.to_ascii_uppercase();
        (0..Self::COUNT).map(Self).find(|rank| rank.name() == name)
    }

    /// The name of the rank, in upper case.
    #[must_use]
    pub const fn name(self) -> char {
        Self::NAMES[self.0 as usize]
    }

    /// The number of the rank, 0 to 12.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The first of the rank's four bits: 0, 4, .. 48.
    #[must_use]
    pub const fn shift(self) -> u32 {
        4 * self.0 as u32
    }
}

/// One of the four suits; the rules `plain` and `group` ignore them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// `C`
    Clubs,
    /// `D`
    Diamonds,
    /// `H`
    Hearts,
    /// `S`
    Spades,
}

impl Suit {
    /// All four, lowest bit first.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The suit named `C`, `D`, `H` or `S`, in either case.
    #[must_use]
    pub fn named(name: char) -> Option<Self> {
        let name = name.to_ascii_uppercase();
        Self::ALL.into_iter().find(|suit| suit.name() == name)
    }

    /// The name of the suit, in upper case.
    #[must_use]
    pub const fn name(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }
}

/// A card: the number of its bit in [`Cards`](super::Cards).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The joker, `JO`.
    pub const JOKER: Self = Self(52);

    /// The card of this rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(4 * rank.0 + suit as u8)
    }

    /// The card with this name: suit and rank, or `JO`, in either case.
    #[must_use]
    pub fn named(first: char, second: char) -> Option<Self> {
        if first.eq_ignore_ascii_case(&'J') && second.eq_ignore_ascii_case(&'O') {
            return Some(Self::JOKER);
        }
        Some(Self::new(Rank::named(second)?, Suit::named(first)?))
    }

    /// The card with the number `bit`.
    pub(super) const fn at(bit: u8) -> Self {
        Self(bit)
    }

    /// The number of the card's bit.
    pub(super) const fn bit(self) -> u8 {
        self.0
    }

    /// The rank; `None` for the joker.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        Rank::new(self.0 / 4)
    }

    /// The suit; `None` for the joker.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        if self.0 < Self::JOKER.0 {
            Some(Suit::ALL[(self.0 % 4) as usize])
        } else {
            None
        }
    }
}

impl Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.suit(), self.rank()) {
            (Some(suit), Some(rank)) => write!(f, "{}{}", suit.name(), rank.name()),
            _ => f.write_str("JO"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_its_rank_and_suit() {
        for number in 0..52 {
            let card = Card::at(number);
            let rank = Rank::new(number / 4).unwrap();
            let suit = Suit::ALL[usize::from(number % 4)];
            assert_eq!((card.rank(), card.suit()), (Some(rank), Some(suit)));
            assert_eq!(Card::new(rank, suit), card);
            assert_eq!(
                (rank.number(), rank.shift()),
                (number / 4, 4 * u32::from(number / 4))
            );
            assert_eq!(Card::named(suit.name(), rank.name()), Some(card));
            assert_eq!((card.bit(), card.to_string().len()), (number, 2));
        }
        assert_eq!((Card::JOKER.rank(), Card::JOKER.suit()), (None, None));
        assert_eq!(Rank::new(13), None);
        // Half of the joker's name is not enough.
        assert_eq!([Card::named('J', '3'), Card::named('C', 'O')], [None, None]);
    }
}
