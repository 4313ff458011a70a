//! The bit operations on hands against slow and simple versions.

use kaeshi::games::daifugo::{Answerable, Cards, Counts, Located, Rank, Ranks, any_two, up_to};

use crate::{Rng, deck, draw};

/// The hand of the article's example.
const HAND: &str = "C3H4C5H5S5D6CJHJS2";

fn nibble(cards: Cards, rank: u32) -> u64 {
    cards.bits() >> (4 * rank) & 0b1111
}

fn held(cards: Cards, rank: u32) -> u32 {
    nibble(cards, rank).count_ones()
}

/// A word with `value` of each of the 16 ranks in its nibble.
fn nibbles(value: impl Fn(u32) -> u64) -> u64 {
    (0..16).map(|rank| value(rank) << (4 * rank)).sum()
}

/// A word with the lowest bit of each rank for which `is` holds.
fn ranks(is: impl Fn(u32) -> bool) -> u64 {
    nibbles(|rank| u64::from(is(rank)))
}

/// Every pattern in four neighbouring ranks at either end, and random words, half of them sparse.
fn each_set(random: u32, mut each: impl FnMut(Cards)) {
    for pattern in 0..1 << 16 {
        each(Cards::from_bits(pattern));
        each(Cards::from_bits(pattern << 36));
        each(Cards::from_bits(pattern << 48));
    }
    let mut rng = Rng(52);
    for _ in 0..random {
        let word = rng.word();
        each(Cards::from_bits(word));
        each(Cards::from_bits(word & rng.word()) & Cards::DECK);
    }
}

fn check_forms(cards: Cards) {
    let counts = Counts::of(cards);
    let located = counts.locate();
    assert_eq!(counts.bits(), nibbles(|rank| held(cards, rank).into()));
    let place = |rank| match held(cards, rank) {
        0 => 0,
        count => 1 << (count - 1),
    };
    assert_eq!(located.bits(), nibbles(place), "{cards:?}");
    assert_eq!(counts.locate_by_logic(), located, "{cards:?}");
    assert_eq!(Located::of_cards_by_logic(cards), located, "{cards:?}");
    assert_eq!(Located::of(cards), located);
}

/// A set of ranks, and which counts its ranks must have.
type Pick = (Ranks, fn(u32) -> bool);

fn check_picks(cards: Cards) {
    let counts = Counts::of(cards);
    let located = counts.locate();
    let picks: [Pick; 13] = [
        (cards.ranks(), |held| held > 0),
        (cards.fours(), |held| held == 4),
        (cards.threes(), |held| held == 3),
        (cards.ones(), |held| held == 1),
        (cards.voids(), |held| held == 0),
        (counts.twos(), |held| held == 2),
        (counts.odd(), |held| held % 2 == 1),
        (located.exactly(1), |held| held == 1),
        (located.exactly(2), |held| held == 2),
        (located.exactly(3), |held| held == 3),
        (located.exactly(4), |held| held == 4),
        (located.at_least(1), |held| held >= 1),
        (located.at_least(3), |held| held >= 3),
    ];
    for (index, (picked, is)) in picks.into_iter().enumerate() {
        let expected = ranks(|rank| is(held(cards, rank)));
        assert_eq!(picked.bits(), expected, "pick {index} of {cards:?}");
    }
    for suits in 0..16 {
        let expected = ranks(|rank| nibble(cards, rank) & suits == suits);
        assert_eq!(cards.in_suits(suits).bits(), expected);
    }
}

/// Bit (rank, count) is set if a stronger rank is held at least `count` times.
fn answerable(cards: Cards, stronger: impl Fn(u32, u32) -> bool) -> u64 {
    nibbles(|rank| {
        (1..=4)
            .filter(|&count| (0..16).any(|by| stronger(by, rank) && held(cards, by) >= count))
            .map(|count| 1 << (count - 1))
            .sum()
    })
}

fn check_dominance(cards: Cards) {
    let located = Located::of(cards);
    let expected = answerable(cards, |by, rank| by > rank);
    assert_eq!(Answerable::by(located).bits(), expected, "{cards:?}");
    let expected = answerable(cards, |by, rank| by < rank);
    assert_eq!(Answerable::by_in_revolution(located).bits(), expected);
}

#[test]
fn forms_and_picks_count_cards() {
    each_set(100_000, |cards| {
        check_forms(cards);
        check_picks(cards);
    });
}

#[test]
fn dominance_compares_every_pair_of_ranks() {
    each_set(20_000, check_dominance);
}

/// A moment instead of seconds, for `scripts/mutants`.
#[test]
fn a_few_sets() {
    let mut rng = Rng(54);
    for pattern in 0..1_u64 << 8 {
        for cards in [pattern, pattern << 44, pattern << 56, rng.word()].map(Cards::from_bits) {
            check_forms(cards);
            check_picks(cards);
            check_dominance(cards);
        }
    }
}

#[test]
#[ignore = "a million random sets take about a minute"]
fn a_million_sets() {
    each_set(1_000_000, |cards| {
        check_forms(cards);
        check_picks(cards);
        check_dominance(cards);
    });
}

fn any_rank(rng: &mut Rng) -> Rank {
    let number = u8::try_from(rng.roll(Rank::COUNT.into()));
    number.ok().and_then(Rank::new).expect("below 13")
}

#[test]
fn playing_updates_the_forms() {
    let mut rng = Rng(13);
    for _ in 0..100_000 {
        let cards = Cards::from_bits(rng.word() | rng.word()) & Cards::DECK;
        let (counts, located) = (Counts::of(cards), Located::of(cards));
        let rank = any_rank(&mut rng);
        let of_rank = cards & rank.cards();
        for count in 1..=of_rank.len() {
            let rest = cards - of_rank.first(count);
            assert_eq!(counts.after_group(rank, count), Counts::of(rest));
            assert_eq!(located.after_group(rank, count), Located::of(rest));
        }
        let above = u32::from(rank.number())..13;
        let run = above.take_while(|&rank| held(cards, rank) > 0);
        for (length, _) in (1..).zip(run) {
            let sequence = (rank.number()..rank.number() + length).map(|number| {
                let rank = Rank::new(number).expect("below 13");
                (cards & rank.cards()).first(1)
            });
            let rest = sequence.fold(cards, |rest, card| rest - card);
            assert_eq!(counts.after_sequence(rank, length), Counts::of(rest));
            assert_eq!(located.after_sequence(rank, length), Located::of(rest));
        }
    }
}

#[test]
fn the_articles_example_in_the_articles_words() {
    let hand: Cards = HAND.parse().expect("cards");
    assert_eq!(hand.bits(), 0x0008_0005_0000_2d41);
    assert_eq!(Counts::of(hand).bits(), 0x0001_0002_0000_1311);
    let located = Located::of(hand);
    assert_eq!(located.bits(), 0x0001_0002_0000_1411);
    let answerable = Answerable::by(located);
    assert_eq!(answerable.bits(), 0x0000_1111_3333_3377);
    let answered = |count: u32| (answerable.bits() >> (count - 1) & ranks(|_| true)).count_ones();
    assert_eq!([1, 2, 3, 4].map(answered), [12, 8, 2, 0]);
}

#[test]
fn four_rounds_are_enough_for_every_hand() {
    let mut most = 0;
    each_set(100_000, |cards| {
        let mut stronger = Located::of(cards).bits() >> 4;
        let mut rounds = 0;
        while stronger != 0 {
            stronger &= !up_to(stronger.ilog2());
            rounds += 1;
        }
        most = most.max(rounds);
    });
    assert_eq!(most, 4);
}

#[test]
fn any_two_counts_bits() {
    for bits in 0..1_u64 << 12 {
        assert_eq!(any_two(bits), bits.count_ones() >= 2);
        assert_eq!(any_two(bits << 52), bits.count_ones() >= 2);
    }
}

/// Whether the leader can play all cards, in some groups and order, without being answered once.
fn plays_out(mine: &mut [u32; 13], theirs: &[u32; 13]) -> bool {
    if mine.iter().all(|&held| held == 0) {
        return true;
    }
    for rank in 0..13 {
        for count in 1..=mine[rank] {
            mine[rank] -= count;
            let last = mine.iter().all(|&held| held == 0);
            let answered = theirs[rank + 1..].iter().any(|&held| held >= count);
            let won = last || (!answered && plays_out(mine, theirs));
            mine[rank] += count;
            if won {
                return true;
            }
        }
    }
    false
}

fn perfect_wins(deals: u32) {
    let mut rng = Rng(7);
    let mut won = 0;
    for _ in 0..deals {
        let sizes = [1 + rng.roll(8), 1 + rng.roll(8)];
        let mut deck = deck();
        let [mine, theirs] = sizes.map(|cards| draw(&mut deck, cards, &mut rng));
        let count = |cards: Cards| {
            let ranks = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
            ranks.map(|rank| held(cards, rank))
        };
        let expected = plays_out(&mut count(mine), &count(theirs));
        let theirs = Answerable::by(Located::of(theirs));
        assert_eq!(Located::of(mine).wins_unanswered(theirs), expected);
        won += u32::from(expected);
    }
    println!("{won} of {deals} deals are perfect wins");
    assert!(won > deals / 20 && won < deals);
}

#[test]
fn a_perfect_win_is_one_that_a_search_of_all_orders_finds() {
    perfect_wins(20_000);
}

#[test]
#[ignore = "a million deals take a minute"]
fn a_million_deals_of_perfect_wins() {
    perfect_wins(1_000_000);
}

#[test]
fn dominating_groups_have_no_answer() {
    let mut rng = Rng(8);
    for _ in 0..20_000 {
        let theirs = Cards::from_bits(rng.word() & rng.word() & rng.word()) & Cards::DECK;
        let rank = any_rank(&mut rng);
        let count = [1, 2, 3, 4][rng.roll(4)];
        let above = u32::from(rank.number()) + 1..13;
        let expected = !above
            .into_iter()
            .any(|by| held(theirs, by) >= u32::from(count));
        let answerable = Answerable::by(Located::of(theirs));
        assert_eq!(Located::group(rank, count).dominates(answerable), expected);
    }
}

/// Whether `suit` holds the `length` ranks from `from` on, except `missing`.
fn is_run(cards: Cards, suit: u32, from: i32, length: i32, missing: Option<i32>) -> bool {
    (0..length).all(|at| {
        let rank = from + at;
        let held =
            u32::try_from(rank).is_ok_and(|rank| rank < 13 && nibble(cards, rank) >> suit & 1 != 0);
        held != (Some(at) == missing)
    })
}

fn check_sequences(cards: Cards) {
    let cards = cards & Cards::DECK;
    let places = |is: &dyn Fn(u32, i32) -> bool| {
        nibbles(|rank| {
            let rank = i32::try_from(rank).expect("below 16");
            (0..4)
                .filter(|&suit| is(suit, rank))
                .map(|suit| 1 << suit)
                .sum()
        })
    };
    for length in 1..=13 {
        let span = i32::from(length);
        let runs = places(&|suit, rank| is_run(cards, suit, rank, span, None));
        assert_eq!(cards.runs(length).bits(), runs, "{length} {cards:?}");
        let within = places(&|suit, rank| {
            (rank - span + 1..=rank).any(|from| is_run(cards, suit, from, span, None))
        });
        assert_eq!(cards.in_runs(length).bits(), within);
        for rank in (0..Rank::COUNT).filter_map(Rank::new) {
            let above = i32::from(rank.number()) + 1..13;
            let answers = (0..4).any(|suit| {
                above
                    .clone()
                    .any(|from| is_run(cards, suit, from, span, None))
            });
            assert_eq!(cards.answers_run(rank, length), answers);
        }
    }
    for length in 2..=14 {
        for missing in 0..length {
            let (span, gap) = (i32::from(length), i32::from(missing));
            // A run is marked at its lowest card held, which is one rank up if the gap is at the bottom.
            let lowest = i32::from(missing == 0);
            let runs = places(&|suit, rank| {
                is_run(cards, suit, rank - lowest, span, Some(gap)) && rank < 13
            });
            assert_eq!(
                cards.runs_but_one(length, missing).bits(),
                runs,
                "{length} {missing} {cards:?}"
            );
        }
    }
}

fn check_choices(cards: Cards) {
    let cards = cards & Cards::DECK;
    for count in 1..=4_u32 {
        let mut expected: Vec<u64> = (0..13)
            .flat_map(|rank| (1..16_u64).map(move |suits| (rank, suits)))
            .filter(|&(rank, suits)| {
                suits.count_ones() == count && nibble(cards, rank) & suits == suits
            })
            .map(|(rank, suits)| suits << (4 * rank))
            .collect();
        let groups: Vec<Cards> = cards.groups(count.try_into().expect("4")).collect();
        let of_rank = groups.iter().filter_map(|group| group.lowest()?.rank());
        let held: Vec<u32> = of_rank
            .map(|rank| held(cards, rank.number().into()))
            .collect();
        assert!(held.is_sorted_by(|one, next| one >= next), "{held:?}");
        let mut bits: Vec<u64> = groups.into_iter().map(Cards::bits).collect();
        bits.sort_unstable();
        expected.sort_unstable();
        assert_eq!(bits, expected);
    }
    for suits in 0..16 {
        let kept = cards.iter().filter(|card| {
            card.suit()
                .is_some_and(|suit| suits >> suit as u64 & 1 != 0)
        });
        let kept = kept.fold(Cards::EMPTY, |all, card| all | card.alone());
        assert_eq!(cards.of_suits(suits), kept);
    }
}

#[test]
fn sequences_and_choices_are_those_of_a_walk_over_the_cards() {
    let mut rng = Rng(19);
    for _ in 0..5_000 {
        let dense = Cards::from_bits(rng.word() | rng.word());
        let sparse = Cards::from_bits(rng.word() & rng.word());
        for cards in [dense, sparse] {
            check_sequences(cards);
            check_choices(cards);
        }
    }
    // Every pattern of one suit; the suit changes with the pattern.
    for pattern in 0..1_u64 << 13 {
        let suit = pattern % 4;
        let bits = (0..13)
            .map(|rank| (pattern >> rank & 1) << (4 * rank + suit))
            .sum();
        check_sequences(Cards::from_bits(bits));
    }
}

/// A moment instead of seconds, for `scripts/mutants`.
#[test]
fn a_few_sets_of_sequences() {
    let mut rng = Rng(55);
    for _ in 0..100 {
        let (one, two) = (rng.word(), rng.word());
        for bits in [one, one | two, one & two] {
            check_sequences(Cards::from_bits(bits));
            check_choices(Cards::from_bits(bits));
        }
    }
}

#[test]
#[ignore = "a million random sets take minutes"]
fn a_million_sets_of_sequences() {
    let mut rng = Rng(20);
    for round in 0..1_000_000 {
        let (one, two) = (rng.word(), rng.word());
        let cards = Cards::from_bits([one, one | two, one & two][round % 3]);
        check_sequences(cards);
        check_choices(cards);
    }
}
