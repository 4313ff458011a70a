//! Melds as cells of a table of suits and ranks, as the tournament's protocol sends them.

use super::card::{Card, Rank, Suit};
use super::card_set::Cards;
use super::meld::{Kind, Meld};

/// One card of a meld: its cell, and whether it is the joker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// The rank shown, 0 to 12; -1 below the threes, 13 above the twos.
    pub rank: i8,
    /// `None` for a joker that is alone, or added to all four cards of a rank.
    pub suit: Option<Suit>,
    /// Whether it is the joker.
    pub joker: bool,
}

impl Shown {
    /// The cell of a table of the `UECda` tournament. Row 0 is spades, then hearts, diamonds, clubs and no suit; column
    /// 0 is below the threes, then the ranks.
    #[must_use]
    pub fn on_table(row: u8, column: u8, joker: bool) -> Self {
        let suits = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
        Self {
            rank: column.cast_signed() - 1,
            suit: suits.get(usize::from(row)).copied(),
            joker,
        }
    }
}

impl Meld {
    /// The cells of the meld, in no particular order.
    #[must_use]
    pub fn shown(&self) -> Vec<Shown> {
        let joker = self.cards().has(Card::JOKER.alone());
        if self.kind() == Kind::Joker {
            let rank = Rank::COUNT.cast_signed();
            return vec![Shown {
                rank,
                suit: None,
                joker,
            }];
        }
        let mut shown = Vec::with_capacity(self.count().into());
        let length = if self.kind() == Kind::Sequence {
            self.count()
        } else {
            1
        };
        for rank in (0..length).map(|place| self.lowest() + place.cast_signed()) {
            for suit in Suit::ALL
                .into_iter()
                .filter(|&suit| self.suits() >> suit as u8 & 1 != 0)
            {
                let card = u8::try_from(rank).ok().and_then(Rank::new);
                let card = card.map(|rank| Card::new(rank, suit).alone());
                let held = card.is_some_and(|card| self.cards().has(card));
                shown.push(Shown {
                    rank,
                    suit: Some(suit),
                    joker: !held,
                });
            }
        }
        if self.count() == 5 && self.kind() == Kind::Group {
            shown.push(Shown {
                rank: self.lowest(),
                suit: None,
                joker,
            });
        }
        shown
    }

    /// The meld with these cells, if there is one.
    #[must_use]
    pub fn showing(shown: &[Shown]) -> Option<Self> {
        if let [only] = shown
            && only.joker
        {
            return Some(Self::JOKER);
        }
        let lowest = shown.iter().map(|shown| shown.rank).min()?;
        let highest = shown.iter().map(|shown| shown.rank).max()?;
        let count = u8::try_from(shown.len()).ok()?;
        let suits = shown
            .iter()
            .filter_map(|shown| shown.suit)
            .fold(0, |all, suit| all | 1 << suit as u8);
        let joker = shown.iter().find(|shown| shown.joker);
        let meld = if lowest == highest {
            let rank = Rank::new(u8::try_from(lowest).ok()?)?;
            match joker {
                None => Self::group(rank, suits),
                Some(joker) => {
                    let rest = joker.suit.map_or(suits, |suit| suits & !(1 << suit as u8));
                    if rest == 0 || (joker.suit.is_none() && rest != 15) {
                        return None;
                    }
                    Self::group(rank, rest).and_joker(joker.suit.map(|suit| suit as u8))
                }
            }
        } else {
            let suit = shown[0].suit? as u8;
            let beyond = |rank: i8| !(0..Rank::COUNT.cast_signed()).contains(&rank);
            let real = shown.iter().filter(|shown| !shown.joker);
            if suits != 1 << suit || count < 3 || real.clone().any(|shown| beyond(shown.rank)) {
                return None;
            }
            if highest - lowest + 1 != count.cast_signed() {
                return None;
            }
            let missing = joker.map(|joker| (joker.rank - lowest).cast_unsigned());
            Self::sequence(suit, lowest, count, missing)
        };
        // Two jokers, or a cell twice, are not in the meld.
        let same = meld.count() == count && shown.iter().all(|one| meld.shown().contains(one));
        same.then_some(meld)
    }
}

/// The cards of a hand with these cells; the joker's cell does not matter.
#[must_use]
pub fn hand_showing(shown: &[Shown]) -> Cards {
    let cards = shown.iter().filter_map(|shown| {
        if shown.joker {
            return Some(Card::JOKER.alone());
        }
        let rank = Rank::new(u8::try_from(shown.rank).ok()?)?;
        Some(Card::new(rank, shown.suit?).alone())
    });
    cards.fold(Cards::EMPTY, |hand, card| hand | card)
}

#[cfg(test)]
mod tests {
    use super::super::super::rules::{Rules, movegen::leads};
    use super::*;

    #[test]
    fn rows_are_suits_from_spades_down_and_columns_ranks_from_below_the_threes() {
        let cell = |row, column| Shown::on_table(row, column, false);
        assert_eq!((cell(0, 0).rank, cell(0, 0).suit), (-1, Some(Suit::Spades)));
        assert_eq!((cell(1, 1).rank, cell(1, 1).suit), (0, Some(Suit::Hearts)));
        assert_eq!(
            (cell(2, 13).rank, cell(2, 13).suit),
            (12, Some(Suit::Diamonds))
        );
        assert_eq!(
            (cell(3, 14).rank, cell(3, 14).suit),
            (13, Some(Suit::Clubs))
        );
        assert_eq!((cell(4, 2).suit, cell(4, 2).joker), (None, false));
        assert!(Shown::on_table(0, 0, true).joker);
    }

    #[test]
    fn every_meld_is_read_back_from_its_cells() {
        let mut melds = 0;
        for hand in [
            "C3D3H3S3C4C5C6CACKC2JO",
            "H5S5H6S6H7S7H8S8H9S9JO",
            "D3D4D5D6D7D8D9DTDJDQDKDAD2JO",
        ] {
            leads(Rules::UECDA, hand.parse().unwrap(), |meld| {
                melds += 1;
                let shown = meld.shown();
                assert_eq!(shown.len(), usize::from(meld.count()));
                assert_eq!(Meld::showing(&shown), Some(meld), "{meld}");
                assert_eq!(hand_showing(&shown), meld.cards());
            });
        }
        assert!(melds > 200, "{melds}");
        assert_eq!(Meld::showing(&[]), None);
        let gap = [3, 4, 6].map(|rank| Shown {
            rank,
            suit: Some(Suit::Clubs),
            joker: false,
        });
        assert_eq!(Meld::showing(&gap), None);
        let twice = [3, 3].map(|rank| Shown {
            rank,
            suit: Some(Suit::Clubs),
            joker: false,
        });
        assert_eq!(Meld::showing(&twice), None);
        let card = |rank, suit| Shown {
            rank,
            suit: Some(suit),
            joker: false,
        };
        let mixed = [
            card(3, Suit::Clubs),
            card(4, Suit::Hearts),
            card(5, Suit::Clubs),
        ];
        assert_eq!(Meld::showing(&mixed), None);
        let short = [card(3, Suit::Clubs), card(4, Suit::Clubs)];
        assert_eq!(Meld::showing(&short), None);
        let beyond = [11, 12, 13].map(|rank| card(rank, Suit::Clubs));
        assert_eq!(Meld::showing(&beyond), None);
        let joker = |suit| Shown {
            rank: 3,
            suit,
            joker: true,
        };
        let jokers = [joker(Some(Suit::Clubs)); 2];
        assert_eq!(Meld::showing(&jokers), None);
        assert_eq!(Meld::showing(&[twice[0], joker(None)]), None);
    }
}
