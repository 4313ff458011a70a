//! The text of sets of cards: `D3C5H5S8DKJO`.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use thiserror::Error;

use super::card::Card;
use super::card_set::Cards;

impl Display for Cards {
    /// `D3C5H5S8DKJO`; a dash for the empty set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

impl Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// Why a text is not a set of cards. Characters are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotCards {
    /// The text is empty.
    #[error("no cards: write - for an empty set")]
    Nothing,
    /// Two characters that name no card.
    #[error(
        "no card at character {at}: write a suit (C D H S) and a rank (3-9 T J Q K A 2), or JO"
    )]
    Unknown {
        /// The two characters.
        token: String,
        /// Where they begin.
        at: usize,
    },
    /// A card is named a second time.
    #[error("the card is given twice, again at character {at}")]
    Twice {
        /// The card.
        token: String,
        /// Where its second name begins.
        at: usize,
    },
}

impl NotCards {
    /// The part of the text at fault; empty if the text is.
    #[must_use]
    pub fn token(&self) -> &str {
        match self {
            Self::Nothing => "",
            Self::Unknown { token, .. } | Self::Twice { token, .. } => token,
        }
    }
}

impl FromStr for Cards {
    type Err = NotCards;

    /// Reads what [`Display`] writes, in any order and either case.
    fn from_str(text: &str) -> Result<Self, NotCards> {
        match text {
            "" => return Err(NotCards::Nothing),
            "-" => return Ok(Self::EMPTY),
            _ => {}
        }
        let mut cards = Self::EMPTY;
        let mut characters = text.chars();
        let mut at = 1;
        while let Some(first) = characters.next() {
            let second = characters.next();
            let token = || first.to_string() + &second.map(String::from).unwrap_or_default();
            let card = second
                .and_then(|second| Card::named(first, second))
                .ok_or_else(|| NotCards::Unknown { token: token(), at })?;
            if cards.has(card.alone()) {
                return Err(NotCards::Twice { token: token(), at });
            }
            cards = cards | card.alone();
            at += 2;
        }
        Ok(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_articles_hand_has_the_articles_bits() {
        let hand: Cards = "C3H4C5H5S5D6CJHJS2".parse().unwrap();
        assert_eq!(hand.bits(), 0x0008_0005_0000_2d41);
        assert_eq!(hand.to_string(), "C3H4C5H5S5D6CJHJS2");
        assert_eq!(format!("{hand:?}"), hand.to_string());
        assert_eq!(hand.len(), 9);
    }

    #[test]
    fn every_card_is_read_back_in_either_case() {
        for card in (Cards::DECK | Card::JOKER.alone()).iter() {
            let name = card.to_string();
            assert_eq!(name.parse(), Ok(card.alone()));
            assert_eq!(name.to_lowercase().parse(), Ok(card.alone()));
        }
        assert_eq!("joD3".parse::<Cards>().unwrap().to_string(), "D3JO");
        assert_eq!("-".parse(), Ok(Cards::EMPTY));
    }

    #[test]
    fn bad_cards_are_named_and_placed() {
        let table = [
            ("", "", "no cards: write - for an empty set"),
            ("D3X4", "X4", "no card at character 3"),
            ("D1", "D1", "no card at character 1"),
            ("D10", "D1", "no card at character 1"),
            ("3D", "3D", "no card at character 1"),
            ("D3C", "C", "no card at character 3"),
            ("D3--", "--", "no card at character 3"),
            ("大富", "大富", "no card at character 1"),
            (
                "D3C4d3",
                "d3",
                "the card is given twice, again at character 5",
            ),
            (
                "JOJO",
                "JO",
                "the card is given twice, again at character 3",
            ),
        ];
        for (text, token, reason) in table {
            let error = text.parse::<Cards>().unwrap_err();
            assert_eq!(error.token(), token);
            assert!(error.to_string().starts_with(reason), "{text}: {error}");
        }
    }
}
