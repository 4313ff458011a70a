//! The two search policies of Othello: midgame and endgame.

use super::cuts::{stability_cut, wipeout_or_etc};
use super::order::{Ordering, OrderingMode, score_by_replies, score_by_search, score_moves};
use super::probcut::{
    ENDGAME_TABLES, MIDGAME_TABLES, endgame_case, midgame_case, probcut, static_end_probcut,
    static_probcut,
};
use super::solve::{solve, solve_line};
use super::static_eval::{best_child_eval, cached_eval};
use crate::game::{Game, PackedMove};
use crate::games::othello::constants::{
    DISC, MAX_CHEAP_ORDER_EMPTIES, MAX_SCORE, MIDGAME_SOLVER_EMPTIES, MIN_SEARCH_ORDER_EMPTIES,
    SELECTIVE_SOLVER_EMPTIES, SOLVER_EMPTIES,
};
use crate::games::othello::position::Othello;
use crate::search::{Draft, NodeContext, NodeType, Policy, Score, Stopped, Window, Worker};

/// Estimates the disc difference: the net evaluates the leaves.
pub(in crate::games::othello) struct Midgame;

/// Searches to the end of the game: the depth is the number of empties.
pub(in crate::games::othello) struct Endgame;

impl Policy<Othello> for Midgame {
    /// Less deep nodes have static results. Midgame searches take 2 to 3 percent less time; searches to the end, most of
    /// whose nodes are the solver's, gain nothing.
    const MIN_PREFETCHED: i8 = 2;

    /// Smaller nodes take less time than it takes to meet there.
    const MIN_SPLIT: i8 = 6;

    fn static_result<N: NodeType>(
        search: &mut Worker<'_, Othello>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        Ok(match draft.depth {
            _ if window.alpha >= MAX_SCORE => Some(MAX_SCORE),
            _ if is_soon_over(search) => Some(if N::PV {
                solve_line(search, window)
            } else {
                solve(search, search.game.board(), window)
            }),
            ..=0 => Some(cached_eval(search)),
            depth @ 1..=2 if !N::PV => match static_probcut(search, draft, window) {
                None if depth == 1 => best_child_eval(search, window),
                guess => guess,
            },
            _ => None,
        })
    }

    fn prune(
        search: &mut Worker<'_, Othello>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        probcut::<Midgame>(search, draft, window, (midgame_case, &MIDGAME_TABLES))
    }

    /// Late moves are seldom the best, since the net orders them: less deep searches of them first save a quarter of the
    /// nodes to depth 18 (145 positions with 30 empties).
    fn reduction(draft: Draft, index: usize) -> i8 {
        match (draft.depth, index) {
            (8.., 6..) => 2,
            (5.., 3..) => 1,
            _ => 0,
        }
    }

    fn order_moves<N: NodeType>(
        search: &mut Worker<'_, Othello>,
        node: NodeContext,
    ) -> Result<Option<(Score, PackedMove)>, Stopped> {
        if !N::PV
            && let Some(settled) = wipeout_or_etc(search, node, 5)
        {
            return Ok(Some(settled));
        }
        // Multi-ProbCut asks for the expected error of a position that is searched two plies or more.
        let by = if node.draft.depth > 2 {
            OrderingMode::NetWithError
        } else {
            OrderingMode::Net
        };
        let ordering = Ordering {
            by,
            reply: (DISC / 2).into(),
        };
        score_moves(search, node, ordering);
        Ok(None)
    }
}

/// Whether a midgame search solves the position instead of judging it. Near the root it does not, so that the depth of a
/// shallow search limits what it sees; nor does it inside a search to the end, where it makes guesses and orders moves.
fn is_soon_over(search: &Worker<'_, Othello>) -> bool {
    const MIN_PLY: u16 = 8;
    !search.mode.in_endgame
        && search.ply() >= MIN_PLY
        && search.game.empties() <= MIDGAME_SOLVER_EMPTIES
}

impl Policy<Othello> for Endgame {
    const MIN_SPLIT: i8 = SOLVER_EMPTIES + 2;
    const MIN_SELECTIVE_SPLIT: i8 = SELECTIVE_SOLVER_EMPTIES + 2;

    /// None where the linear evaluation fails low, otherwise one. With one and three, 16 threads would take a fiftieth fewer
    /// nodes for a proof, and wait so much longer that it takes a sixth more time.
    fn moves_before_split(search: &Worker<'_, Othello>, window: Window) -> usize {
        let expects_to_fail_low = window.fails_low(search.game.evaluate());
        usize::from(!expects_to_fail_low)
    }

    /// Trusts only moves of searches to the end. A midgame search prefers the highest score; a proof is shortest after
    /// a move that leaves few replies.
    fn uses_tt_move(known: Draft, draft: Draft) -> bool {
        known.depth >= draft.depth
    }

    fn static_result<N: NodeType>(
        search: &mut Worker<'_, Othello>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        if N::PV {
            let chooses = search.ply() > 0 || search.has_all_root_moves();
            let few = draft.depth <= SOLVER_EMPTIES && chooses;
            return Ok(few.then(|| solve_line(search, window)));
        }
        if window.alpha >= MAX_SCORE {
            return Ok(Some(MAX_SCORE));
        }
        let board = search.game.board();
        let solved = if draft.is_exact() {
            SOLVER_EMPTIES
        } else {
            search.mode.selective_solver_empties
        };
        if draft.depth > solved {
            return Ok(stability_cut(board, window));
        }
        let guess = static_end_probcut(search, draft, window);
        Ok(Some(guess.unwrap_or_else(|| solve(search, board, window))))
    }

    fn prune(
        search: &mut Worker<'_, Othello>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        probcut::<Midgame>(search, draft, window, (endgame_case, &ENDGAME_TABLES))
    }

    fn order_moves<N: NodeType>(
        search: &mut Worker<'_, Othello>,
        node: NodeContext,
    ) -> Result<Option<(Score, PackedMove)>, Stopped> {
        if !N::PV
            && let Some(settled) = wipeout_or_etc(search, node, SOLVER_EMPTIES + 2)
        {
            return Ok(Some(settled));
        }
        if !N::PV
            && node.draft.depth <= MAX_CHEAP_ORDER_EMPTIES
            && expects_to_fail_low(search, node)
        {
            score_by_replies(search, node);
            return Ok(None);
        }
        // Penalties with which proofs take the fewest nodes. The selective searches before them keep the larger one.
        let (depth, is_exact) = (node.draft.depth, node.draft.is_exact());
        let (by, reply) = match depth {
            ..=MAX_CHEAP_ORDER_EMPTIES => (OrderingMode::Linear, 4 * DISC),
            _ if is_exact => (OrderingMode::Net, 5 * DISC / 2),
            _ => (OrderingMode::NetWithError, 4 * DISC),
        };
        let reply = reply.into();
        if is_exact && depth >= MIN_SEARCH_ORDER_EMPTIES {
            score_by_search::<Midgame>(search, node, reply)?;
        } else {
            score_moves(search, node, Ordering { by, reply });
        }
        Ok(None)
    }
}

/// Whether the node will most likely fail low: then all moves are searched, and their order matters little.
fn expects_to_fail_low(search: &Worker<'_, Othello>, node: NodeContext) -> bool {
    const FAIL_LOW_MARGIN: i16 = 10 * DISC;
    node.tt_move_score.is_some() || search.game.evaluate() + FAIL_LOW_MARGIN < node.window.alpha
}
