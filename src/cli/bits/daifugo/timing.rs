//! The formulas, their other forms and the naive versions, timed side by side.

use std::hint::black_box;

use kaeshi::games::daifugo::{Answerable, Cards, Located};

use super::formulas::{self, Formula, Way};
use super::naive;
use super::sample::Sample;
use super::win;
use crate::cli::experiment::progress::Progress;
use crate::cli::experiment::random::Rng;
use crate::cli::experiment::report::Section;
use crate::cli::experiment::timing::{TURNS, side_by_side};

/// Number of sets or deals that a timing goes through again and again.
const SETS: u32 = 512;

/// The times of all formulas, and of the ways to find perfect wins.
pub(super) fn sections(seed: u64) -> [Section; 2] {
    let formulas: Vec<&Formula> = formulas::all().collect();
    let progress = Progress::new("times", (formulas.len() as u64 + 2) * TURNS as u64);
    let mut rng = Rng::new(seed);
    let samples: Vec<_> = (0..SETS)
        .map(|number| Sample::random(number.into(), &mut rng))
        .collect();
    let mut section = Section::new("Times of a formula, ns: formula, (other form,) naive");
    for formula in formulas {
        let ways = [Some(formula.compute), formula.other, Some(formula.naive)];
        let ways: Vec<Way> = ways.into_iter().flatten().collect();
        let times = times(&samples, &ways, &progress);
        section.measured(formula.name, times, None::<f64>);
    }
    let nothing: [Way; 1] = [|at| at.cards.bits()];
    section.measured(
        "a call that computes nothing",
        times(&samples, &nothing, &progress),
        None::<f64>,
    );
    section.note("medians of 41 turns, in which the ways take their part after each other; each time includes such a call");
    [section, perfect_wins(&mut rng, &progress)]
}

/// The time of each way for one input in nanoseconds.
fn times<T>(inputs: &[T], ways: &[fn(&T) -> u64], progress: &Progress) -> Vec<f64> {
    let mut works: Vec<_> = ways
        .iter()
        .map(|way| {
            || {
                for input in inputs {
                    black_box(way(black_box(input)));
                }
            }
        })
        .collect();
    let mut works: Vec<&mut dyn FnMut()> = works
        .iter_mut()
        .map(|work| work as &mut dyn FnMut())
        .collect();
    let times = side_by_side(&mut works, || progress.step(1));
    times
        .into_iter()
        .map(|time| time / f64::from(SETS))
        .collect()
}

/// Two hands, and the forms that a player keeps.
struct Deal {
    mine: Cards,
    theirs: Cards,
    located: Located,
    answerable: Answerable,
}

impl Deal {
    fn random(rng: &mut Rng) -> Self {
        let [mine, theirs, _] = win::deal(rng);
        Self {
            mine,
            theirs,
            located: Located::of(mine),
            answerable: Answerable::by(Located::of(theirs)),
        }
    }
}

/// A way to find out whether the first hand wins.
type Judge = fn(&Deal) -> u64;

/// The ways to find perfect wins.
fn perfect_wins(rng: &mut Rng, progress: &Progress) -> Section {
    const WAYS: [(&str, Judge); 5] = [
        ("closed form, PQR and ND kept", |deal| {
            deal.located.wins_unanswered(deal.answerable).into()
        }),
        ("closed form, from the cards", |deal| {
            win::by_formula(deal.mine, deal.theirs, false).into()
        }),
        ("check of the search for two players", |deal| {
            win::by_two_player_check(deal.mine, deal.theirs, false).into()
        }),
        ("each last group tried", |deal| {
            naive::wins_by_last_group(deal.mine, deal.theirs, false).into()
        }),
        ("depth-first search", |deal| {
            win::by_search(deal.mine, deal.theirs, false).into()
        }),
    ];
    let deals: Vec<_> = (0..SETS).map(|_| Deal::random(rng)).collect();
    let times = times(&deals, &WAYS.map(|(_, way)| way), progress);
    let mut section = Section::new("Times of a perfect win, hands of one to eight cards, ns");
    for ((name, _), time) in WAYS.into_iter().zip(times) {
        section.measured(name, time, None::<f64>);
    }
    section
}
