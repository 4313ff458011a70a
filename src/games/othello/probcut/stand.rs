//! A guess by the evaluation alone: one ply or two above the leaves no search is much shallower.

use super::super::judgement::judge;
use super::super::position::Othello;
use super::{Look, MIDGAME, Model, bounds, distance};
use crate::search::{Draft, Score, Search, Window};

/// The best that is thought of a move, guessed by what is thought of the position itself: whoever is to move finds
/// something better than that.
///
/// Of 1,441 positions of tournament games and moves off them, 14 to 60 empty squares.
const NEXT: Model = Model {
    mean: [3.0, -0.04, 0.0, 0.0, 0.0],
    deviation: [2.05, -0.0298, 0.0, 0.0833, 0.0],
};

/// A guess at a midgame node one ply or two above the leaves.
pub(in super::super) fn stand(
    search: &mut Search<'_, Othello>,
    draft: Draft,
    window: Window,
) -> Option<Score> {
    if draft.is_exact() {
        return None;
    }
    let look = Look {
        empties: search.game.empties(),
        shallow: 0,
        deep: draft.depth,
        error: 1.0,
    };
    // Where the same side moves at the leaves, the evaluation is as a shallow search is.
    let model = if draft.depth == 1 { &NEXT } else { &MIDGAME };
    let (high, low) = bounds(model, look, distance(search, draft), window);
    let still = judge(search);
    if high.fails_high(still) {
        Some(window.beta)
    } else {
        low.fails_low(still).then_some(window.alpha)
    }
}
