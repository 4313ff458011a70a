//! The rollout policy: a sensible move without search.

use super::super::cards::{Card, Cards, Kind, Meld, Rank};
use super::super::party::MultiGame;

/// The value of a move at a glance, in arbitrary units: higher is better.
///
/// `meld` is a legal move of the hand `held`; `None` is a pass.
pub(super) fn score(party: &MultiGame, held: Cards, meld: Option<Meld>) -> i32 {
    const CARD: i32 = 10;
    const SPLIT: i32 = 14;
    const STRENGTH: i32 = 3;
    const JOKER: i32 = 40;
    const EIGHT: i32 = 10;
    const LAST: i32 = 1000;
    const PASS: i32 = -22;
    const SELF: i32 = -60;
    let Some(meld) = meld else {
        return PASS;
    };
    let cards = meld.cards();
    if cards == held {
        return LAST;
    }
    let count = i32::from(meld.count());
    let reversed = party.is_reversed();
    let strength = match (meld.kind(), i32::from(meld.lowest())) {
        (Kind::Joker, _) => 0,
        (Kind::Group, lowest) => lowest,
        (Kind::Sequence, lowest) => lowest + count / 2,
    };
    let strength = if reversed { 12 - strength } else { strength };
    let joker = if (cards - Cards::DECK).is_empty() {
        0
    } else {
        JOKER
    };
    let split = match meld.kind() {
        Kind::Joker => 0,
        Kind::Group => i32::from(!cards.has(held & rank_of(cards))),
        // A sequence takes one card of each rank.
        Kind::Sequence => i32::from(of_the_same_ranks(held, cards)) / 2,
    };
    let cuts = party.rules().cutting().meets(cards);
    let own = if party.now.owner == party.now.turn && party.now.table.is_some() {
        SELF
    } else {
        0
    };
    // With fewer cards left, keeping strong ones gains less.
    let left = i32::from((held - cards).len());
    CARD * count - STRENGTH * strength * left.min(8) / 8 - SPLIT * split - joker
        + if cuts { EIGHT } else { 0 }
        + own
}

/// All cards of the rank of a group.
fn rank_of(cards: Cards) -> Cards {
    let rank = cards.lowest().and_then(Card::rank);
    rank.map_or(Cards::EMPTY, Rank::cards)
}

/// The number of other cards in `held` of the ranks in `cards`.
fn of_the_same_ranks(held: Cards, cards: Cards) -> u8 {
    let ranks = (cards & Cards::DECK).ranks().bits() * 15;
    (Cards::from_bits(ranks) & (held - cards)).len()
}
