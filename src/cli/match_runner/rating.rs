//! Ratings of all programs of a tournament, by maximum likelihood.
//!
//! The model of Bradley and Terry (1952), with draws as half a win for each; its maximum is found by Hunter's iteration
//! ("MM algorithms for generalized Bradley-Terry models", 2004). The errors are those of White's sandwich estimator
//! (1982) over pairs of games, since the two games of a pair are not independent.

use super::elo::normal;
use super::sprt::Pairs;

/// The games of two programs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Encounter {
    /// Indices of the programs.
    pub(super) engines: [usize; 2],
    /// Number of games.
    pub(super) games: f64,
    /// Points of the first of the two.
    pub(super) points: f64,
    /// Complete pairs of games by the points of the first.
    pub(super) pairs: Pairs,
}

/// The ratings of all programs.
#[derive(Debug, Clone)]
pub(super) struct Ratings {
    /// Points of Elo; the anchor has its own value, or the mean is 0.
    pub(super) elo: Vec<f64>,
    /// The covariances of the ratings, relative to their mean.
    covariance: Vec<Vec<f64>>,
    anchor: Option<usize>,
}

/// Drawn games of each program against one of average strength, so that a program without a draw or a loss has a rating.
const PRIOR: f64 = 0.1;
/// Maximum number of iterations; some hundred are usual.
const MAX_ITERATIONS: usize = 100_000;
/// Elo per unit of the natural logarithm of the strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Number of standard deviations that hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_963_985;

impl Ratings {
    /// The ratings of `engines` programs. The rating of the program `anchor` is fixed; without it the mean is 0.
    pub(super) fn of(
        engines: usize,
        encounters: &[Encounter],
        anchor: Option<(usize, f64)>,
    ) -> Self {
        let strengths = strengths(engines, encounters);
        let mut elo: Vec<f64> = strengths
            .iter()
            .map(|strength| SCALE * strength.ln())
            .collect();
        let zero = match anchor {
            Some((index, value)) => elo[index] - value,
            None => elo.iter().sum::<f64>() / to_float(engines),
        };
        for elo in &mut elo {
            *elo -= zero;
        }
        Self {
            covariance: covariance(&strengths, encounters),
            elo,
            anchor: anchor.map(|(index, _)| index),
        }
    }

    /// Half the width of the 95 % confidence interval, relative to the anchor or the mean.
    pub(super) fn error(&self, engine: usize) -> f64 {
        let variance = match self.anchor {
            Some(anchor) => self.variance_between(engine, anchor),
            None => self.covariance[engine][engine],
        };
        NORMAL_95 * variance.max(0.0).sqrt()
    }

    /// The probability that `one` is stronger than `other`: LOS, 0 to 1.
    pub(super) fn superiority(&self, one: usize, other: usize) -> f64 {
        let deviation = self.variance_between(one, other).max(1e-9).sqrt();
        normal((self.elo[one] - self.elo[other]) / deviation)
    }

    fn variance_between(&self, one: usize, other: usize) -> f64 {
        let of = |row: usize, column: usize| self.covariance[row][column];
        of(one, one) + of(other, other) - 2.0 * of(one, other)
    }
}

/// The strengths that make the results most likely, with a geometric mean of 1.
fn strengths(engines: usize, encounters: &[Encounter]) -> Vec<f64> {
    let mut strengths = vec![1.0; engines];
    let mut points = vec![PRIOR / 2.0; engines];
    for encounter in encounters {
        let [one, other] = encounter.engines;
        points[one] += encounter.points;
        points[other] += encounter.games - encounter.points;
    }
    for _ in 0..MAX_ITERATIONS {
        let mut shares: Vec<f64> = strengths
            .iter()
            .map(|strength| PRIOR / (strength + 1.0))
            .collect();
        for encounter in encounters {
            let [one, other] = encounter.engines;
            let share = encounter.games / (strengths[one] + strengths[other]);
            shares[one] += share;
            shares[other] += share;
        }
        let next: Vec<f64> = points
            .iter()
            .zip(&shares)
            .map(|(points, share)| points / share)
            .collect();
        let change = next
            .iter()
            .zip(&strengths)
            .map(|(next, now)| (next / now).ln().abs());
        let change = change.fold(0.0, f64::max);
        strengths = next;
        if change < 1e-10 {
            break;
        }
    }
    strengths
}

/// The covariances of the ratings in Elo, relative to their mean.
fn covariance(strengths: &[f64], encounters: &[Encounter]) -> Vec<Vec<f64>> {
    let engines = strengths.len();
    let mut information = vec![vec![0.0; engines]; engines];
    let mut scores = vec![vec![0.0; engines]; engines];
    for encounter in encounters {
        let [one, other] = encounter.engines;
        let expected = strengths[one] / (strengths[one] + strengths[other]);
        let model = encounter.games * expected * (1.0 - expected);
        for (matrix, value) in [
            (&mut information, model / SCALE.powi(2)),
            (
                &mut scores,
                squares(encounter, expected).unwrap_or(model) / SCALE.powi(2),
            ),
        ] {
            matrix[one][one] += value;
            matrix[other][other] += value;
            matrix[one][other] -= value;
            matrix[other][one] -= value;
        }
    }
    // The sum of all ratings is free. A constant makes the matrix invertible, and changes nothing beside that sum.
    let constant = information
        .iter()
        .enumerate()
        .map(|(at, row)| row[at])
        .sum::<f64>()
        / to_float(engines);
    for (at, row) in information.iter_mut().enumerate() {
        for value in row.iter_mut() {
            *value += constant.max(1e-12);
        }
        // As the prior: programs that have not met have some rating.
        row[at] += PRIOR / 4.0 / SCALE.powi(2);
    }
    let inverse = inverse(information);
    product(&product(&inverse, &scores), &inverse)
}

/// The sum of squared deviations of points from what is expected, over pairs and single games. `None` if there are few
/// pairs, or all have the same points, so that the sum is useless.
fn squares(encounter: &Encounter, expected: f64) -> Option<f64> {
    const MIN_PAIRS: u32 = 10;
    let count = encounter.pairs.iter().sum::<u32>();
    if count < MIN_PAIRS || encounter.pairs.contains(&count) {
        return None;
    }
    let points = [0.0, 0.5, 1.0, 1.5, 2.0];
    let pairs = points.iter().zip(encounter.pairs.map(f64::from));
    let squares: f64 = pairs
        .map(|(points, pairs)| pairs * (points - 2.0 * expected).powi(2))
        .sum();
    let singles = encounter.games - 2.0 * f64::from(count);
    Some(squares + singles * expected * (1.0 - expected))
}

/// The inverse of a symmetric matrix with positive eigenvalues, by elimination with the largest pivot.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == at))));
    }
    for at in 0..size {
        let largest = (at..size)
            .max_by(|&one, &other| matrix[one][at].abs().total_cmp(&matrix[other][at].abs()));
        matrix.swap(at, largest.unwrap_or(at));
        let pivot = matrix[at][at];
        for value in &mut matrix[at] {
            *value /= pivot;
        }
        let row = matrix[at].clone();
        for (number, other) in matrix.iter_mut().enumerate() {
            let factor = other[at];
            if number != at {
                for (value, own) in other.iter_mut().zip(&row) {
                    *value -= factor * own;
                }
            }
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let cell = |row: &[f64], column: usize| {
        row.iter()
            .zip(right)
            .map(|(value, other)| value * other[column])
            .sum()
    };
    left.iter()
        .map(|row| (0..right.len()).map(|column| cell(row, column)).collect())
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "a number of programs")]
fn to_float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::match_runner::elo::Elo;

    fn encounter(engines: [usize; 2], pairs: Pairs) -> Encounter {
        let weighted = [0.0, 0.5, 1.0, 1.5, 2.0].iter().zip(pairs.map(f64::from));
        Encounter {
            engines,
            games: 2.0 * pairs.map(f64::from).iter().sum::<f64>(),
            points: weighted.map(|(points, pairs)| points * pairs).sum(),
            pairs,
        }
    }

    /// With two programs the ratings are the Elo difference of a match, and its error.
    #[test]
    fn two_programs_are_rated_as_in_a_match() {
        for pairs in [[34, 49, 128, 62, 27], [19, 82, 272, 308, 361]] {
            let elo = Elo::of(&pairs).expect("pairs");
            let ratings = Ratings::of(2, &[encounter([0, 1], pairs)], Some((1, 1000.0)));
            assert!(
                (ratings.elo[0] - 1000.0 - elo.difference).abs() < 0.2,
                "{ratings:?}"
            );
            assert!((ratings.elo[1] - 1000.0).abs() < 1e-9);
            let error = elo.error().expect("finite");
            assert!(
                (ratings.error(0) / error - 1.0).abs() < 0.02,
                "{} {error}",
                ratings.error(0)
            );
            assert!(ratings.error(1).abs() < 1e-6);
            assert!((ratings.superiority(0, 1) - elo.superiority).abs() < 0.01);
            let centred = Ratings::of(2, &[encounter([0, 1], pairs)], None);
            assert!((centred.elo[0] + centred.elo[1]).abs() < 1e-6);
            assert!((centred.error(0) - ratings.error(0) / 2.0).abs() < 0.1);
        }
    }

    /// Results exactly as the model expects them of ratings 0, 100 and 250: they are found again.
    #[test]
    fn ratings_are_found_from_expected_results() {
        let truth = [0.0, 100.0, 250.0, 250.0];
        let mut encounters = Vec::new();
        for one in 0..4 {
            for other in one + 1..4 {
                let expected = 1.0 / (1.0 + 10_f64.powf((truth[other] - truth[one]) / 400.0));
                encounters.push(Encounter {
                    engines: [one, other],
                    games: 10_000.0,
                    points: 10_000.0 * expected,
                    pairs: [0; 5],
                });
            }
        }
        let ratings = Ratings::of(4, &encounters, Some((0, 0.0)));
        for (found, truth) in ratings.elo.iter().zip(truth) {
            assert!((found - truth).abs() < 0.1, "{ratings:?}");
        }
        // Three encounters of 10,000 games each: the sum of their information, since all others are fixed in part.
        assert!(
            ratings.error(1) > 3.0 && ratings.error(1) < 7.0,
            "{}",
            ratings.error(1)
        );
        assert!(ratings.superiority(2, 1) > 0.999_9);
        assert!((ratings.superiority(2, 3) - 0.5).abs() < 0.01);
    }

    #[test]
    fn a_program_that_wins_all_games_has_a_rating() {
        let ratings = Ratings::of(
            3,
            &[
                encounter([0, 1], [0, 0, 0, 0, 10]),
                encounter([1, 2], [0, 0, 10, 0, 0]),
            ],
            None,
        );
        assert!(ratings.elo.iter().all(|elo| elo.is_finite()));
        assert!(
            ratings.elo[0] > 500.0 && ratings.error(0).is_finite(),
            "{ratings:?}"
        );
        let nothing = Ratings::of(3, &[], None);
        assert!(
            nothing.elo.iter().all(|elo| elo.abs() < 1e-6),
            "{nothing:?}"
        );
    }
}
