//! Move ordering.

use std::convert::Infallible;

use crate::game::Game;
use crate::games::othello::constants::DISC;
use crate::games::othello::eval::inputs::Mobility;
use crate::games::othello::eval::linear::evaluate_given;
use crate::games::othello::position::{Othello, OthelloMove};
use crate::games::othello::rules::moves::weighted_mobility;
use crate::search::{
    Draft, NodeContext, Policy, Pv, ScoredMove, Selectivity, Stopped, Window, Worker,
};

/// What scores a move, besides the number of replies it leaves.
#[derive(Debug, Clone, Copy)]
pub(super) enum OrderingMode {
    /// The linear evaluation, the cheapest.
    Linear,
    /// The net; its score is cached for the search of the move.
    Net,
    /// As [`Self::Net`], and the expected error is cached as well, where Multi-ProbCut asks for it after the move.
    NetWithError,
}

/// How moves are scored before they are searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ordering {
    /// What evaluates the position after a move.
    pub(super) by: OrderingMode,
    /// The penalty for each reply left to the opponent, in score units; doubled for a reply on a corner.
    pub(super) reply: i32,
}

/// Scores moves by `ordering.by` and by the number of replies they leave.
pub(super) fn score_moves(search: &mut Worker<'_, Othello>, node: NodeContext, ordering: Ordering) {
    let Ok(()) =
        score_each::<Infallible>(search, node, |search, mv| Ok(rating(search, mv, ordering)));
}

/// Scores moves by `rating`, but for the second move of the table, which comes first.
#[inline]
fn score_each<E>(
    search: &mut Worker<'_, Othello>,
    node: NodeContext,
    mut rating: impl FnMut(&mut Worker<'_, Othello>, &OthelloMove) -> Result<i32, E>,
) -> Result<(), E> {
    for at in node.start..search.stack.len() {
        let ScoredMove { mv, .. } = search.stack[at];
        search.stack[at].score = if Othello::pack(&mv) == node.tt_move2 {
            i32::MAX
        } else {
            rating(search, &mv)?
        };
    }
    Ok(())
}

#[inline]
fn rating(search: &mut Worker<'_, Othello>, mv: &OthelloMove, ordering: Ordering) -> i32 {
    let game = &search.game;
    let next = game.next_board(mv);
    let evals = &mut search.data.eval_cache;
    let (value, replies) = match ordering.by {
        OrderingMode::Linear => {
            let mobility = Mobility::of(next);
            let value = evaluate_given(next, &game.next_features(mv), mobility);
            (-value, mobility.legal())
        }
        OrderingMode::Net => {
            let value = evals.score(next, || game.next_features(mv));
            (-value, next.legal())
        }
        OrderingMode::NetWithError => {
            let value = evals.output(next, || game.next_features(mv)).score;
            (-value, next.legal())
        }
    };
    i32::from(value.0) - ordering.reply * weighted_mobility(replies)
}

/// Scores moves by selective searches with policy `P`, three plies deep, and by the number of replies they leave, each
/// with the penalty `reply` in score units.
///
/// # Errors
/// If the search was stopped.
pub(super) fn score_by_search<P: Policy<Othello>>(
    search: &mut Worker<'_, Othello>,
    node: NodeContext,
    reply: i32,
) -> Result<(), Stopped> {
    /// Scores farther below the best one so far need not be exact, in score units: hardly any difference in replies
    /// makes up for them.
    const INTERESTING: i16 = 16 * DISC;
    const DRAFT: Draft = Draft {
        depth: 3,
        selectivity: Selectivity::MIN,
    };
    let mut window = Window::FULL;
    score_each(search, node, |search, mv| {
        let score = search.make_and_search::<P, Pv>(mv, DRAFT, window)?;
        window.alpha = window.alpha.max(score - INTERESTING);
        let replies = search.game.next_board(mv).legal();
        Ok(i32::from(score.0) - reply * weighted_mobility(replies))
    })
}

/// Scores moves only by the number of replies they leave.
pub(super) fn score_by_replies(search: &mut Worker<'_, Othello>, node: NodeContext) {
    let game = &search.game;
    for ScoredMove { mv, score: rating } in &mut search.stack[node.start..] {
        *rating = if Othello::pack(mv) == node.tt_move2 {
            i32::MAX
        } else {
            -weighted_mobility(game.next_board(mv).legal())
        };
    }
}
