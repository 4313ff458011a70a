//! The search of the root: by depth, then for a proof, then for the quickest win.

use super::bits::Bits;
use super::policy::Threats;
use super::position::Mnk;
use super::proof::{shortest_win, value};
use super::worker_data::{Interrupted, Proven, Stage};
use crate::game::Game;
use crate::search::{Draft, Score, Stopped, Window, Worker};

/// Searches the root.
///
/// An exact search that used no static evaluation would give the same result at any depth. It is repeated at once to
/// the end of the game. Deeper drafts then find the result in the table instead of proving it again.
///
/// On boards that are not too large, at least as much effort again goes into proving the value of the game, whatever
/// the depth.
pub(super) fn search_root<B: Bits>(
    search: &mut Worker<'_, Mnk<B>>,
    draft: Draft,
    window: Window,
) -> Result<Score, Stopped> {
    if let Some(proven) = &search.data.proven
        && proven.hash == search.game.hash()
        && search.has_all_root_moves()
    {
        let (value, line) = (proven.value, proven.line.clone());
        search.set_root_pv(line);
        return Ok(value);
    }
    // A stage that was interrupted by a pause goes on with the rest of its effort; else it would never end.
    let interrupted = search.data.interrupted.take();
    if let Some(interrupted) = interrupted.filter(|it| it.hash == search.game.hash()) {
        return resume(search, draft, interrupted);
    }
    search.data.guessed = false;
    let score = search.root::<Threats>(draft, window)?;
    if score.is_decided() {
        return shortest_win_score(search, draft, score, false);
    }
    let end = i8::try_from(search.game.empty_count()).unwrap_or(i8::MAX);
    if !search.data.guessed && draft.is_exact() {
        return if draft.depth < end {
            search.root::<Threats>(Draft::exact(end), window)
        } else {
            Ok(score)
        };
    }
    let provable = search.game.rules().variant().is_provable() && end >= MIN_PROOF_EMPTIES;
    if draft.depth < MIN_PROOF_DEPTH || !provable {
        return Ok(score);
    }
    let small = search.game.rules().variant().is_small();
    let share = if small { SMALL_SHARE } else { 1 };
    prove(search, draft, score, share * search.nodes)
}

/// Goes on with a stage that a pause has interrupted.
fn resume<B: Bits>(
    search: &mut Worker<'_, Mnk<B>>,
    draft: Draft,
    Interrupted { stage, effort, .. }: Interrupted,
) -> Result<Score, Stopped> {
    match stage {
        Stage::Proof { score } => prove(search, draft, score, effort),
        Stage::ShortestWin {
            bound,
            depth,
            is_from_proof,
        } => {
            let score = exact_score(search, bound, (depth, effort), is_from_proof)?;
            if is_from_proof {
                remember(search, score);
            }
            Ok(score)
        }
    }
}

/// The proven score if `effort` suffices for a proof, or else `score`, that of the search by depth.
fn prove<B: Bits>(
    search: &mut Worker<'_, Mnk<B>>,
    draft: Draft,
    score: Score,
    effort: u64,
) -> Result<Score, Stopped> {
    let before = search.data.effort;
    let value = value(search, effort);
    if value.is_err() {
        interrupt(search, Stage::Proof { score }, before, effort);
    }
    let Some(value) = value? else {
        return Ok(score);
    };
    let value = shortest_win_score(search, draft, value, true)?;
    remember(search, value);
    Ok(value)
}

/// Keeps the proven `value` of the root.
fn remember<B: Bits>(search: &mut Worker<'_, Mnk<B>>, value: Score) {
    if search.has_all_root_moves() {
        search.data.proven = Some(Proven {
            hash: search.game.hash(),
            value,
            line: search.root_pv().cloned(),
        });
    }
}

/// Notes that `stage` was interrupted, which had `effort` when that of the worker was `before`.
fn interrupt<B: Bits>(search: &mut Worker<'_, Mnk<B>>, stage: Stage, before: u64, effort: u64) {
    search.data.interrupted = Some(Interrupted {
        hash: search.game.hash(),
        stage,
        effort: effort.saturating_sub(search.data.effort - before),
    });
}

/// The exact score of a game whose value is proven to be that of `score`, as far as it is found.
fn shortest_win_score<B: Bits>(
    search: &mut Worker<'_, Mnk<B>>,
    draft: Draft,
    score: Score,
    is_from_proof: bool,
) -> Result<Score, Stopped> {
    let Some(plies) = score.plies_to_end() else {
        return Ok(score);
    };
    // The drafts before would have found an end so near.
    if draft.is_exact() && i32::from(plies) <= i32::from(draft.depth) + 2 {
        return Ok(score);
    }
    let left = MAX_SHORTEST_WIN_EFFORT.saturating_sub(search.data.shortest_win_effort);
    exact_score(
        search,
        score,
        (1, SHORTEST_WIN_EFFORT.min(left)),
        is_from_proof,
    )
}

/// The exact score of a game decided within `bound`, from this depth on and with at most this effort; otherwise `bound`.
fn exact_score<B: Bits>(
    search: &mut Worker<'_, Mnk<B>>,
    bound: Score,
    (depth, effort): (i8, u64),
    is_from_proof: bool,
) -> Result<Score, Stopped> {
    let before = search.data.effort;
    let exact = shortest_win(search, bound, depth, effort);
    search.data.shortest_win_effort += search.data.effort - before;
    if exact.is_err() {
        let stage = Stage::ShortestWin {
            bound,
            depth: search.data.shortest_win_depth,
            is_from_proof,
        };
        interrupt(search, stage, before, effort);
    }
    if let Some(exact) = exact? {
        return Ok(exact);
    }
    // A quicker win may exist, so that only the value of the game is certain.
    search.narrow_root_window(Window {
        alpha: Score::DRAW - 1,
        beta: Score::DRAW + 1,
    });
    Ok(bound)
}

/// First depth after which a proof is tried, in plies.
const MIN_PROOF_DEPTH: i8 = 4;

/// With fewer empty cells no proof is tried: the search by depth soon reaches the end.
const MIN_PROOF_EMPTIES: i8 = 16;

/// Effort for the quickest win when some win is proven, about in nodes.
const SHORTEST_WIN_EFFORT: u64 = 1_000_000;
/// The same limit for all lines and drafts of a search together.
const MAX_SHORTEST_WIN_EFFORT: u64 = 3 * SHORTEST_WIN_EFFORT;

/// Effort for proofs on small boards, as a multiple of all effort before.
const SMALL_SHARE: u64 = 3;
