//! Maximum-likelihood fit of a normal error: its mean and the logarithm of its deviation are linear in the terms.

use kaeshi::games::othello::probcut::{Model, ProbCutCase, TERMS};

use super::pairs::Pair;

/// The optional terms of a fit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    /// Whether the deep depth is a feature, beside the number of empty squares.
    pub(super) deep: bool,
}

impl Plan {
    /// The terms of a case, 0 for those that are not used.
    fn terms(self, case: ProbCutCase) -> [f64; TERMS] {
        let [one, empties, shallow, deep, error] = case.terms().map(f64::from);
        [
            one,
            empties,
            shallow,
            if self.deep { deep } else { 0.0 },
            error,
        ]
    }
}

/// Fits a model to pairs.
///
/// Both parts are fitted in turns. The mean is fitted by least squares, weighted by the deviations. The logarithm of
/// the variance is fitted by Fisher's scoring (Aitkin, "Modelling variance heterogeneity in normal regression using
/// GLIM", 1987). A step of it that makes the differences less likely is halved until it does not: a few large
/// differences make it far too long.
#[must_use]
pub(super) fn fit(pairs: &[&Pair], plan: Plan) -> Model {
    const TURNS: usize = 30;
    const MAX_HALVINGS: i32 = 30;
    let rows: Vec<_> = pairs
        .iter()
        .map(|pair| (plan.terms(pair.case), f64::from(pair.difference)))
        .collect();
    let mut mean = [0.0; TERMS];
    let mut variance = [0.0; TERMS];
    variance[0] = 2.0;
    for _ in 0..TURNS {
        // The net's expected error tells the size of an error, not its sign.
        let free = |mut terms: [f64; TERMS]| {
            terms[TERMS - 1] = 0.0;
            terms
        };
        mean = least_squares(rows.iter().map(|(terms, difference)| {
            (free(*terms), *difference, (-dot(&variance, terms)).exp())
        }));
        let step = least_squares(rows.iter().map(|(terms, difference)| {
            let square = (difference - dot(&mean, terms)).powi(2);
            (*terms, square / dot(&variance, terms).exp() - 1.0, 1.0)
        }));
        let least = surprise(&rows, &mean, &variance);
        let shorter = (0..MAX_HALVINGS).map(|halvings| {
            let scale = 0.5_f64.powi(halvings);
            std::array::from_fn(|at| variance[at] + scale * step[at])
        });
        let mut better = shorter.filter(|next| surprise(&rows, &mean, next) <= least);
        variance = better.next().unwrap_or(variance);
    }
    Model {
        mean: mean.map(|value| value as f32),
        // Half the logarithm of the variance is the logarithm of the deviation.
        deviation: variance.map(|value| (value / 2.0) as f32),
    }
}

/// Twice the negative logarithm of the likelihood of all differences, less a constant.
fn surprise(rows: &[([f64; TERMS], f64)], mean: &[f64; TERMS], variance: &[f64; TERMS]) -> f64 {
    let of_row = |(terms, difference): &([f64; TERMS], f64)| {
        let (error, logarithm) = (difference - dot(mean, terms), dot(variance, terms));
        logarithm + error.powi(2) * (-logarithm).exp()
    };
    rows.iter().map(of_row).sum()
}

fn dot(weights: &[f64; TERMS], terms: &[f64; TERMS]) -> f64 {
    weights.iter().zip(terms).map(|(a, b)| a * b).sum()
}

/// The least-squares weights of the terms, by Gaussian elimination of the normal equations; 0 for terms that are
/// always 0. A row has terms, a target and a weight.
fn least_squares(rows: impl Iterator<Item = ([f64; TERMS], f64, f64)>) -> [f64; TERMS] {
    let mut matrix = [[0.0; TERMS + 1]; TERMS];
    for (terms, target, weight) in rows {
        for (line, &feature) in matrix.iter_mut().zip(&terms) {
            for (cell, value) in line.iter_mut().zip(terms.iter().chain([&target])) {
                *cell += weight * feature * value;
            }
        }
    }
    for at in 0..TERMS {
        let pivot = matrix[at];
        if pivot[at].abs() < 1e-9 {
            continue;
        }
        for (other, line) in matrix.iter_mut().enumerate() {
            let factor = if other == at {
                0.0
            } else {
                line[at] / pivot[at]
            };
            for (cell, value) in line.iter_mut().zip(pivot) {
                *cell -= factor * value;
            }
        }
    }
    std::array::from_fn(|at| match matrix[at][at] {
        diagonal if diagonal.abs() < 1e-9 => 0.0,
        diagonal => matrix[at][TERMS] / diagonal,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn what_was_put_in_comes_out() {
        let truth = Model {
            mean: [0.5, -0.01, 0.1, -0.05, 0.0],
            deviation: [1.0, -0.02, -0.1, 0.05, 0.6],
        };
        let mut rng = Rng::new(3);
        let pairs: Vec<Pair> = (0..60_000)
            .map(|game| {
                let deep = 3 + rng.below(10) as i8;
                let case = ProbCutCase {
                    empties: 20 + rng.below(30) as i8,
                    shallow: rng.below(deep.unsigned_abs().into()) as i8,
                    deep,
                    error: 2.0 + rng.below(400) as f32 / 100.0,
                };
                let difference = truth.mean(&case) + truth.deviation(&case) * rng.normal();
                Pair {
                    case,
                    to_the_end: false,
                    difference,
                    game,
                }
            })
            .collect();
        let found = fit(&pairs.iter().collect::<Vec<_>>(), Plan { deep: true });
        let case = |empties, shallow, deep, error| ProbCutCase {
            empties,
            shallow,
            deep,
            error,
        };
        for case in [
            case(25, 2, 6, 3.0),
            case(45, 5, 11, 5.5),
            case(33, 1, 3, 2.1),
        ] {
            let [found_deviation, deviation] = [&found, &truth].map(|model| model.deviation(&case));
            assert!(
                (found_deviation / deviation - 1.0).abs() < 0.03,
                "{found:?}"
            );
            let [found_mean, mean] = [&found, &truth].map(|model| model.mean(&case));
            assert!((found_mean - mean).abs() < 0.1, "{found:?}");
        }
    }

    /// Full steps of Fisher's scoring run away from such differences.
    #[test]
    fn differences_far_from_normal_are_fitted() {
        let mut rng = Rng::new(5);
        let pairs: Vec<Pair> = (0..5_000)
            .map(|game| {
                let error = 1.0 + rng.below(1200) as f32 / 100.0;
                let outlier = if rng.below(100) == 0 { 40.0 } else { 1.0 };
                Pair {
                    case: ProbCutCase {
                        empties: 14 + rng.below(40) as i8,
                        shallow: 1,
                        deep: 3,
                        error,
                    },
                    to_the_end: false,
                    difference: error * outlier * rng.normal(),
                    game,
                }
            })
            .collect();
        let plan = Plan { deep: false };
        let found = fit(&pairs.iter().collect::<Vec<_>>(), plan);
        let growth = found.deviation[TERMS - 1];
        assert!((growth - 1.0).abs() < 0.2, "{found:?}");
    }
}
