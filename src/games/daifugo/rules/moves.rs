//! The moves of two players with open hands, and their notation: groups of one rank and passes.
//!
//! The notation is that of the logs of the `UECda` tournament's programs: `d-3`, `ch-4`, `p`.

use std::fmt::{self, Display};

use super::super::cards::{Card, Cards, Meld, Rank, Suit};
use crate::game::Side;

/// Parses a move in move notation: `None` is a pass.
///
/// Letters may be of either case and suits in any order.
///
/// # Errors
/// When the text names no group of cards and no pass.
pub(in super::super) fn read(text: &str) -> Result<Option<Meld>, String> {
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
    Meld::group_of(cards)
        .map(Some)
        .ok_or_else(|| format!("no suit before the dash; {FORM}"))
}

/// A move: a group of one rank or a pass, with what [`Daifugo`](super::Daifugo) needs to take it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The cards played; `None` is a pass.
    pub played: Option<Meld>,
    /// The group on the table before the move.
    pub(in super::super) covered: Option<Meld>,
    /// The player who moves.
    pub(in super::super) mover: Side,
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.played {
            Some(group) => Display::fmt(&group, f),
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
                let group = Meld::group_of(Cards::from_bits(suits << rank.shift())).unwrap();
                let name = group.to_string();
                assert_eq!(read(&name), Ok(Some(group)));
                assert_eq!(read(&name.to_uppercase()), Ok(Some(group)));
                assert_eq!(
                    (group.rank(), u32::from(group.count())),
                    (rank, suits.count_ones())
                );
            }
        }
        assert_eq!(read("hc-T").unwrap().unwrap().to_string(), "ch-t");
        assert_eq!((read("p"), read("P")), (Ok(None), Ok(None)));
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
