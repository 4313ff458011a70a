//! Perfect wins on random deals: the closed form, a depth-first search, each last group, and the check of the search.

use kaeshi::games::daifugo::{Answerable, Cards, Located, Rank, Rules, wins_unanswered};

use super::naive;
use crate::cli::experiment::progress::Progress;
use crate::cli::experiment::random::Rng;
use crate::cli::experiment::report::Section;

/// Maximum number of cards of a dealt hand. The search takes exponential time.
const MAX_CARDS: u32 = 8;

/// Whether `hand` leads and plays out unanswered, by the closed form.
pub(super) fn by_formula(hand: Cards, other: Cards, reversed: bool) -> bool {
    Located::of(hand).wins_unanswered(answerable(other, reversed))
}

/// Whether `hand` leads and plays out unanswered, by a depth-first search over all groups.
pub(super) fn by_search(hand: Cards, other: Cards, reversed: bool) -> bool {
    naive::plays_out(hand, &naive::answered(&[other], reversed, |_| false))
}

/// The same by the check that the search of two players uses, without special rules.
pub(super) fn by_two_player_check(hand: Cards, other: Cards, reversed: bool) -> bool {
    wins_unanswered(Rules::GROUPS_ALONE, hand, other, reversed)
}

fn answerable(other: Cards, reversed: bool) -> Answerable {
    let other = Located::of(other);
    if reversed {
        Answerable::by_in_revolution(other)
    } else {
        Answerable::by(other)
    }
}

/// Three hands of one to [`MAX_CARDS`] cards.
pub(super) fn deal(rng: &mut Rng) -> [Cards; 3] {
    let mut deck = Cards::DECK.bits();
    [(); 3].map(|()| {
        let mut hand = 0;
        for _ in 0..=rng.below(MAX_CARDS) {
            hand |= rng.pick(deck & !hand);
        }
        deck &= !hand;
        Cards::from_bits(hand)
    })
}

/// How often two ways disagreed, and how many perfect wins there were.
#[derive(Debug, Default)]
struct Tally {
    deals: u64,
    wins: [u64; 2],
    by_search: [u64; 2],
    by_last_group: [u64; 2],
    by_two_player_check: [u64; 2],
    with_eights: u64,
    by_each_hand: u64,
    /// Perfect wins against two opponents, and those found from the union of their hands.
    against_two: [u64; 2],
    false_wins: u64,
}

impl Tally {
    fn add(&mut self, [mine, theirs, third]: [Cards; 3]) {
        self.deals += 1;
        for reversed in [false, true] {
            let order = usize::from(reversed);
            let won = by_formula(mine, theirs, reversed);
            self.wins[order] += u64::from(won);
            let differs = |other: bool| u64::from(other != won);
            self.by_search[order] += differs(by_search(mine, theirs, reversed));
            self.by_last_group[order] += differs(naive::wins_by_last_group(mine, theirs, reversed));
            self.by_two_player_check[order] += differs(by_two_player_check(mine, theirs, reversed));
        }
        let eight = usize::from(Rank::EIGHT.number());
        let answered = naive::answered(&[theirs], false, |rank| rank == eight);
        let cutting = wins_unanswered(Rules::GROUP, mine, theirs, false);
        self.with_eights += u64::from(cutting != naive::plays_out(mine, &answered));
        self.add_three(mine, theirs, third);
    }

    /// Against two opponents: each hand by itself, and the union of both.
    fn add_three(&mut self, mine: Cards, one: Cards, two: Cards) {
        let answered = naive::answered(&[one, two], false, |_| false);
        let won = naive::plays_out(mine, &answered);
        let held = Located::of(mine);
        let each = answerable(one, false) | answerable(two, false);
        self.by_each_hand += u64::from(held.wins_unanswered(each) != won);
        let union = held.wins_unanswered(answerable(one | two, false));
        self.against_two[0] += u64::from(won);
        self.against_two[1] += u64::from(won && union);
        self.false_wins += u64::from(union && !won);
    }
}

/// The ways on random deals.
pub(super) fn on_deals(deals: u64, seed: u64, progress: &Progress) -> Section {
    const STEP: u64 = 1024;
    let mut tally = Tally::default();
    let mut rng = Rng::new(seed);
    for number in 1..=deals {
        tally.add(deal(&mut rng));
        if number % STEP == 0 {
            progress.step(STEP);
        }
    }
    let mut section = Section::new(format!(
        "C19 perfect wins on {deals} deals of one to {MAX_CARDS} cards each, seed {seed}"
    ));
    for (order, name) in ["", ", in a revolution"].into_iter().enumerate() {
        let mut check = |what: &str, wrong: [u64; 2]| {
            section.checked(format!("{what}{name}"), deals, wrong[order]);
        };
        check("closed form, depth-first search", tally.by_search);
        check("closed form, each last group tried", tally.by_last_group);
        check(
            "closed form, check of the search for two players",
            tally.by_two_player_check,
        );
        section.exact(format!("perfect wins{name}"), tally.wins[order], None);
    }
    section.checked(
        "eights clear: check of two players, depth-first search",
        deals,
        tally.with_eights,
    );
    section.checked(
        "two opponents, what each can answer joined",
        deals,
        tally.by_each_hand,
    );
    section.checked(
        "two opponents, union of hands: wins that are none",
        deals,
        tally.false_wins,
    );
    section.exact("two opponents: perfect wins", tally.against_two[0], None);
    section.exact(
        "two opponents: of these, found from the union",
        tally.against_two[1],
        None,
    );
    section.note("the article takes the union of the opponents' hands, of which groups look answerable that nobody can answer");
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_finds_the_same_perfect_wins() {
        let section = on_deals(2000, 3, &Progress::new("deals", 2000));
        assert!(section.is_confirmed(), "{section:?}");
    }

    /// Two opponents with two kings each cannot answer three queens, but the four kings can.
    #[test]
    fn the_union_of_hands_hides_a_perfect_win() {
        let cards = |text: &str| text.parse::<Cards>().expect("cards");
        let mut tally = Tally::default();
        tally.add([cards("CQDQHQCJDJHJ"), cards("CKDK"), cards("HKSK")]);
        assert_eq!(tally.against_two, [1, 0]);
        assert_eq!(tally.by_each_hand + tally.false_wins, 0);
    }

    #[test]
    fn dealt_hands_are_disjoint() {
        let mut rng = Rng::new(9);
        for _ in 0..1000 {
            let hands = deal(&mut rng);
            let cards: u8 = hands.iter().map(|hand| hand.len()).sum();
            let union = hands.into_iter().fold(Cards::EMPTY, |all, hand| all | hand);
            assert_eq!(union.len(), cards);
            assert!(hands.iter().all(|hand| (1..=8).contains(&hand.len())));
        }
    }
}
