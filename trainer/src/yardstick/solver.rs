//! Solves a position and the move played in it exactly, with as little work as possible.

use kaeshi::engine::{BatchSolver, SolveRequest};
use kaeshi::game::Side;
use kaeshi::games::othello::board::{Board, Square};
use kaeshi::games::othello::{DISC, Othello};
use kaeshi::search::{Score, Window};

use super::solved::{After, Solved};
use crate::Failure;

/// The exact values of a position and of a move in it, in discs for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Values {
    /// With best play.
    pub(super) best: i8,
    /// After the move.
    pub(super) played: i8,
}

/// The values of `board` and of the move to `square`; those that are not known are solved and added to `known`.
///
/// # Errors
/// If they cannot be written, or the solver proves nothing.
pub(super) fn values(
    solver: &mut BatchSolver<'_, Othello>,
    known: &Solved,
    board: Board,
    square: Square,
) -> Result<Values, Failure> {
    let best = if let Some(best) = known.get(board) {
        best
    } else {
        let (best, by) = solve(solver, board, Window::FULL)?;
        if let Some(by) = by {
            known.add_move(board, by, best)?;
        }
        known.add(board, best)?;
        best
    };
    if let Some(played) = known.of_move(board, square) {
        return Ok(Values { best, played });
    }
    let played = match After::of(board, square) {
        After::Over(value) => value,
        // The value for the same side is at most `best`, for the opponent at least `-best`.
        After::Same(after) => -at_least(solver, after.passed(), -best)?,
        After::Opponent(after) => -at_least(solver, after, -best)?,
    };
    known.add_move(board, square, played)?;
    Ok(Values { best, played })
}

/// The value of `board`, which is known to be at least `least`: usually it is `least`, which one null window proves.
fn at_least(solver: &mut BatchSolver<'_, Othello>, board: Board, least: i8) -> Result<i8, Failure> {
    let alpha = Score(i16::from(least) * DISC);
    let window = Window {
        alpha,
        ..Window::FULL
    };
    let (value, _) = solve(solver, board, window.null())?;
    if value <= least {
        return Ok(least);
    }
    solve(solver, board, window).map(|(value, _)| value)
}

/// The value of `board` within `window`, outside of it a bound, and the move that has it.
fn solve(
    solver: &mut BatchSolver<'_, Othello>,
    board: Board,
    window: Window,
) -> Result<(i8, Option<Square>), Failure> {
    let request = SolveRequest {
        window,
        ..SolveRequest::default()
    };
    let result = solver.solve(&Othello::new(board, Side::First), &request);
    let line = result.lines.first().filter(|line| line.proven);
    let line = line.ok_or_else(|| Failure::Unsolved(board.to_string()))?;
    let value = (line.score.0).div_euclid(DISC) as i8;
    let square = line.moves.first().and_then(|mv| mv.parse().ok());
    Ok((value, square))
}

#[cfg(test)]
mod tests {
    use kaeshi::games::othello::Solver;
    use kaeshi::games::othello::board::Squares;
    use kaeshi::search::{SharedState, TranspositionTable};

    use super::*;
    use crate::yardstick::draw::Draw;

    /// Each move of a position, judged by the leaf solver.
    #[test]
    fn values_are_those_of_the_leaf_solver() {
        let table = TranspositionTable::new(1).expect("a MiB");
        let signals = SharedState::default();
        let mut plain = Solver::new();
        let mut judged = 0;
        for drawn in Draw::new(&[], 8..=10, 4).take(12) {
            let board = drawn.board;
            for square in Squares(board.legal()) {
                let known = Solved::open(None).expect("no file");
                let found = BatchSolver::with(&Othello::default(), &table, &signals, 1, |solver| {
                    values(solver, &known, board, square)
                });
                let after = board.after(square, board.flips(square));
                let expected = Values {
                    best: plain.score(board).0 as i8,
                    played: -plain.score(after).0 as i8,
                };
                assert_eq!(found.expect("it is solved"), expected, "{board} {square}");
                judged += 1;
            }
        }
        assert!(judged > 30);
    }

    #[test]
    fn what_is_known_is_not_solved_again() {
        let table = TranspositionTable::new(1).expect("a MiB");
        let signals = SharedState::default();
        let board = Draw::new(&[], 10..=10, 4).next().expect("one").board;
        let square = Square::first(board.legal());
        let known = Solved::open(None).expect("no file");
        known.learn(board, 60);
        known
            .add_move(board, square, -60)
            .expect("nothing is written");
        let found = BatchSolver::with(&Othello::default(), &table, &signals, 1, |solver| {
            values(solver, &known, board, square)
        });
        let told = Values {
            best: 60,
            played: -60,
        };
        assert_eq!(found.expect("it is known"), told);
        assert_eq!(signals.nodes.into_inner(), 0);
    }
}
