//! The formulas compared with their other forms and with the naive versions.

use kaeshi::games::daifugo::{Answerable, Cards, Located};

use super::formulas::{self, Formula};
use super::sample::Sample;
use crate::cli::experiment::progress::Progress;
use crate::cli::experiment::random::Rng;
use crate::cli::experiment::report::Section;

/// The formulas and how often each failed.
struct Tally {
    formulas: Vec<&'static Formula>,
    wrong: Vec<u64>,
    cases: u64,
    /// Maximum number of loops of `noDominance`.
    loops: usize,
}

impl Tally {
    fn new() -> Self {
        let formulas: Vec<_> = formulas::all().collect();
        Self {
            wrong: vec![0; formulas.len()],
            formulas,
            cases: 0,
            loops: 0,
        }
    }

    fn add(&mut self, sample: &Sample) {
        self.cases += 1;
        for (formula, wrong) in self.formulas.iter().zip(&mut self.wrong) {
            let expected = (formula.naive)(sample);
            let other = formula.other.unwrap_or(formula.naive);
            let agrees = (formula.compute)(sample) == expected && other(sample) == expected;
            *wrong += u64::from(!agrees);
        }
        let loops = Answerable::rounds(Located::of(sample.cards)).count();
        self.loops = self.loops.max(loops);
    }

    fn report(&self, section: &mut Section) {
        for (formula, &wrong) in self.formulas.iter().zip(&self.wrong) {
            section.checked(formula.name, self.cases, wrong);
        }
    }
}

/// The formulas on one hand, which is shown in a table above.
pub(super) fn on_hand(hand: Cards, seed: u64) -> Section {
    const ROUNDS: u32 = 1000;
    let mut section = Section::new(format!("The formulas on {hand}, with random other inputs"));
    let mut tally = Tally::new();
    let mut rng = Rng::new(seed);
    for _ in 0..ROUNDS {
        tally.add(&Sample::of(hand, &mut rng));
    }
    tally.report(&mut section);
    section
}

/// The formulas on random sets, and on every pattern of three ranks at either end of the deck.
pub(super) fn on_random_sets(sets: u64, seed: u64, progress: &Progress) -> Section {
    const STEP: u64 = 1024;
    const PATTERNS: u64 = 1 << 12;
    const HIGHEST: u32 = 40;
    let mut tally = Tally::new();
    let mut rng = Rng::new(seed);
    for pattern in 0..PATTERNS {
        for bits in [pattern, pattern << HIGHEST] {
            tally.add(&Sample::of(Cards::from_bits(bits), &mut rng));
        }
    }
    for number in 0..sets {
        tally.add(&Sample::random(number, &mut rng));
        if number % STEP == STEP - 1 {
            progress.step(STEP);
        }
    }
    let mut section = Section::new(format!(
        "The formulas, other forms of them and naive versions on {} sets, seed {seed}",
        tally.cases
    ));
    tally.report(&mut section);
    section.exact(
        "C17 maximum number of loops",
        tally.loops,
        Some(4_u64.into()),
    );
    section.note("the other form is the article's older one where it has one, otherwise one by way of QR or PQR");
    section.note("nextQr of a group: the article's m.qty() << (m.rank() * 4) needs 64 bits; as an int it is undefined from the jack on");
    section.note(
        "nextQr of a sequence: the article's diff has no type, so that its code does not compile",
    );
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_formula_agrees_with_its_naive_version() {
        let progress = Progress::new("sets", 2000);
        let section = on_random_sets(2000, 5, &progress);
        assert!(section.is_confirmed(), "{section:?}");
        let hand = "C3D3H3S3".parse().expect("cards");
        let section = on_hand(hand, 1);
        assert!(section.is_confirmed(), "{section:?}");
        assert!(on_hand(Cards::EMPTY, 1).is_confirmed());
    }
}
