//! Plays: groups of one rank, and their notation.
//!
//! The notation is that of the logs of the `UECda` tournament's programs: `d-3`, `ch-4`, `p`.

use std::fmt::{self, Debug, Display};
use std::num::NonZeroU64;

use super::super::cards::{Card, Cards, Rank, Suit};

/// A group: one to four cards of one rank, played together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Play(NonZeroU64);

impl Play {
    /// The play of these cards, if they are one to four of one rank.
    #[must_use]
    pub fn new(cards: Cards) -> Option<Self> {
        let rank = cards.lowest()?.rank()?;
        let one_rank = rank.cards().has(cards);
        NonZeroU64::new(cards.bits()).filter(|_| one_rank).map(Self)
    }

    /// The first `count` of these cards, which are all of one rank.
    pub(in super::super) fn some_of(cards: Cards, count: u8) -> Option<Self> {
        NonZeroU64::new(cards.first(count).bits()).map(Self)
    }

    /// The cards of the play.
    #[must_use]
    pub const fn cards(self) -> Cards {
        Cards::from_bits(self.0.get())
    }

    /// The rank of the cards.
    ///
    /// # Panics
    /// Never: a play consists of cards that have a rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        #[expect(clippy::cast_possible_truncation, reason = "at most 63 / 4")]
        let number = (self.0.trailing_zeros() / 4) as u8;
        Rank::new(number).expect("made of cards that have a rank")
    }

    /// Number of cards, 1 to 4.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.cards().len()
    }
}

impl Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suits = self.cards().iter().filter_map(Card::suit);
        for suit in suits {
            write!(f, "{}", suit.name().to_ascii_lowercase())?;
        }
        write!(f, "-{}", self.rank().name().to_ascii_lowercase())
    }
}

impl Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// Parses a move in move notation: `None` is a pass.
///
/// Letters may be of either case and suits in any order.
///
/// # Errors
/// When the text names no group of cards and no pass.
pub(in super::super) fn read(text: &str) -> Result<Option<Play>, String> {
    const FORM: &str = "write moves as d-3, ch-4 or p";
    if text.eq_ignore_ascii_case("p") {
        return Ok(None);
    }
    if text.eq_ignore_ascii_case("jk") || text.contains('(') {
        return Err("these rules have no joker".into());
    }
    let (suits, ranks) = text.split_once('-').ok_or(FORM)?;
    let mut characters = ranks.chars();
    let rank = characters.next().and_then(Rank::named);
    let rank = rank.ok_or("unknown rank: write 3-9 T J Q K A 2")?;
    if characters.next().is_some() {
        let sequence = ranks.chars().all(|name| Rank::named(name).is_some());
        return Err(if sequence {
            "these rules have no sequences".into()
        } else {
            format!("more than one rank after the dash; {FORM}")
        });
    }
    let mut cards = Cards::EMPTY;
    for name in suits.chars() {
        if name.eq_ignore_ascii_case(&'x') {
            return Err("these rules have no joker".into());
        }
        let suit = Suit::named(name).ok_or("unknown suit: write c, d, h or s")?;
        let card = Card::new(rank, suit);
        if cards.has(card.alone()) {
            return Err(format!("the card {card} is given twice"));
        }
        cards = cards | card.alone();
    }
    Play::new(cards)
        .map(Some)
        .ok_or_else(|| format!("no suit before the dash; {FORM}"))
}

/// A move: a play or a pass, with what [`Daifugo`](super::Daifugo) needs to take it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The cards played; `None` is a pass.
    pub played: Option<Play>,
    /// The play on the table before the move.
    pub(in super::super) covered: Option<Play>,
    /// The player who moves.
    pub(in super::super) mover: crate::game::Side,
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.played {
            Some(play) => Display::fmt(&play, f),
            None => f.write_str("p"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_read_back() {
        for rank in (0..Rank::COUNT).filter_map(Rank::new) {
            for suits in 1..16 {
                let play = Play::new(Cards::from_bits(suits << rank.shift())).unwrap();
                let name = play.to_string();
                assert_eq!(read(&name), Ok(Some(play)));
                assert_eq!(read(&name.to_uppercase()), Ok(Some(play)));
                assert_eq!(
                    (play.rank(), u32::from(play.count())),
                    (rank, suits.count_ones())
                );
            }
        }
        assert_eq!(read("hc-T").unwrap().unwrap().to_string(), "ch-t");
        assert_eq!((read("p"), read("P")), (Ok(None), Ok(None)));
    }

    #[test]
    fn cards_of_several_ranks_are_no_group() {
        assert_eq!(Play::new("C3C4".parse().unwrap()), None);
        assert_eq!(Play::new(Card::JOKER.alone()), None);
        assert_eq!(Play::new(Cards::EMPTY), None);
    }

    #[test]
    fn bad_notation_is_explained() {
        let table = [
            ("", "write moves as"),
            ("d3", "write moves as"),
            ("pass", "write moves as"),
            ("-3", "no suit before the dash"),
            ("d-", "unknown rank"),
            ("d-1", "unknown rank"),
            ("d-10", "unknown rank"),
            ("d-3-4", "more than one rank after the dash"),
            ("x-3", "these rules have no joker"),
            ("jk", "these rules have no joker"),
            ("ds-9(s)", "these rules have no joker"),
            ("c-jqk", "these rules have no sequences"),
            ("e-3", "unknown suit"),
            ("cc-3", "the card C3 is given twice"),
            ("c-大", "unknown rank"),
        ];
        for (text, reason) in table {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }
}
