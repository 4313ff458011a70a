//! The article's formulas, each with another form and a naive version.

use kaeshi::game::splitmix64;
use kaeshi::games::daifugo::{Answerable, Cards, Counts, Located, any_two, up_to};

use super::naive;
use super::sample::Sample;

/// A way to compute something from a sample.
pub(super) type Way = fn(&Sample) -> u64;

/// A formula of the article.
pub(super) struct Formula {
    /// What the article calls it, and what it computes.
    pub(super) name: &'static str,
    /// The form that is used.
    pub(super) compute: Way,
    /// Another form: the article's older one, or one by way of another of its forms.
    pub(super) other: Option<Way>,
    /// A walk over the cards.
    pub(super) naive: Way,
}

const fn formula(name: &'static str, compute: Way, other: Option<Way>, naive: Way) -> Formula {
    Formula {
        name,
        compute,
        other,
        naive,
    }
}

/// C16 as a table, which the article expects to be faster.
static UP_TO: [u64; 60] = {
    let mut table = [0; 60];
    let mut index = 0;
    while index < 60 {
        table[index as usize] = up_to(index);
        index += 1;
    }
    table
};

/// The formulas on the ranks of a set.
pub(super) const FORMS: [Formula; 11] = [
    formula(
        "C1 count: cards of each rank",
        |at| Counts::of(at.cards).bits(),
        None,
        |at| naive::counts(at.cards),
    ),
    formula(
        "C2 locate: places from counts",
        |at| at.counts.locate().bits(),
        Some(|at| at.counts.locate_by_logic().bits()),
        |at| naive::located(at.cards),
    ),
    formula(
        "C3 countToLocate: places from cards",
        |at| Located::of(at.cards).bits(),
        Some(|at| Located::of_cards_by_logic(at.cards).bits()),
        |at| naive::located(at.cards),
    ),
    formula(
        "C4 pick2ByPqr: ranks held 1 to 4 times",
        |at| at.located.exactly(at.size).bits(),
        Some(|at| at.located.of_size(at.size).bits() >> (at.size - 1)),
        |at| naive::picked(at.cards, |held| held == u32::from(at.size)),
    ),
    formula(
        "C5 pickUp4: four",
        |at| at.cards.fours().bits(),
        Some(|at| Located::of(at.cards).exactly(4).bits()),
        |at| naive::picked(at.cards, |held| held == 4),
    ),
    formula(
        "C6 pickUp3: three",
        |at| at.cards.threes().bits(),
        Some(|at| Located::of(at.cards).exactly(3).bits()),
        |at| naive::picked(at.cards, |held| held == 3),
    ),
    formula(
        "C7 pickUp3(~c): one",
        |at| at.cards.ones().bits(),
        Some(|at| Located::of(at.cards).exactly(1).bits()),
        |at| naive::picked(at.cards, |held| held == 1),
    ),
    formula(
        "C7 pickUp4(~c): none",
        |at| at.cards.voids().bits(),
        None,
        |at| naive::picked(at.cards, |held| held == 0),
    ),
    formula(
        "C8 pickUp2ByQr: two",
        |at| at.counts.twos().bits(),
        Some(|at| at.counts.locate().exactly(2).bits()),
        |at| naive::picked(at.cards, |held| held == 2),
    ),
    formula(
        "C9 pickUp1234: one or more",
        |at| at.cards.ranks().bits(),
        Some(|at| Located::of(at.cards).at_least(1).bits()),
        |at| naive::picked(at.cards, |held| held > 0),
    ),
    formula(
        "C9 pickUp13: one or three",
        |at| at.counts.odd().bits(),
        Some(|at| {
            let located = at.counts.locate();
            located.exactly(1).bits() | located.exactly(3).bits()
        }),
        |at| naive::picked(at.cards, |held| held % 2 == 1),
    ),
];

/// The formulas on melds, and on what opponents can answer.
pub(super) const MELDS: [Formula; 12] = [
    formula(
        "C10 nextQr of a group",
        |at| at.counts.after_group(at.rank, at.count).bits(),
        Some(|at| Counts::of(at.cards - at.group).bits()),
        |at| naive::counts(at.cards - at.group),
    ),
    formula(
        "C11 nextQr of a sequence",
        |at| at.counts.after_sequence(at.rank, at.length).bits(),
        Some(|at| Counts::of(at.cards - at.sequence).bits()),
        |at| naive::counts(at.cards - at.sequence),
    ),
    formula(
        "C12 nextPqr of a group",
        |at| at.located.after_group(at.rank, at.count).bits(),
        Some(|at| Located::of(at.cards - at.group).bits()),
        |at| naive::located(at.cards - at.group),
    ),
    formula(
        "C13 nextPqr of a sequence",
        |at| at.located.after_sequence(at.rank, at.length).bits(),
        Some(|at| Located::of(at.cards - at.sequence).bits()),
        |at| naive::located(at.cards - at.sequence),
    ),
    formula(
        "C14 groupByPqr: all groups of a size",
        |at| digest(at.cards.groups(at.size)),
        None,
        |at| digest(naive::groups(at.cards, at.size.into()).into_iter()),
    ),
    formula(
        "C15 groupInSuitLock: filling suits up",
        |at| at.cards.in_suits(at.suits).bits(),
        Some(by_limiting_suits),
        |at| naive::in_suits(at.cards, at.suits),
    ),
    formula(
        "C16 ndMask: computed, looked up",
        |at| up_to(at.index),
        Some(|at| UP_TO[at.index as usize]),
        |at| naive::up_to(at.index),
    ),
    formula(
        "C17 noDominance: what the others can answer",
        |at| Answerable::by(Located::of(at.other)).bits(),
        None,
        |at| naive::answerable(at.other, false),
    ),
    formula(
        "C18 dominate",
        |at| {
            Located::group(at.rank, at.size)
                .dominates(at.answerable)
                .into()
        },
        None,
        |at| {
            let (rank, size) = (at.rank.number().into(), at.size.into());
            u64::from(!naive::answers(at.other, rank, size, false))
        },
    ),
    formula(
        "C19 perfectWin (naive: each last group tried)",
        |at| at.located.wins_unanswered(at.answerable).into(),
        None,
        |at| naive::wins_by_last_group(at.cards, at.other, false).into(),
    ),
    formula(
        "C20 any2",
        |at| any_two(at.located.answered(at.answerable).bits()).into(),
        Some(|at| u64::from(at.located.answered(at.answerable).len() >= 2)),
        |at| {
            let bits = at.located.bits() & at.answerable.bits();
            u64::from((0..64).filter(|bit| bits >> bit & 1 == 1).count() >= 2)
        },
    ),
    formula(
        "C21 noDominance in a revolution",
        |at| Answerable::by_in_revolution(Located::of(at.other)).bits(),
        None,
        |at| naive::answerable(at.other, true),
    ),
];

/// The operations on sequences and suits, which the article's first part has.
pub(super) const SEQUENCES: [Formula; 5] = [
    formula(
        "polymRanks: lowest cards of sequences",
        |at| at.cards.runs(at.run.0).bits(),
        None,
        |at| naive::runs(at.cards, at.run.0),
    ),
    formula(
        "extractRanks: cards in sequences",
        |at| at.cards.in_runs(at.run.0).bits(),
        None,
        |at| naive::in_runs(at.cards, at.run.0),
    ),
    formula(
        "sequences that lack one card",
        |at| at.cards.runs_but_one(at.run.0, at.run.1).bits(),
        None,
        |at| naive::runs_but_one(at.cards, at.run.0, at.run.1),
    ),
    formula(
        "whether a sequence can be answered",
        |at| at.cards.answers_run(at.rank, at.run.0).into(),
        None,
        |at| naive::answers_run(at.cards, at.rank.number(), at.run.0).into(),
    ),
    formula(
        "cards that a suit lock allows",
        |at| at.cards.of_suits(at.suits).bits(),
        None,
        |at| naive::of_suits(at.cards, at.suits),
    ),
];

/// All formulas.
pub(super) fn all() -> impl Iterator<Item = &'static Formula> {
    const ALL: (&[Formula], &[Formula], &[Formula]) = (&FORMS, &MELDS, &SEQUENCES);
    ALL.0.iter().chain(ALL.1).chain(ALL.2)
}

/// C15 as the article advises against: the cards of the suits, then the ranks with all of them.
fn by_limiting_suits(at: &Sample) -> u64 {
    let limited = Located::of(at.cards.of_suits(at.suits));
    match at.suits.count_ones() {
        1 => limited.exactly(1).bits(),
        2 => limited.exactly(2).bits(),
        3 => limited.exactly(3).bits(),
        4 => limited.exactly(4).bits(),
        // Without a suit every rank will do.
        _ => Cards::EMPTY.voids().bits(),
    }
}

/// A number for a list of groups, whatever their order.
fn digest(groups: impl Iterator<Item = Cards>) -> u64 {
    groups.fold(0, |sum: u64, group| {
        sum.wrapping_add(splitmix64(group.bits()))
    })
}
