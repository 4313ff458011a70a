//! The proven bounds of searches that are stopped early.

use std::ops::ControlFlow;

use kaeshi::engine::{BatchSolver, SolveRequest};
use kaeshi::game::Side;
use kaeshi::games::othello::board::Board;
use kaeshi::games::othello::{DISC, Othello};
use kaeshi::search::{Score, SearchLimits, SharedState, TranspositionTable, Window, Worker};

use crate::run::ffo;

/// The FFO problems `from` to `to` with their scores.
fn problems(from: usize, to: usize) -> Vec<(Othello, Score)> {
    let text = ffo();
    let lines = text.lines().filter(|line| !line.starts_with('%'));
    let problem = |line: &str| {
        let mut parts = line.split(';').map(str::trim);
        let position = parts.next().expect("a line begins with a position");
        let (board, _) = Board::parse(position).expect("the suite is OBF");
        let side = if position.ends_with('X') {
            Side::First
        } else {
            Side::Second
        };
        let scores = parts.filter_map(|part| part.split_once(':')?.1.parse::<i16>().ok());
        let score = Score(scores.max().expect("every problem has answers") * DISC);
        (Othello::new(board, side), score)
    };
    lines
        .skip(from - 1)
        .take(to + 1 - from)
        .map(problem)
        .collect()
}

#[test]
fn bounds_hold_wherever_a_search_is_stopped() {
    let table = TranspositionTable::new(4).expect("there is memory");
    let mut narrowed = 0;
    for (position, score) in problems(8, 25) {
        for nodes in (6..22).map(|power| 1 << power) {
            table.clear();
            let signals = SharedState::default();
            let limits = SearchLimits {
                nodes,
                ..SearchLimits::default()
            };
            let mut last = None;
            let mut search = Worker::new(position, &table, &signals, limits);
            search.iterative_deepening(1, |report| {
                last = Some(report.clone());
                ControlFlow::Continue(())
            });
            let Window { alpha, beta } = signals.root_bounds.bounds();
            assert!(
                alpha <= score && score <= beta,
                "{position:?} {nodes} {alpha:?} {beta:?}"
            );
            let last = last.expect("there is always a report");
            assert_eq!(last.proven, alpha == beta, "{position:?} {nodes}");
            narrowed += usize::from(alpha != beta && (alpha > Score::MIN || beta < Score::MAX));
        }
    }
    assert!(
        narrowed > 10,
        "only {narrowed} searches were stopped between proofs"
    );
}

#[test]
fn one_solver_answers_many_questions_without_mixing_them_up() {
    let table = TranspositionTable::new(1).expect("there is memory");
    let signals = SharedState::default();
    let won = Window {
        alpha: Score(-DISC),
        beta: Score(DISC),
    };
    BatchSolver::with(&Othello::default(), &table, &signals, 1, |solver| {
        for (position, score) in problems(1, 16) {
            let exact = solver.solve(&position, &SolveRequest::default());
            assert_eq!(exact.lines[0].score, score);
            assert_eq!((exact.bounds.alpha, exact.bounds.beta), (score, score));
            let question = SolveRequest {
                window: won,
                ..SolveRequest::default()
            };
            let bound = solver.solve(&position, &question);
            assert!(bound.lines[0].proven);
            assert_eq!(bound.lines[0].score.0.signum(), score.0.signum());
            assert!(bound.bounds.alpha <= score && score <= bound.bounds.beta);
        }
    });
}
