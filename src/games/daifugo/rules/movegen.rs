//! The melds that a hand can lay, on an empty table or on another meld.

use super::super::cards::{Card, Cards, Kind, Meld, Rank, Suit};
use super::rule_set::Rules;

/// The minimum length of a sequence.
const MIN_SEQUENCE: u8 = 3;

/// The requirements on an answer.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct ToBeat {
    /// The meld to be answered.
    pub(in super::super) table: Meld,
    /// Whether only the suits of the table's meld may answer.
    pub(in super::super) locked: bool,
    /// Whether low ranks are strong.
    pub(in super::super) reversed: bool,
}

/// Calls `each` with every meld that `hand` can lead with: groups from weak ranks up, then sequences from short ones
/// up, then the joker alone.
///
/// A joker stands for a card that the hand does not hold.
pub(in super::super) fn leads(rules: Rules, hand: Cards, mut each: impl FnMut(Meld)) {
    let joker = hand.has(Card::JOKER.alone());
    for rank in (hand & Cards::DECK).ranks().iter() {
        let held = suits_of(hand, rank);
        for suits in 1..=held {
            if suits & !held != 0 || (suits.count_ones() > 1 && !rules.has_groups()) {
                continue;
            }
            let group = Meld::group(rank, suits);
            each(group);
            if joker && rules.has_groups() {
                with_joker(group, held, &mut each);
            }
        }
    }
    if rules.has_sequences() {
        for length in MIN_SEQUENCE..=Rank::COUNT + 1 {
            let mut any = false;
            sequences(hand, length, |meld| {
                any = true;
                each(meld);
            });
            // A longer sequence without one end that is not the joker is a sequence of this length.
            if !any {
                break;
            }
        }
    }
    if joker {
        each(Meld::JOKER);
    }
}

/// Calls `each` with every meld of `hand` that answers the table, in the order of [`leads`].
pub(in super::super) fn answers(
    rules: Rules,
    hand: Cards,
    demand: &ToBeat,
    mut each: impl FnMut(Meld),
) {
    let table = demand.table;
    match table.kind() {
        Kind::Joker => {
            if rules.spade_three_beats_joker() && hand.has(SPADE_THREE.alone()) {
                each(Meld::group(Rank::THREE, 1 << Suit::Spades as u8));
            }
        }
        Kind::Group => answer_group(hand, demand, &mut each),
        Kind::Sequence => sequences(hand, table.count(), |meld| {
            let same = !demand.locked || meld.suits() == table.suits();
            if same && meld.beats(&table, demand.reversed) {
                each(meld);
            }
        }),
    }
}

/// The card that beats the joker.
pub(in super::super) const SPADE_THREE: Card = Card::new(Rank::THREE, Suit::Spades);

fn answer_group(hand: Cards, demand: &ToBeat, each: &mut impl FnMut(Meld)) {
    let table = demand.table;
    let joker = hand.has(Card::JOKER.alone());
    let rank = table.rank();
    let cards = hand & Cards::DECK;
    let able = if demand.reversed {
        cards.below(rank)
    } else {
        cards.above(rank)
    };
    let count = u32::from(table.count());
    for rank in able.ranks().iter() {
        let held = suits_of(hand, rank);
        if held.count_ones() + u32::from(joker) < count {
            continue;
        }
        if demand.locked {
            lock_on(rank, held, joker, table.suits(), each);
            continue;
        }
        for suits in (1..=held).filter(|suits| suits & !held == 0) {
            let group = Meld::group(rank, suits);
            if suits.count_ones() == count {
                each(group);
            } else if joker && suits.count_ones() + 1 == count {
                with_joker(group, held, each);
            }
        }
    }
    if joker && count == 1 {
        each(Meld::JOKER);
    }
}

/// Calls `each` with the group of `rank` that shows exactly the suits `suits`, if it can be made.
fn lock_on(rank: Rank, held: u8, joker: bool, suits: u8, each: &mut impl FnMut(Meld)) {
    let missing = suits & !held;
    if missing == 0 {
        each(Meld::group(rank, suits));
    } else if joker && missing.is_power_of_two() && missing != suits {
        let group = Meld::group(rank, suits & held);
        with_joker(group, !missing, each);
    }
}

/// Calls `each` with the group and a joker for each suit that is not in `held`; with all four suits, for a fifth card.
fn with_joker(group: Meld, held: u8, each: &mut impl FnMut(Meld)) {
    if group.suits() == 15 {
        each(group.and_joker(None));
    }
    for suit in (0..4).filter(|suit| held >> suit & 1 == 0) {
        each(group.and_joker(Some(suit)));
    }
}

/// All sequences of `length`, those without a joker first.
fn sequences(hand: Cards, length: u8, mut each: impl FnMut(Meld)) {
    let place = |card: Card| Some((card.suit()? as u8, card.rank()?.number().cast_signed()));
    if length <= Rank::COUNT {
        for (suit, rank) in hand.runs(length).iter().filter_map(place) {
            each(Meld::sequence(suit, rank, length, None));
        }
    }
    if !hand.has(Card::JOKER.alone()) {
        return;
    }
    for missing in 0..length {
        let runs = hand.runs_but_one(length, missing);
        for (suit, rank) in runs.iter().filter_map(place) {
            let lowest = if missing == 0 { rank - 1 } else { rank };
            each(Meld::sequence(suit, lowest, length, Some(missing)));
        }
    }
}

/// The suits of `rank` in `hand`, as a nibble.
fn suits_of(hand: Cards, rank: Rank) -> u8 {
    (hand.bits() >> rank.shift() & 0b1111) as u8
}

#[cfg(test)]
mod tests {
    use super::super::super::cards::{Shown, all_melds};
    use super::*;
    use crate::game::splitmix64;

    /// Hands of up to 16 cards, half of them with a joker, many of neighbouring ranks.
    fn hands(count: u64) -> impl Iterator<Item = Cards> {
        (0..count).map(|seed| {
            let word = |at| splitmix64(8 * seed + at);
            let near = 0xffff_ffff << (4 * (word(0) % 8));
            let deck = if seed % 4 < 2 { near } else { u64::MAX };
            let cards = Cards::from_bits(word(1) & word(2) & deck) & Cards::DECK;
            let joker = if seed % 2 == 0 {
                Card::JOKER.alone()
            } else {
                Cards::EMPTY
            };
            cards.first(16) | joker
        })
    }

    /// Whether the hand has the cards, and the joker stands for none of its own.
    fn can_lay(hand: Cards, meld: &Meld) -> bool {
        let is_held = |cell: &Shown| {
            let rank = u8::try_from(cell.rank).ok().and_then(Rank::new);
            let card = rank
                .zip(cell.suit)
                .map(|(rank, suit)| Card::new(rank, suit));
            card.is_some_and(|card| hand.has(card.alone()))
        };
        hand.has(meld.cards())
            && (meld.kind() == Kind::Joker
                || !(meld.shown().iter()).any(|cell| cell.joker && is_held(cell)))
    }

    fn sorted(mut melds: Vec<Meld>) -> Vec<u16> {
        melds.sort_unstable_by_key(Meld::code);
        melds.iter().map(Meld::code).collect()
    }

    #[test]
    fn leads_are_all_melds_of_the_hand() {
        let all = all_melds();
        for (number, hand) in hands(200).enumerate() {
            let rules = [Rules::UECDA, Rules::GROUP, Rules::PLAIN][number % 3];
            let allowed = |meld: &&Meld| match meld.kind() {
                Kind::Joker => true,
                Kind::Group => meld.count() == 1 || rules.has_groups(),
                Kind::Sequence => rules.has_sequences(),
            };
            let expected = all
                .iter()
                .filter(allowed)
                .filter(|meld| can_lay(hand, meld));
            let expected: Vec<_> = expected.copied().collect();
            let mut found = Vec::new();
            leads(rules, hand, |meld| found.push(meld));
            let is_ordered = |one: &Meld, next: &Meld| match (one.kind(), next.kind()) {
                (Kind::Group, Kind::Group) => one.lowest() <= next.lowest(),
                (Kind::Sequence, Kind::Sequence) => one.count() <= next.count(),
                (one, next) => one == Kind::Group || next == Kind::Joker,
            };
            assert!(found.is_sorted_by(is_ordered), "{hand}: {found:?}");
            assert_eq!(sorted(found), sorted(expected), "{hand}");
        }
    }

    #[test]
    fn answers_are_the_leads_that_beat_the_table() {
        let all = all_melds();
        let mut answered = 0;
        for (number, hand) in hands(4000).enumerate() {
            let laid: Vec<_> = all.iter().filter(|meld| can_lay(hand, meld)).collect();
            // A meld that some card may answer, seldom one of this hand.
            let near = |meld: &&Meld| laid.iter().any(|one| one.count() == meld.count());
            let tables: Vec<_> = all.iter().filter(near).collect();
            let Some(table) = tables.get(number * 7919 % tables.len().max(1)) else {
                continue;
            };
            let to_beat = ToBeat {
                table: **table,
                locked: number % 3 == 0,
                reversed: number / 3 % 2 == 0,
            };
            let mut found = Vec::new();
            answers(Rules::UECDA, hand, &to_beat, |meld| found.push(meld));
            let same = |meld: &Meld| {
                !to_beat.locked || meld.kind() == Kind::Joker || meld.suits() == table.suits()
            };
            let beats = |meld: &&&Meld| meld.beats(table, to_beat.reversed) && same(meld);
            let expected: Vec<_> = laid.iter().filter(beats).map(|&&meld| meld).collect();
            answered += usize::from(expected.len() > 1);
            if table.kind() != Kind::Joker {
                assert_eq!(sorted(found), sorted(expected), "{hand}: {to_beat:?}");
            }
        }
        assert!(answered > 400, "{answered}");
    }

    #[test]
    fn a_whole_suit_and_the_joker_are_sequences_of_all_lengths() {
        let hand = "D3D4D5D6D7D8D9DTDJDQDKDAD2JO".parse().unwrap();
        let mut longest = Vec::new();
        leads(Rules::UECDA, hand, |meld| {
            if meld.kind() == Kind::Sequence && meld.count() > 12 {
                longest.push(meld.to_string());
            }
        });
        longest.sort_unstable();
        let thirteen = longest.iter().filter(|meld| !meld.contains('('));
        assert_eq!(thirteen.collect::<Vec<_>>(), ["d-3456789tjqka2"]);
        for meld in [
            "d-3456789tjqka2o(o)",
            "d-u3456789tjqka2(u)",
            "d-u3456789tjqka(u)",
        ] {
            assert!(
                longest.iter().any(|found| found == meld),
                "{meld}: {longest:?}"
            );
        }
        assert_eq!(longest.len(), 5, "{longest:?}");
    }

    #[test]
    fn the_three_of_spades_beats_the_joker_where_the_rules_say_so() {
        let joker = ToBeat {
            table: Meld::JOKER,
            locked: false,
            reversed: false,
        };
        let count = |rules, hand: &str| {
            let mut found = Vec::new();
            answers(rules, hand.parse().unwrap(), &joker, |meld| {
                found.push(meld.to_string());
            });
            found
        };
        assert_eq!(count(Rules::UECDA, "C3S3S4"), ["s-3"]);
        assert!(count(Rules::UECDA, "C3H3S4S2").is_empty());
        assert!(count(Rules::GROUP, "C3S3S4").is_empty());
    }
}
