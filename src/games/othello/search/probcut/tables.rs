//! The fitted models as tables: a search asks them in most of its nodes, and exponentials and logarithms took two percent
//! of a midgame search.

use super::fitted;
use super::model::{Model, ProbCutCase, TERMS};
use crate::games::othello::constants::DISC;
use crate::games::othello::eval::cache::ERROR_UNIT;

/// Units of the net's expected error in a disc.
const ERROR_UNITS: f32 = (DISC / ERROR_UNIT) as f32;
/// Numbers of empty squares, or depths.
const COUNTS: usize = 64;

/// A [`Model`] whose standard deviation is a product of one factor for each term.
pub(in crate::games::othello::search) struct ModelTables {
    /// Weights of the inputs in the mean difference, in discs; that of the expected error is 0.
    mean: [f32; TERMS],
    /// By number of empties, with the factor that all cases have.
    empties: [f32; COUNTS],
    shallow: [f32; COUNTS],
    deep: [f32; COUNTS],
    /// By the net's expected error in [`ERROR_UNITS`]; one of 0 counts as 1.
    error: [f32; 256],
}

/// The tables of [`fitted::MIDGAME`].
pub(in crate::games::othello::search) static MIDGAME_TABLES: ModelTables =
    ModelTables::of(&fitted::MIDGAME);
/// The tables of [`fitted::ENDGAME`].
pub(in crate::games::othello::search) static ENDGAME_TABLES: ModelTables =
    ModelTables::of(&fitted::ENDGAME);

impl ModelTables {
    /// # Panics
    /// If the mean of the model depends on the expected error.
    pub(super) const fn of(model: &Model) -> Self {
        let [constant, empties, shallow, deep, error] = model.deviation;
        assert!(model.mean[TERMS - 1] == 0.0, "a mean without the error");
        Self {
            mean: model.mean,
            empties: powers(constant, empties),
            shallow: powers(0.0, shallow),
            deep: powers(0.0, deep),
            error: errors(error),
        }
    }

    /// Mean and standard deviation, in discs.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "floats saturate"
    )]
    pub(super) fn guess(&self, case: ProbCutCase) -> (f32, f32) {
        let counts = [case.empties, case.shallow, case.deep];
        let [empties, shallow, deep] = counts.map(f32::from);
        let [constant, by_empties, by_shallow, by_deep, _] = self.mean;
        let mean = constant + by_empties * empties + by_shallow * shallow + by_deep * deep;
        let [empties, shallow, deep] = counts.map(|count| count.cast_unsigned() as usize % COUNTS);
        let error = (case.error * ERROR_UNITS) as u8;
        let deviation = self.empties[empties]
            * self.shallow[shallow]
            * self.deep[deep]
            * self.error[usize::from(error)];
        (mean, deviation)
    }
}

/// The exponentials of `constant` plus 0, 1, 2 times `weight` and so on.
#[expect(clippy::cast_possible_truncation, reason = "rounded")]
const fn powers(constant: f32, weight: f32) -> [f32; COUNTS] {
    let mut factors = [0.0; COUNTS];
    let (mut index, mut exponent) = (0, constant as f64);
    while index < COUNTS {
        factors[index] = exponential(exponent) as f32;
        index += 1;
        exponent += weight as f64;
    }
    factors
}

/// Each expected error to the power of `weight`.
#[expect(clippy::cast_possible_truncation, reason = "rounded")]
const fn errors(weight: f32) -> [f32; 256] {
    const UNIT: f64 = 1.0 / ERROR_UNITS as f64;
    let mut factors = [0.0; 256];
    let (mut index, mut discs) = (1, UNIT);
    while index < factors.len() {
        factors[index] = exponential(weight as f64 * logarithm(discs)) as f32;
        index += 1;
        discs += UNIT;
    }
    factors[0] = factors[1];
    factors
}

/// e to the power of `number`: the series of a small part of it, squared ten times.
const fn exponential(number: f64) -> f64 {
    let part = number / 1024.0;
    let (mut sum, mut term) = (1.0, 1.0);
    let mut n = 1.0;
    while n < 10.0 {
        term *= part / n;
        sum += term;
        n += 1.0;
    }
    let mut squared = 0;
    while squared < 10 {
        sum *= sum;
        squared += 1;
    }
    sum
}

/// The natural logarithm of a positive number: that of powers of two, and the series of the rest, 1 to 2.
const fn logarithm(number: f64) -> f64 {
    let (mut rest, mut twos) = (number, 0.0);
    while rest > 2.0 {
        rest /= 2.0;
        twos += 1.0;
    }
    while rest < 1.0 {
        rest *= 2.0;
        twos -= 1.0;
    }
    let ratio = (rest - 1.0) / (rest + 1.0);
    let (mut sum, mut power) = (0.0, ratio);
    let mut n = 1.0;
    while n < 40.0 {
        sum += 2.0 * power / n;
        power *= ratio * ratio;
        n += 2.0;
    }
    sum + twos * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_the_models_say() {
        for (tables, model) in [
            (&MIDGAME_TABLES, fitted::MIDGAME),
            (&ENDGAME_TABLES, fitted::ENDGAME),
        ] {
            for empties in 0..=60 {
                for (shallow, deep) in [(0, 1), (0, empties), (2, 7), (10, 22), (60, 60)] {
                    for error in [16, 32, 112, 128, 144, 1600, 255 * 16] {
                        let case = ProbCutCase {
                            shallow,
                            ..ProbCutCase::of_static_eval(empties, deep)
                        };
                        let case = case.with_error(error);
                        let ((mean, deviation), expected) = (tables.guess(case), model.guess(case));
                        let ratio = deviation / expected.1;
                        assert!((ratio - 1.0).abs() < 1e-5, "{case:?}: {ratio}");
                        assert!((mean - expected.0).abs() < 1e-5, "{case:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_series_agree_with_the_library() {
        for step in -400..400 {
            let number = f64::from(step) / 50.0;
            let ratio = exponential(number) / number.exp();
            assert!((ratio - 1.0).abs() < 1e-12, "{number}: {ratio}");
        }
        for step in 1..400 {
            let number = f64::from(step) / 8.0;
            let error = logarithm(number) - number.ln();
            assert!(error.abs() < 1e-12, "{number}: {error}");
        }
    }
}
