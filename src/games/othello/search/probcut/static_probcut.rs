//! Multi-ProbCut by the static evaluation alone: one or two plies above the leaves no search is much shallower.

use super::bounds::{bounds, deviations};
use super::fitted::MIDGAME;
use super::model::{Model, ProbCutCase};
use crate::games::othello::position::Othello;
use crate::games::othello::search::static_eval::cached_eval;
use crate::search::{Draft, Score, Window, Worker};

/// The best static evaluation of a child predicted by that of the position. The mean is positive, since the side to
/// move chooses the best child.
///
/// Fitted to 1,441 positions of tournament games and moves off them, 14 to 60 empties.
const NEXT: Model = Model {
    mean: [3.0, -0.04, 0.0, 0.0, 0.0],
    deviation: [2.05, -0.0298, 0.0, 0.0833, 0.0],
};

/// The bound of a cutoff at a midgame node one or two plies above the leaves, if there is one.
pub(in crate::games::othello::search) fn static_probcut(
    search: &mut Worker<'_, Othello>,
    draft: Draft,
    window: Window,
) -> Option<Score> {
    if draft.is_exact() {
        return None;
    }
    let case = ProbCutCase {
        empties: search.game.empties(),
        shallow: 0,
        deep: draft.depth,
        error: 1.0,
    };
    // At depth 2 the same side moves at the leaves, so the model of shallow searches holds for the static evaluation.
    let model = if draft.depth == 1 { &NEXT } else { &MIDGAME };
    let (high, low) = bounds(model, case, deviations(search, draft), window);
    let static_eval = cached_eval(search);
    if high.fails_high(static_eval) {
        Some(window.beta)
    } else {
        low.fails_low(static_eval).then_some(window.alpha)
    }
}
