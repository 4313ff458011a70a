//! What the games of a match say about strength.

use std::fmt;

use super::game::End;
use super::record::Entry;
use super::spent::Account;
use super::sprt::{NORMALIZED, Pairs, Sprt, Standing};

/// Results of the program named first.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Games lost by anything but the rules: by the first program, by the second.
    pub(super) faults: [Faults; 2],
    /// Where the time went: of the first program, of the second.
    pub(super) accounts: [Account; 2],
    /// Final differences of games that ended by the rules.
    margins: Vec<f64>,
    /// Pairs of games from the same opening, by their points.
    pub(super) pairs: Pairs,
    /// Half points of a game whose pair is not complete.
    half: Option<usize>,
    /// When enough has been shown, if that is asked.
    sprt: Option<Sprt>,
}

/// Games that a program lost by anything but the rules.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Faults {
    /// Its time was up.
    pub(super) time: u32,
    /// Its move was not legal.
    pub(super) illegal: u32,
    /// It ended, or made no sense.
    pub(super) other: u32,
}

impl Faults {
    pub(super) fn sum(self) -> u32 {
        self.time + self.illegal + self.other
    }
}

/// A rating difference and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Elo {
    /// In points of rating; infinite if one side won everything.
    pub(super) difference: f64,
    /// With 95 % confidence it is no farther off than this.
    pub(super) error: f64,
    /// The score's distance from one half in standard deviations of a game, in points of normalized Elo.
    pub(super) normalized: f64,
}

impl Tally {
    pub(super) fn new(sprt: Option<Sprt>) -> Self {
        Self {
            sprt,
            ..Self::default()
        }
    }

    /// Counts a game; games come in pairs. Where there were no clocks, what they show at the end means nothing.
    pub(super) fn add(&mut self, game: &Entry, has_clocks: bool) {
        self.score_game(game.points);
        self.margins.extend(game.margin.map(f64::from));
        // A draw by forfeit does not exist: whoever has no point has lost so.
        let fault = &mut self.faults[usize::from(game.points > 0.5)];
        match game.end {
            End::Over => {}
            End::Time => fault.time += 1,
            End::Illegal(_) => fault.illegal += 1,
            End::Forfeit(_) => fault.other += 1,
        }
        for (program, account) in self.accounts.iter_mut().enumerate() {
            // Of the colours, which the record puts in order, the one that this program had.
            let color = usize::from(game.first_moves_first == (program == 1));
            if let Some(spent) = &game.spent {
                account.add(&spent[color], has_clocks.then_some(game.left[color]));
            }
        }
    }

    fn score_game(&mut self, points: f64) {
        let (result, halves) = match points {
            points if points > 0.75 => (&mut self.wins, 2),
            points if points < 0.25 => (&mut self.losses, 0),
            _ => (&mut self.draws, 1),
        };
        *result += 1;
        match self.half.take() {
            None => self.half = Some(halves),
            Some(first) => self.pairs[first + halves] += 1,
        }
    }

    /// Where the test stands, if there is one.
    pub(super) fn standing(&self) -> Option<Standing> {
        self.sprt.map(|sprt| sprt.after(&self.pairs))
    }

    pub(super) fn results(&self) -> [u32; 3] {
        [self.wins, self.draws, self.losses]
    }

    /// Points per game.
    pub(super) fn score(&self) -> f64 {
        let games = f64::from(self.wins + self.draws + self.losses);
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games.max(1.0)
    }

    /// Mean final difference of the games that ended by the rules.
    pub(super) fn margin(&self) -> Option<f64> {
        mean(&self.margins)
    }

    /// From whole pairs only: the games of a pair are not independent, pairs are.
    pub(super) fn elo(&self) -> Option<Elo> {
        let count = f64::from(self.pairs.iter().sum::<u32>());
        if count == 0.0 {
            return None;
        }
        let scores = || (0..5_u32).map(|halves| f64::from(halves) / 4.0);
        let average = |value: &dyn Fn(f64) -> f64| {
            let values = scores()
                .zip(self.pairs)
                .map(|(score, pairs)| f64::from(pairs) * value(score));
            values.sum::<f64>() / count
        };
        let mean = average(&|score| score);
        let squares = count * average(&|score| (score - mean).powi(2));
        let variance = squares / (count - 1.0).max(1.0);
        let deviation = (variance / count).sqrt();
        let rating = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        let (low, high) = (mean - 1.96 * deviation, mean + 1.96 * deviation);
        let bounded = |score: f64| rating(score.clamp(0.0, 1.0));
        Some(Elo {
            difference: rating(mean),
            error: (bounded(high) - bounded(low)) / 2.0,
            // A game deviates more than the mean of a pair, by the root of two.
            normalized: NORMALIZED * (mean - 0.5) / (2.0 * variance).sqrt(),
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "a number of games")]
fn as_float(count: usize) -> f64 {
    count as f64
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / as_float(numbers.len()))
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wins, draws, losses] = self.results();
        let score = 100.0 * self.score();
        write!(f, "{wins} won, {draws} drawn, {losses} lost ({score:.1} %)")?;
        if let Some(margin) = self.margin() {
            write!(f, ", by {margin:+.2} on average")?;
        }
        match self.elo() {
            Some(Elo {
                difference, error, ..
            }) if difference.is_finite() && error.is_finite() => {
                write!(f, "; Elo {difference:+.0} +- {error:.0}")?;
            }
            Some(Elo { difference, .. }) if difference.is_finite() => {
                write!(f, "; Elo {difference:+.0}, uncertain")?;
            }
            Some(_) => f.write_str("; Elo beyond measure")?,
            None => {}
        }
        let [first, second] = self.faults.map(Faults::sum);
        if first + second > 0 {
            write!(f, "; forfeited {first} and {second}")?;
        }
        if let Some(standing) = self.standing() {
            let Standing {
                llr, lower, upper, ..
            } = standing;
            write!(f, "; LLR {llr:+.2} ({lower:.2} to {upper:.2})")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(games: &[f64]) -> Tally {
        let mut tally = Tally::default();
        for points in games {
            tally.score_game(*points);
        }
        tally
    }

    #[test]
    fn even_results_are_no_difference() {
        let elo = tally(&[1.0, 0.0, 0.5, 0.5, 0.0, 1.0])
            .elo()
            .expect("three pairs");
        assert!(
            elo.difference.abs() < 1e-9 && elo.error.abs() < 1e-9,
            "{elo:?}"
        );
    }

    #[test]
    fn three_points_of_four_are_191() {
        let tally = tally(&[1.0, 1.0, 1.0, 0.0, 0.5, 0.5, 1.0, 1.0]);
        assert_eq!(tally.results(), [5, 2, 1]);
        assert_eq!(tally.pairs, [0, 0, 2, 0, 2]);
        let elo = tally.elo().expect("four pairs");
        // 400 log10(3); the pairs deviate from 1.5 by a half each: 1.96 * sqrt(1/12)/2 around 0.75.
        assert!((elo.difference - 190.8).abs() < 0.1, "{elo:?}");
        assert!(elo.error.is_infinite() || elo.error > 200.0, "{elo:?}");
        // A quarter over the root of 2 * 1/12.
        let normalized = NORMALIZED * 0.25 * 6_f64.sqrt();
        assert!((elo.normalized - normalized).abs() < 1e-6, "{elo:?}");
    }

    #[test]
    fn a_single_game_is_no_pair() {
        assert_eq!(tally(&[1.0]).elo(), None);
        assert_eq!(Tally::default().score().to_bits(), 0.0_f64.to_bits());
    }
}
