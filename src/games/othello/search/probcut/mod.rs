//! Multi-ProbCut: a shallow search far outside the window replaces the deep one.
//!
//! After Buro, "`ProbCut`: an effective selective extension of the alpha-beta algorithm", 1995. The deep score is the
//! shallow score plus a bias plus an error. The standard deviation of the error depends on the empties, on both
//! depths, and on the error that the net itself expects in the position.

mod bounds;
mod fitted;
mod model;
mod static_probcut;
mod tables;

use bounds::{bounds, deviations};
pub use fitted::{ENDGAME, MIDGAME};
pub use model::{Model, ProbCutCase, TERMS, endgame_case, midgame_case};
pub(super) use static_probcut::{static_end_probcut, static_probcut};
pub(super) use tables::{ENDGAME_TABLES, MIDGAME_TABLES, ModelTables};

use super::static_eval::cached_output;
use crate::games::othello::constants::MAX_PROBCUT_DEPTH;
use crate::games::othello::eval::net::NetOutput;
use crate::games::othello::position::Othello;
use crate::search::{Draft, NonPv, Policy, Score, Stopped, Window, Worker};

/// The shallow search by number of empties and depth, as [`midgame_case`] and [`endgame_case`] give it.
type CaseOf = fn(i8, i8) -> Option<ProbCutCase>;

/// The bound of a Multi-ProbCut cutoff, if there is one: by [`midgame_case`] and [`MIDGAME`], or by [`endgame_case`] and
/// [`ENDGAME`]. `P` is the policy of the shallow search.
pub(super) fn probcut<P: Policy<Othello>>(
    search: &mut Worker<'_, Othello>,
    draft: Draft,
    window: Window,
    (case_of, model): (CaseOf, &ModelTables),
) -> Result<Option<Score>, Stopped> {
    if draft.is_exact() || search.mode.probcut_depth >= MAX_PROBCUT_DEPTH {
        return Ok(None);
    }
    let Some(case) = case_of(search.game.empties(), draft.depth) else {
        return Ok(None);
    };
    let NetOutput { score, error } = cached_output(search);
    let case = case.with_error(error);
    let (high, low) = bounds(model, case, deviations(search, draft), window);
    let below = Draft {
        depth: case.shallow,
        selectivity: draft.selectivity,
    };
    // Searches only if the static evaluation clears these, too: otherwise the search is most likely wasted. A midgame search
    // asks as much of it as of the shallow search: that takes a fifth fewer nodes to depth 16 than asking it to clear
    // `window`, and the moves are as good (860 positions with 25 and 30 empties). A search to the end gains nothing by it.
    let (static_high, static_low) = if search.mode.in_endgame {
        (window, window)
    } else {
        (high, low)
    };
    if static_high.fails_high(score) && high.fails_high(probe::<P>(search, below, high)?) {
        return Ok(Some(window.beta));
    }
    if static_low.fails_low(score) && low.fails_low(probe::<P>(search, below, low)?) {
        return Ok(Some(window.alpha));
    }
    Ok(None)
}

fn probe<P: Policy<Othello>>(
    search: &mut Worker<'_, Othello>,
    draft: Draft,
    window: Window,
) -> Result<Score, Stopped> {
    search.mode.probcut_depth += 1;
    let score = search.node::<P, NonPv>(draft, window);
    search.mode.probcut_depth -= 1;
    score
}
