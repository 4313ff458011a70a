//! Maximum-likelihood distributions of a pair's result under a hypothesis.

use super::pairs::Pairs;

/// The probabilities of 0, ¼, ½, ¾ and 1 of a pair's points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Distribution(pub(super) [f64; 5]);

const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Distribution {
    /// The observed distribution and the number of pairs; `None` if there are none. A result that was never seen counts
    /// as a thousandth of a pair.
    pub(super) fn of(pairs: &Pairs) -> Option<(Self, f64)> {
        let counts = pairs.map(|count| f64::from(count).max(1e-3));
        let sum: f64 = counts.iter().sum();
        let is_any = pairs.iter().any(|count| *count > 0);
        is_any.then(|| (Self(counts.map(|count| count / sum)), sum))
    }

    fn mean(&self) -> f64 {
        self.0
            .iter()
            .zip(POINTS)
            .map(|(p, points)| p * points)
            .sum()
    }

    fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares = self.0.iter().zip(POINTS);
        let variance: f64 = squares.map(|(p, points)| p * (points - mean).powi(2)).sum();
        variance.sqrt()
    }
}

/// The most likely distribution with this mean, which is strictly between 0 and 1.
pub(super) fn fit_mean(seen: &Distribution, mean: f64) -> Distribution {
    tilt(seen, &POINTS.map(|points| points - mean))
}

/// The most likely distribution whose mean is `ratio` of its standard deviations above ½.
///
/// The constraint is not linear, so it is replaced by its tangent until the distribution converges.
pub(super) fn fit_ratio(seen: &Distribution, ratio: f64) -> Distribution {
    const TOLERANCE: usize = 200;
    let mut fitted = Distribution([0.2; 5]);
    for _ in 0..TOLERANCE {
        let (mean, deviation) = (fitted.mean(), fitted.deviation());
        let tangent = POINTS.map(|points| {
            let far = (points - mean) / deviation;
            points - 0.5 - ratio * deviation * (1.0 + far * far) / 2.0
        });
        let next = tilt(seen, &tangent);
        let change = next
            .0
            .iter()
            .zip(fitted.0)
            .map(|(new, old)| (new - old).abs());
        let change = change.fold(0.0, f64::max);
        fitted = next;
        if change < 1e-12 {
            break;
        }
    }
    fitted
}

/// The most likely distribution under which the mean of `values` is 0. By Lagrange it is p / (1 + x * value), with the
/// x between the poles for which the mean is 0.
fn tilt(seen: &Distribution, values: &[f64; 5]) -> Distribution {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let average = |x: f64| {
        let parts = seen.0.iter().zip(values);
        parts
            .map(|(p, value)| p * value / (1.0 + x * value))
            .sum::<f64>()
    };
    // The mean falls from one pole to the other, so bisection finds its zero.
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if average(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let mut fitted = seen.0;
    for (p, value) in fitted.iter_mut().zip(values) {
        *p /= 1.0 + x * value;
    }
    Distribution(fitted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For any observation, the fitted distributions are valid and obey their constraint.
    #[test]
    fn constraints_hold() {
        let counts = [0, 1, 7, 900];
        for code in 1..4_usize.pow(5) {
            let mut digits = code;
            let pairs = [0; 5].map(|_: u32| {
                let count = counts[digits % 4];
                digits /= 4;
                count
            });
            let (seen, _) = Distribution::of(&pairs).expect("there are some");
            for ratio in [-0.8, -0.1, -0.01, 0.0, 0.02, 0.3, 0.8] {
                let fitted = fit_ratio(&seen, ratio);
                let found = (fitted.mean() - 0.5) / fitted.deviation();
                assert!((found - ratio).abs() < 1e-6, "{pairs:?} {ratio}: {found}");
                let linear = fit_mean(&seen, 0.5 + ratio / 2.0);
                let mean = linear.mean();
                assert!(
                    (mean - 0.5 - ratio / 2.0).abs() < 1e-9,
                    "{pairs:?} {ratio}: {mean}"
                );
                for distribution in [fitted, linear] {
                    let sum: f64 = distribution.0.iter().sum();
                    assert!((sum - 1.0).abs() < 1e-6, "{pairs:?} {ratio}: {sum}");
                    assert!(distribution.0.iter().all(|p| *p > 0.0), "{pairs:?} {ratio}");
                }
            }
        }
    }
}
