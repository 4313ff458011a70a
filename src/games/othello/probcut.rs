//! Multi-ProbCut: a shallow search far outside the window replaces the deep one.
//!
//! After Buro, "`ProbCut`: an effective selective extension of the alpha-beta algorithm", 1995. The deep score is the
//! shallow score plus a bias plus an error. The standard deviation of the error depends on the empties and on both
//! depths.

use super::constants::{
    DISC, MAX_PROBCUT_DEPTH, MAX_SCORE, MIDGAME_T_FACTOR, MIN_ERROR, SELECTIVITY_T,
};
use super::net;
use super::policy::Midgame;
use super::position::Othello;
use super::static_eval::cached_eval;
use crate::search::{Draft, NonPv, Score, Stopped, Window, Worker};

mod fitted;
mod static_probcut;

pub use fitted::{ENDGAME, MIDGAME};
pub(super) use static_probcut::static_probcut;

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
pub const FEATURES: usize = 5;

impl ProbCutCase {
    /// A deep search replaced by one of `even` plies, or one more, so that both end with the same side to move.
    fn at(empties: i8, deep: i8, even: i8) -> Self {
        Self {
            empties,
            shallow: even + (deep & 1),
            deep,
            error: 1.0,
        }
    }

    /// The inputs of a model: 1, the empties, both depths, and the logarithm of the expected error.
    #[must_use]
    pub fn features(&self) -> [f32; FEATURES] {
        let [empties, shallow, deep] = [self.empties, self.shallow, self.deep].map(f32::from);
        [1.0, empties, shallow, deep, self.error.ln()]
    }
}

/// A linear model of the difference between a deep and a shallow score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    /// Weights of the inputs in the mean difference, in discs.
    pub mean: [f32; FEATURES],
    /// Weights of the inputs in the logarithm of the standard deviation, in discs.
    pub deviation: [f32; FEATURES],
}

impl Model {
    /// Mean of the deep score minus the shallow one, in discs.
    #[must_use]
    pub fn mean(&self, look: &ProbCutCase) -> f32 {
        self.guess(*look).0
    }

    /// Standard deviation of that difference, in discs.
    #[must_use]
    pub fn deviation(&self, look: &ProbCutCase) -> f32 {
        self.guess(*look).1
    }

    /// Whether the model uses the net's expected error.
    const fn asks_for_error(&self) -> bool {
        let [.., mean] = self.mean;
        let [.., deviation] = self.deviation;
        mean != 0.0 || deviation != 0.0
    }

    /// Mean and standard deviation, in discs.
    fn guess(&self, look: ProbCutCase) -> (f32, f32) {
        let features = look.features();
        let sum = |weights: [f32; FEATURES]| -> f32 {
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
#[must_use]
pub fn endgame_case(empties: i8, deep: i8) -> Option<ProbCutCase> {
    const MIN_DEPTH: i8 = 14;
    (deep >= MIN_DEPTH).then(|| ProbCutCase::at(empties, deep, 2 * (deep / 5)))
}

/// The bound of a Multi-ProbCut cutoff at a midgame node, if there is one.
pub(super) fn midgame(
    search: &mut Worker<'_, Othello>,
    draft: Draft,
    window: Window,
) -> Result<Option<Score>, Stopped> {
    guess(search, draft, window, (midgame_case, &MIDGAME))
}

/// The bound of a Multi-ProbCut cutoff at an endgame node, if there is one.
pub(super) fn endgame(
    search: &mut Worker<'_, Othello>,
    draft: Draft,
    window: Window,
) -> Result<Option<Score>, Stopped> {
    guess(search, draft, window, (endgame_case, &ENDGAME))
}

/// The shallow search by number of empties and depth, as [`midgame_case`] gives it.
type CaseOf = fn(i8, i8) -> Option<ProbCutCase>;

fn guess(
    search: &mut Worker<'_, Othello>,
    draft: Draft,
    window: Window,
    (looks, model): (CaseOf, &Model),
) -> Result<Option<Score>, Stopped> {
    if draft.is_exact() || search.data.probcut_depth >= MAX_PROBCUT_DEPTH {
        return Ok(None);
    }
    let Some(look) = looks(search.game.empties(), draft.depth) else {
        return Ok(None);
    };
    let (static_eval, look) = if model.asks_for_error() {
        let opinion = net::evaluate(search.game.board(), search.game.features());
        let error = f32::from(opinion.error.max(MIN_ERROR)) / f32::from(DISC);
        (opinion.score, ProbCutCase { error, ..look })
    } else {
        (cached_eval(search), look)
    };
    let (high, low) = bounds(model, look, deviations(search, draft), window);
    let below = Draft {
        depth: look.shallow,
        selectivity: draft.selectivity,
    };
    // Searches only if the static evaluation clears the window, too: otherwise the search is most likely wasted.
    if static_eval >= window.beta && high.fails_high(probe(search, below, high)?) {
        return Ok(Some(window.beta));
    }
    if static_eval <= window.alpha && low.fails_low(probe(search, below, low)?) {
        return Ok(Some(window.alpha));
    }
    Ok(None)
}

/// Standard deviations by which a shallow score must clear the window at this node.
fn deviations(search: &Worker<'_, Othello>, draft: Draft) -> f32 {
    let deviations = SELECTIVITY_T[usize::from(draft.selectivity.level())];
    if search.data.in_endgame {
        deviations
    } else {
        deviations * MIDGAME_T_FACTOR
    }
}

/// The null windows in which a shallow search must fail high or low to be `deviations` standard deviations away.
///
/// They are kept within [`MAX_SCORE`], the largest possible score.
fn bounds(model: &Model, look: ProbCutCase, deviations: f32, window: Window) -> (Window, Window) {
    let (mean, deviation) = model.guess(look);
    let (mean, margin) = (units(mean), units(deviations * deviation));
    let high = within_reach(i32::from(window.beta.0) + margin - mean);
    let low = within_reach(i32::from(window.alpha.0) - margin - mean);
    (
        Window {
            alpha: high - 1,
            beta: high,
        },
        Window {
            alpha: low,
            beta: low + 1,
        },
    )
}

/// Discs in score units, at most eight boards full of them.
#[expect(clippy::cast_possible_truncation, reason = "clamped")]
fn units(discs: f32) -> i32 {
    (discs.clamp(-512.0, 512.0) * f32::from(DISC)) as i32
}

/// The score of `units` score units, clamped to the possible scores.
#[expect(clippy::cast_possible_truncation, reason = "clamped")]
fn within_reach(units: i32) -> Score {
    let most = i32::from(MAX_SCORE.0);
    Score(units.clamp(-most, most) as i16)
}

fn probe(
    search: &mut Worker<'_, Othello>,
    draft: Draft,
    question: Window,
) -> Result<Score, Stopped> {
    search.data.probcut_depth += 1;
    let answer = search.node::<Midgame, NonPv>(draft, question);
    search.data.probcut_depth -= 1;
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of windows and margins stay within scores, whatever the model says.
    #[test]
    fn no_guess_is_asked_beyond_the_scores_of_a_game() {
        let wild = |number: f32| Model {
            mean: [-number, 0.0, 0.0, 0.0, 0.0],
            deviation: [number, 0.0, 0.0, 0.0, 0.0],
        };
        let models = [
            MIDGAME,
            ENDGAME,
            wild(0.0),
            wild(80.0),
            wild(-80.0),
            wild(f32::MAX),
        ];
        let alphas = [
            Score::MIN,
            -MAX_SCORE - 1,
            -MAX_SCORE,
            Score::DRAW,
            MAX_SCORE - 1,
            MAX_SCORE,
            Score::MAX - 1,
        ];
        for (model, alpha) in models
            .iter()
            .flat_map(|model| alphas.map(|alpha| (model, alpha)))
        {
            let window = Window {
                alpha,
                beta: alpha + 1,
            };
            for (empties, deviations) in [(1, 0.0), (20, 3.3), (60, 5.0)] {
                let look = ProbCutCase::at(empties, empties, 2);
                let (high, low) = bounds(model, look, deviations, window);
                for asked in [high, low] {
                    assert_eq!(asked, asked.null());
                }
                assert!(
                    high.beta <= MAX_SCORE && low.alpha >= -MAX_SCORE,
                    "{high:?} {low:?}"
                );
            }
        }
    }
}
