//! The two search policies of Othello: midgame and endgame.

use super::board::{Board, DiscDiff};
use super::constants::{DISC, MAX_CHEAP_ORDER_EMPTIES, MAX_SCORE, SOLVER_EMPTIES};
use super::cuts::{stability_cut, wipeout_or_etc};
use super::endgame::Solver;
use super::eval::cache::EvalCache;
use super::order::{Ordering, OrderingMode, score_by_replies, score_moves};
use super::position::{Othello, OthelloMove};
use super::probcut;
use super::static_eval::{best_child_eval, cached_eval};
use crate::game::{Game, PackedMove};
use crate::search::{Draft, NodeContext, NodeType, Policy, Score, Stopped, Window, Worker};

/// The caches and the state of one worker.
#[derive(Default)]
pub struct WorkerData {
    /// Solves positions with at most [`SOLVER_EMPTIES`] empties.
    pub(super) solver: Solver,
    /// Recent static evaluations by the net.
    pub(super) eval_cache: EvalCache,
    /// Nesting depth of the Multi-ProbCut searches in progress, 0 to 2.
    pub(super) probcut_depth: u8,
    /// Whether the search goes to the end of the game: its exact iteration then corrects wrong Multi-ProbCut cutoffs.
    pub(super) in_endgame: bool,
}

/// Estimates the disc difference: the net evaluates the leaves.
pub(super) struct Midgame;

/// Searches to the end of the game: the depth is the number of empties.
pub(super) struct Endgame;

impl Policy<Othello> for Midgame {
    const MIN_SPLIT: i8 = 6;

    fn static_result<N: NodeType>(
        search: &mut Worker<'_, Othello>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        Ok(match draft.depth {
            _ if window.alpha >= MAX_SCORE => Some(MAX_SCORE),
            ..=0 => Some(cached_eval(search)),
            depth @ 1..=2 if !N::PV => match probcut::static_probcut(search, draft, window) {
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
        probcut::midgame(search, draft, window)
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
        let (by, reply) = match node.draft.depth {
            ..=10 => (OrderingMode::Net, DISC / 2),
            _ => (OrderingMode::BestReply, DISC / 4),
        };
        let reply = reply.into();
        score_moves(search, node, Ordering { by, reply });
        Ok(None)
    }
}

impl Policy<Othello> for Endgame {
    const MIN_SPLIT: i8 = SOLVER_EMPTIES + 2;

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
        // Set here, not at the root: a helper may start at any node.
        search.data.in_endgame = true;
        if N::PV {
            let chooses = search.ply() > 0 || search.has_all_root_moves();
            let few = draft.depth <= SOLVER_EMPTIES && chooses;
            return Ok(few.then(|| solve_line(search, window)));
        }
        if window.alpha >= MAX_SCORE {
            return Ok(Some(MAX_SCORE));
        }
        let board = search.game.board();
        if draft.depth <= SOLVER_EMPTIES {
            return Ok(Some(solve(search, board, window)));
        }
        Ok(stability_cut(board, window))
    }

    fn prune(
        search: &mut Worker<'_, Othello>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        probcut::endgame(search, draft, window)
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
        let reply = 4 * i32::from(DISC);
        let by = if node.draft.depth <= MAX_CHEAP_ORDER_EMPTIES {
            OrderingMode::Linear
        } else {
            OrderingMode::BestReply
        };
        score_moves(search, node, Ordering { by, reply });
        Ok(None)
    }
}

/// Whether the node will most likely fail low: then all moves are searched, and their order matters little.
fn expects_to_fail_low(search: &Worker<'_, Othello>, node: NodeContext) -> bool {
    const FAIL_LOW_MARGIN: i16 = 10 * DISC;
    node.tt_move_score.is_some() || search.game.evaluate() + FAIL_LOW_MARGIN < node.window.alpha
}

/// Solves a PV node with the endgame solver and stores its line of best play.
fn solve_line(search: &mut Worker<'_, Othello>, window: Window) -> Score {
    let board = search.game.board();
    let guess = cached_eval(search).clamp(window.alpha, window.beta);
    let (score, line, plies) = ask_solver(search, |solver| {
        let worth_knowing = (floor(window.alpha), -floor(-window.beta));
        let margin = solver.score_within(board, worth_knowing, floor(guess));
        // A score that fails low proves no move, one that fails high only the first.
        let wanted = match margin.score() {
            low if window.fails_low(low) => 0,
            high if window.fails_high(high) => 1,
            _ => MAX_SOLVER_PLIES,
        };
        let (line, plies) = best_play(solver, board, margin, wanted);
        (margin.score(), line, plies)
    });
    search.set_pv(score, &line[..plies]);
    score
}

/// Maximum plies in a line of the solver, passes included.
const MAX_SOLVER_PLIES: usize = 2 * SOLVER_EMPTIES as usize;

/// The first `wanted` plies of best play from `board`, whose disc difference is `margin`, and their number.
fn best_play(
    solver: &mut Solver,
    mut board: Board,
    mut margin: DiscDiff,
    wanted: usize,
) -> ([PackedMove; MAX_SOLVER_PLIES], usize) {
    let mut line = [PackedMove::NONE; MAX_SOLVER_PLIES];
    let mut plies = 0;
    while plies < wanted && !board.is_over() {
        let square = solver.best_move_for(board, margin);
        let flips = square.map_or(0, |square| board.flips(square));
        line[plies] = Othello::pack(&OthelloMove { square, flips });
        plies += 1;
        board = match square {
            Some(square) => board.after(square, flips),
            None => board.passed(),
        };
        margin = -margin;
    }
    (line, plies)
}

/// Solves a null-window node with the endgame solver.
fn solve(search: &mut Worker<'_, Othello>, board: Board, window: Window) -> Score {
    ask_solver(search, |solver| solver.solve(board, floor(window.alpha))).score()
}

/// Runs `ask` on the endgame solver and counts the nodes it visits.
fn ask_solver<T>(search: &mut Worker<'_, Othello>, ask: impl FnOnce(&mut Solver) -> T) -> T {
    let solver = &mut search.data.solver;
    let before = solver.nodes();
    let answer = ask(solver);
    // The search has counted the root of the solver already.
    search.nodes += solver.nodes() - before - 1;
    answer
}

/// The largest whole disc difference not above `score`.
fn floor(score: Score) -> DiscDiff {
    DiscDiff(score.0.div_euclid(DISC).into())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::samples;
    use super::*;
    use crate::game::Side;
    use crate::search::{OutOfMemory, PvReport, SearchLimits, SharedState, TranspositionTable};

    /// The reports of a search of `board`, and its number of nodes.
    fn search(board: Board, limits: SearchLimits) -> Result<(Vec<PvReport>, u64), OutOfMemory> {
        let (table, shared) = (TranspositionTable::new(1)?, SharedState::default());
        let game = Othello::new(board, Side::First);
        let mut search = Worker::new(game, &table, &shared, limits);
        let mut reports = Vec::new();
        search.iterative_deepening(1, |report| {
            reports.push(report.clone());
            ControlFlow::Continue(())
        });
        Ok((reports, search.nodes))
    }

    /// The disc difference at the end of `line`, for the side to move in `board`.
    fn margin_after(board: Board, line: &[PackedMove]) -> DiscDiff {
        let mut game = Othello::new(board, Side::First);
        for &expected in line {
            let mut found = None;
            game.moves(|mv| found = found.or((Othello::pack(&mv) == expected).then_some(mv)));
            let mv = found.expect("a legal move");
            game.make(&mv);
        }
        assert!(game.board().is_over(), "the line ends with the game");
        let margin = game.board().disc_diff();
        if game.side() == Side::First {
            margin
        } else {
            -margin
        }
    }

    #[test]
    fn the_line_of_a_solved_position_leads_to_its_score() -> Result<(), OutOfMemory> {
        let mut solver = Solver::new();
        for (empties, count) in [(1, 40), (3, 60), (6, 60), (9, 60), (13, 12), (14, 8)] {
            for board in samples::endings(count, empties, 21) {
                if board.is_over() {
                    continue;
                }
                let (reports, _) = search(board, SearchLimits::default())?;
                let last = reports.last().expect("an answer");
                let margin = solver.score(board);
                assert!(last.proven, "{board}");
                assert_eq!(last.score, margin.score(), "{board}");
                assert_eq!(margin_after(board, &last.pv), margin, "{board}");
            }
        }
        Ok(())
    }

    /// Outside the window, a bound and the first move of the line suffice.
    #[test]
    fn a_window_is_enough_for_who_wins() -> Result<(), OutOfMemory> {
        let mut solver = Solver::new();
        let window = Window {
            alpha: Score(-1),
            beta: Score(1),
        };
        let limits = SearchLimits {
            window,
            ..SearchLimits::default()
        };
        for board in samples::endings(60, 10, 22) {
            if board.is_over() {
                continue;
            }
            let (reports, _) = search(board, limits)?;
            let last = reports.last().expect("an answer");
            let margin = solver.score(board).0;
            assert_eq!(i32::from(last.score.0).signum(), margin.signum(), "{board}");
            if margin > 0 {
                assert!(!last.pv.is_empty(), "{board}");
            }
        }
        Ok(())
    }

    #[test]
    fn where_nodes_are_limited_a_short_search_comes_first() -> Result<(), OutOfMemory> {
        let limits = SearchLimits {
            nodes: 1,
            ..SearchLimits::default()
        };
        for board in samples::endings(20, 13, 23) {
            if board.is_over() {
                continue;
            }
            let (reports, nodes) = search(board, limits)?;
            assert_eq!(reports.first().map(|first| first.draft.depth), Some(1));
            assert!(nodes < 100, "{board}: {nodes}");
        }
        Ok(())
    }
}
