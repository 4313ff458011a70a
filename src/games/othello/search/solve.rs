//! The calls of the endgame solver from the search, at PV and at null-window nodes.

use super::static_eval::cached_eval;
use crate::game::{Game, PackedMove};
use crate::games::othello::constants::SOLVER_EMPTIES;
use crate::games::othello::endgame::Solver;
use crate::games::othello::position::{Othello, OthelloMove};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::disc_diff::DiscDiff;
use crate::search::{Score, Window, Worker};

/// Solves a PV node with the endgame solver and stores its line of best play.
pub(super) fn solve_line(search: &mut Worker<'_, Othello>, window: Window) -> Score {
    let board = search.game.board();
    let guess = cached_eval(search).clamp(window.alpha, window.beta);
    let (score, line, plies) = ask_solver(search, |solver| {
        let worth_knowing = (
            DiscDiff::floor(window.alpha),
            -DiscDiff::floor(-window.beta),
        );
        let margin = solver.score_within(board, worth_knowing, DiscDiff::floor(guess));
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
pub(super) fn solve(search: &mut Worker<'_, Othello>, board: Board, window: Window) -> Score {
    ask_solver(search, |solver| {
        solver.solve(board, DiscDiff::floor(window.alpha))
    })
    .score()
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::game::Side;
    use crate::games::othello::samples;
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
