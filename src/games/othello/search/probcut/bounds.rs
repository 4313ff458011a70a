//! The windows in which a shallow score decides a deep search.

use super::model::ProbCutCase;
use super::tables::ModelTables;
use crate::games::othello::constants::{DISC, MAX_SCORE, MIDGAME_T_FACTOR, SELECTIVITY_T};
use crate::games::othello::position::Othello;
use crate::search::{Draft, Score, Window, Worker};

/// Standard deviations by which a shallow score must clear the window at this node.
pub(super) fn deviations(search: &Worker<'_, Othello>, draft: Draft) -> f32 {
    let deviations = SELECTIVITY_T[usize::from(draft.selectivity.level())];
    if search.mode.in_endgame {
        deviations
    } else {
        deviations * MIDGAME_T_FACTOR
    }
}

/// The null windows in which a shallow search must fail high or low to be `deviations` standard deviations away.
///
/// They are kept within [`MAX_SCORE`], the largest possible score.
pub(super) fn bounds(
    model: &ModelTables,
    case: ProbCutCase,
    deviations: f32,
    window: Window,
) -> (Window, Window) {
    let (mean, deviation) = model.guess(case);
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

#[cfg(test)]
mod tests {
    use super::super::fitted::{ENDGAME, MIDGAME};
    use super::super::model::Model;
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
            let tables = ModelTables::of(model);
            for (empties, deviations) in [(1, 0.0), (20, 3.3), (60, 5.0)] {
                let case = ProbCutCase::at(empties, empties, 2);
                let (high, low) = bounds(&tables, case, deviations, window);
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
