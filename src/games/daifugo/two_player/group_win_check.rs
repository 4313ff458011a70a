//! Hands that win without being answered, under all rules.

use super::super::cards::{Card, Cards, Counts, Kind, Located, Rank, every};
use super::super::rules::{Answerable, Rules, SPADE_THREE, ToBeat};

/// A count of the groups of one hand that another hand can answer.
pub(in super::super) struct GroupWinCheck {
    /// Number of ranks in the hand, without the joker.
    pub(in super::super) groups: u32,
    /// Number of these ranks that can be answered, plus one for a joker that can be.
    pub(in super::super) answered: u32,
    /// Number of ranks held four times.
    pub(in super::super) fours: u32,
    /// The groups that cannot be answered.
    safe: Located,
    /// Whether the hand has a joker that cannot be answered alone.
    safe_joker: bool,
}

impl GroupWinCheck {
    /// Counts with each rank played as a whole. A joker in the other hand counts as help with every answer it could
    /// help with.
    pub(in super::super) fn of(rules: Rules, hand: Cards, other: Cards, reversed: bool) -> Self {
        let joker = Card::JOKER.alone();
        let held = Located::of(hand & Cards::DECK);
        let cutting = rules.cutting().bits();
        let mut answerable = answerable(other, reversed) & !cutting;
        if !rules.has_groups() {
            // Cards of a rank are played one by one, and answered alike.
            answerable = ((answerable & every(0b0001)) * 0b1111) & !cutting;
        }
        let answered = (held.bits() & answerable).count_ones();
        let joker_is_answered =
            hand.has(joker) && rules.spade_three_beats_joker() && other.has(SPADE_THREE.alone());
        Self {
            groups: held.bits().count_ones(),
            answered: answered + u32::from(joker_is_answered),
            fours: (hand & Cards::DECK).fours().bits().count_ones(),
            safe: Located::from_bits(held.bits() & !answerable),
            safe_joker: hand.has(joker) && !joker_is_answered,
        }
    }

    /// Number of melds to play a hand rank by rank, with the joker by itself.
    pub(in super::super) fn groups_of(hand: Cards) -> u32 {
        let joker = !(hand - Cards::DECK).is_empty();
        (hand & Cards::DECK).ranks().bits().count_ones() + u32::from(joker)
    }

    /// Whether the leader with this hand plays to the end without once being answered: all melds but the last one clear
    /// the table.
    ///
    /// Sufficient, not necessary: sequences, the joker's help and locks are left out. Four of a rank may reverse the
    /// ranks, so they come last, and everything before must be safe.
    pub(in super::super) fn wins_unanswered(&self, rules: Rules) -> bool {
        let lasts = if rules.has_revolution() {
            self.fours
        } else {
            0
        };
        let plain = rules.has_groups() && !rules.jack_turns_back();
        plain && self.answered + lasts <= 1
    }

    /// Whether one of the melds that cannot be answered beats the meld of `demand`: its player leads next and has lost
    /// nothing.
    pub(in super::super) fn takes(&self, demand: &ToBeat) -> bool {
        let table = demand.table;
        if table.kind() != Kind::Group || demand.locked || table.count() > 3 {
            return false;
        }
        let Some(rank) = u8::try_from(table.lowest()).ok().and_then(Rank::new) else {
            return false;
        };
        let same = self.safe.of_size(table.count()).bits();
        let stronger = if demand.reversed {
            same & ((1 << rank.shift()) - 1)
        } else {
            same & (!0b1111 << rank.shift())
        };
        stronger != 0 || (self.safe_joker && table.count() == 1)
    }
}

/// Whether the leader with `hand` is known to play to the end without once being answered by `other`, under these rules.
///
/// This is the check that the search and the rollouts use. A perfect win needs no more; the check is sufficient, and with
/// sequences, jokers or locks not necessary. `reversed` means that low ranks are strong.
///
/// # Examples
/// ```
/// use kaeshi::games::daifugo::{Rules, wins_unanswered};
///
/// let (hand, other) = ("C8D8C3".parse().unwrap(), "CKDKHK".parse().unwrap());
/// // Two eights are answered, unless they clear the table.
/// assert!(!wins_unanswered(Rules::GROUPS_ALONE, hand, other, false));
/// assert!(wins_unanswered(Rules::GROUP, hand, other, false));
/// ```
#[must_use]
pub fn wins_unanswered(rules: Rules, hand: Cards, other: Cards, reversed: bool) -> bool {
    GroupWinCheck::of(rules, hand, other, reversed).wins_unanswered(rules)
}

/// The groups that the other hand may be able to answer, with the help of its joker.
fn answerable(other: Cards, reversed: bool) -> u64 {
    let cards = other & Cards::DECK;
    let joker = other.has(Card::JOKER.alone());
    let located = if joker {
        let three_or_less = Counts::of(cards).bits() & every(0b0011);
        // One more card of each rank held, except ranks held four times.
        let ranks = cards.ranks().bits() & !cards.fours().bits();
        let more = three_or_less + ranks;
        Counts::from_bits(more | cards.fours().bits() << 2).locate()
    } else {
        Located::of(cards)
    };
    let answerable = if reversed {
        Answerable::by_in_revolution(located)
    } else {
        Answerable::by(located)
    };
    // The joker beats any single card.
    answerable.bits() | if joker { every(0b0001) } else { 0 }
}
