//! What the games of a match say about strength.

use std::fmt;

/// Results of the program named first.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Games lost by time or by anything but the rules: by the first program, by the second.
    pub(super) forfeits: [u32; 2],
    /// Final differences of games that ended by the rules.
    margins: Vec<f64>,
    /// Points of pairs of games from the same opening, 0 to 2.
    pairs: Vec<f64>,
    /// Points of a game whose pair is not complete.
    half: Option<f64>,
}

/// A rating difference and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Elo {
    /// In points of rating; infinite if one side won everything.
    pub(super) difference: f64,
    /// With 95 % confidence it is no farther off than this.
    pub(super) error: f64,
}

impl Tally {
    /// Counts a game: points (1, ½ or 0) and final difference of the first program. Games come in pairs.
    pub(super) fn add(&mut self, points: f64, margin: Option<i32>) {
        if points > 0.75 {
            self.wins += 1;
        } else if points < 0.25 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
        self.margins.extend(margin.map(f64::from));
        match self.half.take() {
            None => self.half = Some(points),
            Some(first) => self.pairs.push(first + points),
        }
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
        let count = self.pairs.len();
        let mean = mean(&self.pairs)? / 2.0;
        let squares = self
            .pairs
            .iter()
            .map(|pair| (pair / 2.0 - mean).powi(2))
            .sum::<f64>();
        let variance = squares / as_float(count.saturating_sub(1).max(1));
        let deviation = (variance / as_float(count)).sqrt();
        let rating = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        let (low, high) = (mean - 1.96 * deviation, mean + 1.96 * deviation);
        let bounded = |score: f64| rating(score.clamp(0.0, 1.0));
        Some(Elo {
            difference: rating(mean),
            error: (bounded(high) - bounded(low)) / 2.0,
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
            Some(Elo { difference, error }) if difference.is_finite() && error.is_finite() => {
                write!(f, "; Elo {difference:+.0} +- {error:.0}")?;
            }
            Some(Elo { difference, .. }) if difference.is_finite() => {
                write!(f, "; Elo {difference:+.0}, uncertain")?;
            }
            Some(_) => f.write_str("; Elo beyond measure")?,
            None => {}
        }
        let [first, second] = self.forfeits;
        if first + second > 0 {
            write!(f, "; forfeited {first} and {second}")?;
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
            tally.add(*points, Some(2));
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
        let elo = tally.elo().expect("four pairs");
        // 400 log10(3); the pairs deviate from 1.5 by a half each: 1.96 * sqrt(1/12)/2 around 0.75.
        assert!((elo.difference - 190.8).abs() < 0.1, "{elo:?}");
        assert!(elo.error.is_infinite() || elo.error > 200.0, "{elo:?}");
    }

    #[test]
    fn a_single_game_is_no_pair() {
        assert_eq!(tally(&[1.0]).elo(), None);
        assert_eq!(Tally::default().score().to_bits(), 0.0_f64.to_bits());
    }
}
