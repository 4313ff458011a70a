//! Rating difference from pairs of games, with its confidence interval.

use std::fmt;

use super::sprt::{NORMALIZED, Pairs};

/// A rating difference in points of Elo, for the first program.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::cli) struct Elo {
    /// The number of pairs.
    pairs: u32,
    /// Points per game of these pairs, 0 to 1.
    pub(in crate::cli) score: f64,
    /// The standard error of the score, 0 to 1. `None` if all pairs have the same points.
    pub(in crate::cli) score_error: Option<f64>,
    /// The 95 % confidence interval of the score, which may exceed 0 to 1.
    pub(in crate::cli) score_interval: [f64; 2],
    /// The difference in Elo; infinite if one side won all games.
    pub(in crate::cli) difference: f64,
    /// The 95 % confidence interval in Elo; either end may be infinite.
    pub(in crate::cli) interval: [f64; 2],
    /// The probability that the first program is stronger: LOS (likelihood of superiority), 0 to 1.
    pub(in crate::cli) superiority: f64,
    /// The score's distance from one half in standard deviations of a game, in points of normalised Elo. `None` if all
    /// pairs have the same points.
    pub(super) normalized: Option<f64>,
}

/// The results of a pair in points per game.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Elo {
    /// Minimum number of pairs for which the normal distribution is an acceptable approximation.
    pub(in crate::cli) const MIN_PAIRS: u32 = 10;

    /// The rating difference; `None` if there are no pairs.
    pub(in crate::cli) fn of(pairs: &Pairs) -> Option<Self> {
        let count = pairs.iter().sum::<u32>();
        if count == 0 {
            return None;
        }
        let size = f64::from(count);
        let weighted = || SCORES.into_iter().zip(pairs.map(f64::from));
        let mean = weighted().map(|(score, pairs)| pairs * score).sum::<f64>() / size;
        let squares = weighted().map(|(score, pairs)| pairs * (score - mean).powi(2));
        let variance = squares.sum::<f64>() / (size - 1.0).max(1.0);
        let is_constant = pairs.contains(&count);
        let deviation = (variance / size).sqrt();
        let (interval, superiority) = if is_constant {
            of_equal_pairs(mean, size)
        } else {
            let interval = [-1.0, 1.0].map(|sign| mean + sign * NORMAL_95 * deviation);
            (interval, normal((mean - 0.5) / deviation))
        };
        Some(Self {
            pairs: count,
            score: mean,
            score_error: (!is_constant).then_some(deviation),
            score_interval: interval,
            difference: rating(mean),
            interval: interval.map(rating),
            superiority,
            // The standard deviation of a game is that of a pair's mean times √2.
            normalized: (!is_constant).then(|| NORMALIZED * (mean - 0.5) / (2.0 * variance).sqrt()),
        })
    }

    /// Half the width of the interval, if it is finite.
    pub(in crate::cli) fn error(&self) -> Option<f64> {
        let [low, high] = self.interval;
        Some((high - low) / 2.0).filter(|error| error.is_finite())
    }

    /// Whether there are enough pairs.
    pub(in crate::cli) fn is_meaningful(&self) -> bool {
        self.pairs >= Self::MIN_PAIRS
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.interval;
        match (self.error(), low.is_finite(), high.is_finite()) {
            (Some(error), ..) => write!(f, "Elo {:+.0} +- {error:.0}", self.difference)?,
            (None, true, _) => write!(f, "Elo above {low:+.0}")?,
            (None, _, true) => write!(f, "Elo below {high:+.0}")?,
            (None, ..) => f.write_str("Elo unknown")?,
        }
        write!(f, ", LOS {:.1} %", 100.0 * self.superiority)
    }
}

/// Number of standard deviations on either side of the mean of a normal distribution that contain 95 %.
const NORMAL_95: f64 = 1.959_963_985;

/// The rating difference for a score.
fn rating(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Interval and LOS if all pairs have the same points, so that their variance is useless. With 95 % confidence, at most
/// 1 - 0.05^(1/n) of all pairs have other points, for many pairs 3/n. LOS counts each pair as won, lost or neither.
fn of_equal_pairs(score: f64, count: f64) -> ([f64; 2], f64) {
    let others = 1.0 - 0.05_f64.powf(1.0 / count);
    let interval = [score * (1.0 - others), score + others * (1.0 - score)];
    let unlucky = 0.5_f64.powf(count + 1.0);
    let superiority = match score {
        score if score > 0.5 => 1.0 - unlucky,
        score if score < 0.5 => unlucky,
        _ => 0.5,
    };
    (interval, superiority)
}

/// The cumulative normal distribution, to seven digits.
///
/// Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.2.17.
pub(super) fn normal(x: f64) -> f64 {
    const FACTORS: [f64; 5] = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let series = FACTORS
        .iter()
        .rev()
        .fold(0.0, |sum, factor| (sum + factor) * t);
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let tail = density * series;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NORMAL: [(f64, f64); 8] = [
        (-6.0, 9.865_876e-10),
        (-3.0, 0.001_349_898),
        (-1.5, 0.066_807_201),
        (-0.3, 0.382_088_578),
        (0.0, 0.5),
        (0.7, 0.758_036_348),
        (1.959_963_985, 0.975),
        (4.0, 0.999_968_329),
    ];

    const SHARES: [(u32, f64); 4] = [
        (10, 0.741_134_449),
        (20, 0.860_891_659),
        (100, 0.970_486_950),
        (1000, 0.997_008_750),
    ];

    /// Results of fastchess, published with changes of Cinder, `RubiChess` and other chess engines. They are pairs, Elo
    /// and its error, normalised Elo, and LOS in percent.
    #[test]
    fn numbers_are_those_that_fastchess_published() {
        for (pairs, elo, error, normalized, los) in [
            ([115, 1156, 2443, 1233, 141], 4.40, 3.91, 7.61, 98.64),
            ([339, 4640, 8717, 4594, 403], 0.76, 2.01, 1.33, 77.11),
            ([8, 633, 1558, 804, 6], 9.64, 4.36, 19.42, 100.0),
            ([790, 1759, 3256, 1780, 807], 1.14, 4.04, 1.48, 70.95),
            ([34, 49, 128, 62, 27], -0.58, 21.41, -0.75, 47.88),
            ([19, 82, 272, 308, 361], 162.63, 13.49, 207.38, 100.0),
        ] {
            let found = Elo::of(&pairs).expect("there are some");
            // fastchess divides the sum of squares by the number of pairs, which is one more.
            let factor = 1.0 + 0.6 / f64::from(found.pairs);
            let near = |found: f64, published: f64, relative: f64| {
                (found - published).abs() < 0.0051 + published.abs() * (relative - 1.0)
            };
            assert!(near(found.difference, elo, 1.0), "{found:?}");
            assert!(
                near(found.error().expect("finite"), error, factor),
                "{found:?}"
            );
            let found_normalized = found.normalized.expect("finite");
            assert!(near(found_normalized, normalized, factor), "{found:?}");
            assert!(near(100.0 * found.superiority, los, factor), "{found:?}");
        }
    }

    /// Computed with `NumPy` and `SciPy` from the variance of the sample.
    #[test]
    fn numbers_are_those_that_numpy_computes() {
        let elo = Elo::of(&[34, 49, 128, 62, 27]).expect("there are some");
        let numbers = [
            (elo.difference, -0.5791),
            (elo.interval[0], -22.0284),
            (elo.error().expect("finite"), 21.4471),
            (elo.normalized.expect("finite"), -0.7516),
            (100.0 * elo.superiority, 47.8871),
        ];
        for (found, computed) in numbers {
            assert!((found - computed).abs() < 1e-3, "{found} {computed}");
        }
    }

    /// Computed with `SciPy`: `norm.cdf`.
    #[test]
    fn the_normal_distribution_is_that_of_scipy() {
        for (x, probability) in NORMAL {
            assert!((normal(x) - probability).abs() < 1e-7, "{x}");
        }
    }

    /// Computed with `SciPy`: `beta.ppf(0.05, n, 1)` is the minimum share of pairs that end like all n observed.
    #[test]
    fn pairs_that_end_alike_leave_a_doubt() {
        for (count, share) in SHARES {
            let all_split = Elo::of(&[0, 0, count, 0, 0]).expect("there are some");
            assert!(all_split.difference.abs() < 1e-9, "{all_split:?}");
            let expected = rating(0.5 + (1.0 - share) / 2.0);
            let error = all_split.error().expect("finite");
            assert!(
                (error - expected).abs() < 1e-3,
                "{count}: {error} {expected}"
            );
            assert!((all_split.superiority - 0.5).abs() < 1e-9, "{all_split:?}");
            let all_won = Elo::of(&[0, 0, 0, 0, count]).expect("there are some");
            let [low, high] = all_won.interval;
            assert!((low - rating(share)).abs() < 1e-3, "{all_won:?}");
            assert!(
                high.is_infinite() && all_won.error().is_none(),
                "{all_won:?}"
            );
            assert!(all_won.superiority > 0.999, "{all_won:?}");
            let all_lost = Elo::of(&[count, 0, 0, 0, 0]).expect("there are some");
            assert!((all_lost.interval[1] + low).abs() < 1e-9, "{all_lost:?}");
            assert!((all_lost.superiority + all_won.superiority - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_difference_is_put_in_words() {
        for (pairs, words) in [
            ([0, 0, 10, 0, 0], "Elo +0 +- 92, LOS 50.0 %"),
            ([0, 0, 0, 0, 10], "Elo above +183, LOS 100.0 %"),
            ([10, 0, 0, 0, 0], "Elo below -183, LOS 0.0 %"),
            ([0, 0, 0, 1, 9], "Elo above +439, LOS 100.0 %"),
            ([34, 49, 128, 62, 27], "Elo -1 +- 21, LOS 47.9 %"),
        ] {
            let elo = Elo::of(&pairs).expect("there are some");
            assert_eq!(elo.to_string(), words);
            assert!(elo.is_meaningful());
        }
        assert!(!Elo::of(&[1, 2, 3, 2, 1]).expect("some").is_meaningful());
        assert_eq!(Elo::of(&[0; 5]), None);
    }
}
