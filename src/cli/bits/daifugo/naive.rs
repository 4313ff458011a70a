//! The formulas' results by walks over ranks and suits, one card at a time.

use kaeshi::games::daifugo::Cards;

/// Number of nibbles in a word.
const NIBBLES: u32 = 16;
/// Number of ranks that cards have.
const RANKS: u32 = 13;

/// Whether the card of this rank and suit is in the set.
pub(super) fn has(cards: Cards, rank: u32, suit: u32) -> bool {
    cards.bits() >> (4 * rank + suit) & 1 == 1
}

/// Number of cards of a rank.
pub(super) fn held(cards: Cards, rank: u32) -> u32 {
    (0..4).map(|suit| u32::from(has(cards, rank, suit))).sum()
}

/// A word with `value` of each nibble's rank in its place.
pub(super) fn nibbles(value: impl Fn(u32) -> u64) -> u64 {
    (0..NIBBLES).fold(0, |word, rank| word | value(rank) << (4 * rank))
}

/// The lowest bit of each rank for which `is` holds.
pub(super) fn ranks(is: impl Fn(u32) -> bool) -> u64 {
    nibbles(|rank| u64::from(is(rank)))
}

/// C1: the number of cards of each rank.
pub(super) fn counts(cards: Cards) -> u64 {
    nibbles(|rank| held(cards, rank).into())
}

/// C2, C3: a bit in the place of the number.
pub(super) fn located(cards: Cards) -> u64 {
    nibbles(|rank| match held(cards, rank) {
        0 => 0,
        count => 1 << (count - 1),
    })
}

/// C4 to C9: the ranks of which the number of cards is right.
pub(super) fn picked(cards: Cards, is: impl Fn(u32) -> bool) -> u64 {
    ranks(|rank| is(held(cards, rank)))
}

/// C14: the choices of `size` cards of one rank.
pub(super) fn groups(cards: Cards, size: u32) -> Vec<Cards> {
    let mut found = Vec::new();
    for rank in 0..RANKS {
        for suits in 1..16_u64 {
            let all = (0..4).all(|suit| suits >> suit & 1 == 0 || has(cards, rank, suit));
            if all && suits.count_ones() == size {
                found.push(Cards::from_bits(suits << (4 * rank)));
            }
        }
    }
    found
}

/// C15: the ranks held in all of these suits.
pub(super) fn in_suits(cards: Cards, suits: u64) -> u64 {
    ranks(|rank| (0..4).all(|suit| suits >> suit & 1 == 0 || has(cards, rank, suit)))
}

/// C16: all groups of ranks up to that of bit `index`, of as many cards or fewer.
pub(super) fn up_to(index: u32) -> u64 {
    (0..64)
        .filter(|bit| bit / 4 <= index / 4 && bit % 4 <= index % 4)
        .fold(0, |word, bit| word | 1 << bit)
}

/// Whether the cards hold a rank that beats `rank` at least `count` times.
pub(super) fn answers(cards: Cards, rank: u32, count: u32, reversed: bool) -> bool {
    (0..NIBBLES)
        .filter(|&by| if reversed { by < rank } else { by > rank })
        .any(|by| held(cards, by) >= count)
}

/// C17, C21: the groups that the cards can answer.
pub(super) fn answerable(cards: Cards, reversed: bool) -> u64 {
    nibbles(|rank| {
        (1..=4)
            .filter(|&count| answers(cards, rank, count, reversed))
            .fold(0, |nibble, count| nibble | 1 << (count - 1))
    })
}

/// C19: whether a last group can be chosen so that no other group can be answered. Each rank is played whole.
pub(super) fn wins_by_last_group(cards: Cards, other: Cards, reversed: bool) -> bool {
    let held_ranks = || (0..RANKS).filter(|&rank| held(cards, rank) > 0);
    let safe = |rank| !answers(other, rank, held(cards, rank), reversed);
    cards.is_empty() || held_ranks().any(|last| held_ranks().all(|rank| rank == last || safe(rank)))
}

/// Which groups can be answered: by rank, then by number of cards.
pub(super) type Answered = [[bool; 5]; 13];

/// The groups that one of `hands` can answer; groups of the ranks for which `clears` holds never are.
pub(super) fn answered(
    hands: &[Cards],
    reversed: bool,
    clears: impl Fn(usize) -> bool,
) -> Answered {
    let mut table = Answered::default();
    for (rank, counts) in (0..).zip(&mut table) {
        for (count, answered) in (0..).zip(counts).skip(1) {
            *answered = hands
                .iter()
                .any(|&hand| answers(hand, rank, count, reversed));
        }
    }
    for (rank, counts) in table.iter_mut().enumerate() {
        if clears(rank) {
            *counts = [false; 5];
        }
    }
    table
}

/// C19: whether all cards can be played, in some groups and some order, so that only the last group can be answered.
pub(super) fn plays_out(hand: Cards, answered: &Answered) -> bool {
    let mut counts = [0; 13];
    for (rank, count) in (0..).zip(&mut counts) {
        *count = held(hand, rank) as usize;
    }
    search(&mut counts, answered)
}

/// Depth first, over all groups.
fn search(counts: &mut [usize; 13], answered: &Answered) -> bool {
    if counts.iter().all(|&count| count == 0) {
        return true;
    }
    for rank in 0..13 {
        for count in 1..=counts[rank] {
            counts[rank] -= count;
            let last = counts.iter().all(|&count| count == 0);
            let won = last || (!answered[rank][count] && search(counts, answered));
            counts[rank] += count;
            if won {
                return true;
            }
        }
    }
    false
}

/// Whether `suit` holds the `length` ranks from `from` on, except the one at `missing`.
fn is_run(cards: Cards, suit: u32, from: i32, length: u8, missing: Option<u8>) -> bool {
    (0..length).all(|at| {
        let rank = u32::try_from(from + i32::from(at))
            .ok()
            .filter(|&rank| rank < RANKS);
        let held = rank.is_some_and(|rank| has(cards, rank, suit));
        held != (Some(at) == missing)
    })
}

/// The cards for whose suit and rank `is` holds.
fn places(is: impl Fn(u32, i32) -> bool) -> u64 {
    let ranks = (0_u32..).zip(0_i32..).take(RANKS as usize);
    let cards = ranks.flat_map(|(rank, number)| (0..4).map(move |suit| (rank, number, suit)));
    cards
        .filter(|&(_, number, suit)| is(suit, number))
        .fold(0, |set, (rank, _, suit)| set | 1 << (4 * rank + suit))
}

/// The lowest card of every run of one suit.
pub(super) fn runs(cards: Cards, length: u8) -> u64 {
    places(|suit, rank| is_run(cards, suit, rank, length, None))
}

/// The cards that are part of a run of one suit.
pub(super) fn in_runs(cards: Cards, length: u8) -> u64 {
    places(|suit, rank| {
        (0..length).any(|at| is_run(cards, suit, rank - i32::from(at), length, None))
    })
}

/// The lowest card held of every run in which one is missing.
pub(super) fn runs_but_one(cards: Cards, length: u8, missing: u8) -> u64 {
    let lowest = i32::from(missing == 0);
    places(|suit, rank| is_run(cards, suit, rank - lowest, length, Some(missing)))
}

/// Whether the cards hold a run with all ranks above `rank`.
pub(super) fn answers_run(cards: Cards, rank: u8, length: u8) -> bool {
    let mut starts = i32::from(rank) + 1..13;
    starts.any(|from| (0..4).any(|suit| is_run(cards, suit, from, length, None)))
}

/// The cards of these suits.
pub(super) fn of_suits(cards: Cards, suits: u64) -> u64 {
    nibbles(|rank| {
        let allowed = (0..4).filter(|&suit| suits >> suit & 1 == 1 && has(cards, rank, suit));
        allowed.fold(0, |nibble, suit| nibble | 1 << suit)
    })
}
