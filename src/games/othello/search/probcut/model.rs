//! The model of the difference between a deep and a shallow score.

use crate::games::othello::constants::{DISC, SELECTIVE_SOLVER_EMPTIES};

/// A pair of depths in a position: the input of a [`Model`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProbCutCase {
    /// Number of empty squares, 0 to 60.
    pub empties: i8,
    /// Depth of the shallow search in plies; 0 is the static evaluation.
    pub shallow: i8,
    /// Depth of the deep search in plies.
    pub deep: i8,
    /// Expected error of the net in this position, in discs; 1 where the model does not use it.
    pub error: f32,
}

/// Number of inputs of a [`Model`]: a constant, the empties, both depths, and the net's expected error.
pub const TERMS: usize = 5;

impl ProbCutCase {
    /// A deep search replaced by one of `even` plies, or one more, so that both end with the same side to move.
    pub(super) fn at(empties: i8, deep: i8, even: i8) -> Self {
        Self {
            empties,
            shallow: even + (deep & 1),
            deep,
            error: 1.0,
        }
    }

    /// A deep search replaced by the static evaluation; a search to the end is as deep as there are `empties`.
    #[must_use]
    pub const fn of_static_eval(empties: i8, deep: i8) -> Self {
        Self {
            empties,
            shallow: 0,
            deep,
            error: 1.0,
        }
    }

    /// The same case with the net's expected error in score units, greater than 0.
    pub(super) fn with_error(self, error: i16) -> Self {
        let error = f32::from(error) / f32::from(DISC);
        Self { error, ..self }
    }

    /// The inputs of a model: 1, the empties, both depths, and the logarithm of the expected error.
    #[must_use]
    pub fn terms(&self) -> [f32; TERMS] {
        let [empties, shallow, deep] = [self.empties, self.shallow, self.deep].map(f32::from);
        [1.0, empties, shallow, deep, self.error.ln()]
    }
}

/// A linear model of the difference between a deep and a shallow score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    /// Weights of the inputs in the mean difference, in discs.
    pub mean: [f32; TERMS],
    /// Weights of the inputs in the logarithm of the standard deviation, in discs.
    pub deviation: [f32; TERMS],
}

impl Model {
    /// Mean of the deep score minus the shallow one, in discs.
    #[must_use]
    pub fn mean(&self, case: &ProbCutCase) -> f32 {
        self.guess(*case).0
    }

    /// Standard deviation of that difference, in discs.
    #[must_use]
    pub fn deviation(&self, case: &ProbCutCase) -> f32 {
        self.guess(*case).1
    }

    /// Mean and standard deviation, in discs.
    pub(super) fn guess(&self, case: ProbCutCase) -> (f32, f32) {
        let features = case.terms();
        let sum = |weights: [f32; TERMS]| -> f32 {
            weights.iter().zip(features).map(|(a, b)| a * b).sum()
        };
        (sum(self.mean), sum(self.deviation).exp())
    }
}

/// The shallow search for a midgame node of depth `deep`; `None` if that is too shallow.
#[must_use]
pub fn midgame_case(empties: i8, deep: i8) -> Option<ProbCutCase> {
    const MIN_DEPTH: i8 = 3;
    (deep >= MIN_DEPTH).then(|| ProbCutCase::at(empties, deep, 2 * (deep / 4)))
}

/// The shallow search for an endgame node of depth `deep`; `None` if that is too shallow.
///
/// It is less deep than at a midgame node, whose cutoffs decide about the move: a proof corrects those of a search to the
/// end. With two plies for every five, as once, FFO 40 to 49 take 4 percent more time.
#[must_use]
pub fn endgame_case(empties: i8, deep: i8) -> Option<ProbCutCase> {
    let shallow = match deep {
        ..=20 => 4,
        _ => 2 * (deep / 6),
    };
    (deep > SELECTIVE_SOLVER_EMPTIES).then(|| ProbCutCase::at(empties, deep, shallow))
}
