//! The sequential probability ratio test (SPRT) on pairs of games, which decides when a match may stop.
//!
//! The generalised test of Michel Van den Bergh, as the test servers of chess engines run it. Both hypotheses fix the
//! mean of a pair's result, or its mean over its deviation. The rest of the distribution is the one that makes the
//! observed results most likely. The test ends when the log-likelihood ratio leaves Wald's bounds. Pairs instead of
//! games allow for openings that favour one side.

mod fit;
mod pairs;

use std::fmt;
use std::str::FromStr;

use kaeshi::game::InputError;
use serde::Serialize;

use self::fit::{Distribution, fit_mean, fit_ratio};
pub(super) use self::pairs::Pairs;

/// The meaning of a point of Elo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Model {
    /// By the expected score: 400 points are odds of ten to one.
    Logistic,
    /// The score's distance from one half in standard deviations of a game, times 800 / ln 10. So the number of games
    /// to tell 0 from 5 points does not depend on draw rate and openings.
    Normalized,
}

/// The hypotheses of a test and its error probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Sprt {
    /// The null hypothesis: the first program is at most this strong, in Elo of `model`.
    elo0: f64,
    /// The alternative hypothesis: the first program is at least this strong, in Elo of `model`.
    elo1: f64,
    /// Probability of accepting `elo1` if `elo0` is true, between 0 and 1.
    alpha: f64,
    /// Probability of accepting `elo0` if `elo1` is true, between 0 and 1.
    beta: f64,
    model: Model,
}

/// The accepted hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) enum Verdict {
    /// The difference is `elo0` or less.
    H0,
    /// The difference is `elo1` or more.
    H1,
}

/// The state of a test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct SprtState {
    #[serde(flatten)]
    pub(super) test: Sprt,
    /// The log-likelihood ratio.
    pub(super) llr: f64,
    /// At or below this bound, `elo0` is accepted.
    pub(super) lower: f64,
    /// At or above this bound, `elo1` is accepted.
    pub(super) upper: f64,
    pub(super) verdict: Option<Verdict>,
}

impl Sprt {
    /// The state of the test after these pairs.
    pub(super) fn after(self, pairs: &Pairs) -> SprtState {
        let (llr, lower, upper) = (self.llr(pairs), self.lower(), self.upper());
        let verdict = match llr {
            llr if llr >= upper => Some(Verdict::H1),
            llr if llr <= lower => Some(Verdict::H0),
            _ => None,
        };
        SprtState {
            test: self,
            llr,
            lower,
            upper,
            verdict,
        }
    }

    fn lower(self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    fn upper(self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The logarithm of the likelihood of these pairs under `elo1`, divided by that under `elo0`.
    fn llr(self, pairs: &Pairs) -> f64 {
        let Some((seen, count)) = Distribution::of(pairs) else {
            return 0.0;
        };
        let fit = |elo: f64| match self.model {
            Model::Logistic => fit_mean(&seen, 1.0 / (1.0 + 10_f64.powf(-elo / 400.0))),
            // The standard deviation of a pair's mean is that of a game divided by √2.
            Model::Normalized => fit_ratio(&seen, elo / NORMALIZED * 2_f64.sqrt()),
        };
        let (zero, one) = (fit(self.elo0), fit(self.elo1));
        let ratios = one
            .0
            .iter()
            .zip(zero.0)
            .map(|(one, zero)| (one / zero).ln());
        let mean: f64 = seen.0.iter().zip(ratios).map(|(p, log)| p * log).sum();
        count * mean
    }
}

/// Points of normalised Elo per standard deviation; near zero and without draws it equals logistic Elo.
pub(super) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`; only `elo1` is required.
impl FromStr for Sprt {
    type Err = InputError;

    fn from_str(terms: &str) -> Result<Self, InputError> {
        let mut test = Self {
            elo0: 0.0,
            elo1: f64::NAN,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Normalized,
        };
        let mut named = Vec::new();
        for part in terms.split(',').map(str::trim) {
            let (name, value) = part.split_once('=').ok_or_else(|| {
                InputError::new(format_args!("'{part}' is not of the form elo1=5"))
            })?;
            if named.contains(&name) {
                return Err(InputError::new(format_args!("{name} is given twice")));
            }
            named.push(name);
            match (name, value) {
                ("elo0", elo) => test.elo0 = number(part, elo, -200.0, 200.0)?,
                ("elo1", elo) => test.elo1 = number(part, elo, -200.0, 200.0)?,
                ("alpha", rate) => test.alpha = number(part, rate, 0.0001, 0.4)?,
                ("beta", rate) => test.beta = number(part, rate, 0.0001, 0.4)?,
                ("model", "logistic") => test.model = Model::Logistic,
                ("model", "normalized") => test.model = Model::Normalized,
                ("model", _) => {
                    return Err(InputError::new(format_args!(
                        "{part}: the models are 'normalized' and 'logistic'"
                    )));
                }
                _ => {
                    return Err(InputError::new(format_args!(
                        "'{name}' is none of elo0, elo1, alpha, beta and model"
                    )));
                }
            }
        }
        if test.elo1.is_nan() {
            return Err(InputError::new("elo1 is missing, as in elo0=0,elo1=5"));
        }
        if test.elo0 >= test.elo1 {
            return Err(InputError::new("elo0 must be less than elo1"));
        }
        Ok(test)
    }
}

/// All parameters, in the form that is read.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        } = self;
        let model = match model {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        };
        write!(
            f,
            "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}"
        )
    }
}

fn number(part: &str, value: &str, least: f64, most: f64) -> Result<f64, InputError> {
    let number = value.parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| {
            InputError::new(format_args!(
                "{part}: a number from {least} to {most} is needed"
            ))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(pairs: Pairs, [elo0, elo1]: [f64; 2], model: Model) -> f64 {
        let (alpha, beta) = (0.05, 0.05);
        let test = Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        };
        test.after(&pairs).llr
    }

    /// Tests whose results and ratios were published with changes of Stockfish, Reckless and Clockwork.
    #[test]
    fn ratios_are_those_that_test_servers_published() {
        use Model::{Logistic, Normalized};
        for (pairs, elo, model, published) in [
            (
                [831, 31795, 68460, 32448, 834],
                [0.0, 2.0],
                Normalized,
                2.93,
            ),
            (
                [307, 54901, 140_959, 56230, 281],
                [0.5, 2.5],
                Normalized,
                2.95,
            ),
            (
                [371, 10263, 24989, 10642, 379],
                [0.0, 2.0],
                Normalized,
                2.95,
            ),
            ([264, 5737, 31270, 5964, 269], [-0.5, 2.5], Normalized, 2.97),
            ([29, 2205, 35000, 2392, 34], [0.5, 3.5], Normalized, 2.94),
            ([49, 1759, 4072, 1949, 60], [0.0, 3.0], Normalized, 2.98),
            ([1, 1329, 3500, 1502, 9], [0.0, 3.0], Normalized, 2.96),
            ([398, 4112, 7672, 4336, 430], [0.0, 3.0], Normalized, 2.96),
            ([5, 295, 1145, 466, 2], [0.0, 3.0], Normalized, 2.98),
            ([253, 4282, 17604, 4431, 286], [-0.25, 1.25], Logistic, 2.94),
            ([17, 253, 1042, 337, 39], [-0.5, 1.5], Logistic, 2.96),
            ([11, 407, 3238, 513, 11], [0.25, 1.75], Logistic, 2.93),
            ([424, 2948, 5832, 3045, 460], [-1.0, 3.0], Logistic, 2.94),
            (
                [1284, 17437, 55536, 18085, 1292],
                [0.0, 2.0],
                Logistic,
                2.94,
            ),
        ] {
            let found = llr(pairs, elo, model);
            assert!((found - published).abs() < 0.0051, "{pairs:?}: {found}");
        }
    }

    /// Computed with `SciPy`, which maximised both likelihoods under their constraints without our equations.
    #[test]
    fn ratios_of_few_pairs_are_right() {
        use Model::{Logistic, Normalized};
        for (pairs, elo, model, computed) in [
            ([0, 0, 10, 4, 0], [0.0, 10.0], Normalized, 0.2050),
            ([0, 0, 10, 4, 0], [0.0, 10.0], Logistic, 0.3969),
            ([3, 5, 20, 9, 6], [-5.0, 5.0], Normalized, 0.3746),
            ([3, 5, 20, 9, 6], [-5.0, 5.0], Logistic, 0.4873),
            ([9, 5, 2, 1, 0], [0.0, 100.0], Normalized, -6.6874),
        ] {
            let found = llr(pairs, elo, model);
            assert!((found - computed).abs() < 0.0001, "{pairs:?}: {found}");
        }
    }

    #[test]
    fn the_other_side_sees_the_opposite() {
        for model in [Model::Logistic, Model::Normalized] {
            for pairs in [[3, 5, 20, 9, 6], [0, 0, 0, 0, 3], [1, 0, 0, 0, 30]] {
                let mut turned = pairs;
                turned.reverse();
                let (one, other) = (
                    llr(pairs, [0.0, 5.0], model),
                    llr(turned, [-5.0, 0.0], model),
                );
                assert!((one + other).abs() < 1e-6, "{pairs:?}: {one} {other}");
            }
        }
    }

    #[test]
    fn a_verdict_needs_evidence() {
        let test: Sprt = "elo1=5".parse().expect("it is one");
        assert_eq!(test.after(&[0; 5]).verdict, None);
        assert_eq!(test.after(&[0, 0, 0, 0, 3]).verdict, None);
        assert_eq!(test.after(&[0, 0, 1, 0, 0]).verdict, None);
        let sprt_state = test.after(&[5, 295, 1145, 466, 2]);
        assert_eq!(sprt_state.verdict, Some(Verdict::H1));
        assert!((sprt_state.upper - 19_f64.ln()).abs() < 1e-12);
        assert!((sprt_state.lower + 19_f64.ln()).abs() < 1e-12);
        let sprt_state = test.after(&[2, 466, 1145, 295, 5]);
        assert_eq!(sprt_state.verdict, Some(Verdict::H0));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (text, why) in [
            ("", "'' is not of the form elo1=5"),
            ("elo0=0", "elo1 is missing"),
            ("elo1=0", "elo0 must be less than elo1"),
            ("elo1=5,elo1=6", "elo1 is given twice"),
            ("elo1=x", "elo1=x: a number from -200 to 200 is needed"),
            ("elo1=nan", "elo1=nan: a number from -200 to 200 is needed"),
            (
                "elo1=5,alpha=0",
                "alpha=0: a number from 0.0001 to 0.4 is needed",
            ),
            ("elo1=5,gamma=1", "'gamma' is none of elo0"),
            ("elo1=5,model=bayes", "model=bayes: the models are"),
        ] {
            let refused = text.parse::<Sprt>().expect_err(text).to_string();
            assert!(refused.starts_with(why), "{text}: {refused}");
        }
        let spelt: Sprt = "elo0=0, elo1=5, alpha=0.05, beta=0.05, model=normalized"
            .parse()
            .expect("it is one");
        let meant: Sprt = "elo1=5".parse().expect("it is one");
        assert_eq!(spelt, meant);
        assert_eq!(meant.to_string().parse::<Sprt>().expect("it is one"), meant);
    }
}
