//! Games analysed by the library: values that agree, are exact, and may be ended.
#![expect(
    clippy::float_cmp,
    reason = "multiples of a hundredth, computed in one way"
)]

use std::ops::ControlFlow;

use super::candidates::legal;
use super::{
    Analysis, Effort, MIN_LOSS, PlayedGame, Player, Reliability, Summary, Thresholds, Value,
    analyse, judge_moves,
};
use crate::engine::{BatchSolver, SolveRequest};
use crate::game::{Game, Notation};
use crate::games::othello::Othello;
use crate::games::othello::book::{Book, best_line};
use crate::games::othello::samples::Rng;
use crate::search::{SharedState, TranspositionTable};

/// A random game of at most `plies` moves.
fn random_game(seed: u64, plies: usize) -> PlayedGame {
    let mut rng = Rng::new(seed);
    let mut position = Othello::default();
    let mut game = PlayedGame::new(position);
    while position.result().is_none() && game.plies() < plies {
        let mut moves = Vec::new();
        position.moves(|mv| moves.push(mv));
        let choice = usize::try_from(rng.next() >> 40).unwrap_or(0) % moves.len();
        position.make(&moves[choice]);
        game.push(moves[choice]);
    }
    game
}

fn analysed(game: &PlayedGame, level: u8, book: Option<&Book>) -> Analysis {
    let table = TranspositionTable::new(16).expect("16 MiB");
    let signals = SharedState::default();
    let start = Othello::default();
    let analysis = BatchSolver::with(&start, &table, &signals, 1, |solver| {
        analyse(solver, game, &Effort::level(level), book, |_| {
            ControlFlow::Continue(())
        })
    });
    analysis.expect("it is not ended")
}

/// Consecutive values agree: no position is worth less than the move played, and as much if that is called best.
fn check_agreement(game: &PlayedGame, analysis: &Analysis) {
    assert_eq!(analysis.moves.len(), game.plies());
    for (position, judged) in game.positions().iter().zip(&analysis.moves) {
        assert_eq!(judged.moves.len(), legal(position).len(), "{judged:?}");
    }
    for (at, judged) in analysis.moves.iter().enumerate() {
        let after = analysis
            .value(at + 1)
            .seen_by(judged.side, Player::Black)
            .discs;
        let Reliability { book, exact, .. } = judged.best.reliability;
        // A proof of the book may say less of a move than a search does, and more of a position than of any of its moves.
        let is_proof = book && exact;
        assert!(judged.best.discs >= judged.played.discs, "{judged:?}");
        assert!(
            (judged.played.discs - after).abs() < 1e-9 || is_proof && judged.best.discs < after,
            "{judged:?}"
        );
        // The first four moves are the same but for symmetry.
        assert!(at > 0 || judged.loss == 0.0, "{judged:?}");
        let is_best = judged.line[0] == judged.name;
        let difference = judged.best.discs - judged.played.discs;
        let tenths = (difference * 10.0).round() / 10.0;
        let expected = if tenths < MIN_LOSS { 0.0 } else { tenths };
        let has_no_better = is_proof && is_best && judged.loss == 0.0;
        assert!(judged.loss == expected || has_no_better, "{judged:?}");
        assert!(!is_best || is_proof || difference == 0.0, "{judged:?}");
        assert_eq!(judged.better().is_none(), judged.loss == 0.0, "{judged:?}");
        let best = judged.moves.iter().map(|mv| mv.value.discs);
        let best = best.fold(f64::MIN, f64::max);
        assert!(
            best == judged.best.discs || is_proof && best < judged.best.discs,
            "{judged:?}"
        );
        let sorted = judged.moves.iter().map(|mv| mv.value.discs);
        assert!(sorted.is_sorted_by(|a, b| a >= b), "{judged:?}");
    }
}

#[test]
fn values_of_consecutive_positions_agree() {
    for seed in 0..6 {
        let game = random_game(seed, 60 - 7 * usize::try_from(seed).unwrap_or(0));
        check_agreement(&game, &analysed(&game, 1, None));
    }
}

/// They agree also where values of a book and of searches meet.
#[test]
fn values_with_a_book_agree() {
    let book = Book::built_in();
    let start = Othello::default();
    let line = best_line(&book, start.board()).expect("it can be read");
    let mut from_book = 0;
    // The best line of the book up to a ply, and then other moves.
    for (seed, plies) in [(0, 3), (1, 4), (2, 6), (3, 9), (4, line.moves.len())] {
        let mut rng = Rng::new(seed);
        let mut position = start;
        let mut game = PlayedGame::new(position);
        while position.result().is_none() && game.plies() < plies + 6 {
            let mut moves = Vec::new();
            position.moves(|mv| moves.push(mv));
            let known = line
                .moves
                .get(game.plies())
                .filter(|_| game.plies() < plies);
            let random = usize::try_from(rng.next() >> 40).unwrap_or(0) % moves.len();
            let choice = match known {
                Some(square) => moves.iter().position(|mv| mv.square == *square),
                None => Some(random),
            };
            let mv = moves[choice.expect("the line is legal")];
            position.make(&mv);
            game.push(mv);
        }
        let analysis = analysed(&game, 1, Some(&book));
        check_agreement(&game, &analysis);
        let values = analysis.values().into_iter().map(|value| value.reliability);
        let of_book: Vec<_> = values.filter(|reliability| reliability.book).collect();
        // Level 1 searches 6 plies.
        assert!(of_book.iter().all(|it| it.depth >= 6), "{of_book:?}");
        from_book += of_book.len();
    }
    assert!(from_book >= 20, "only {from_book} values are from the book");
}

/// The positions that a book calls proven are exact, and a move that keeps a proven value loses nothing.
#[test]
fn proofs_of_a_book_are_exact() {
    let book = Book::built_in();
    let moves = [
        "f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "c5", "b6",
    ];
    for (level, plies) in [(1, 13), (1, 7), (3, 13)] {
        let game = PlayedGame::read(Othello::default(), moves.into_iter().take(plies));
        let analysis = analysed(&game.expect("legal moves"), level, Some(&book));
        for value in analysis.values() {
            let Reliability { exact, book, .. } = value.reliability;
            assert_eq!((value.discs, exact, book), (0.0, true, true));
        }
        for judged in &analysis.moves {
            assert_eq!((judged.loss, judged.better()), (0.0, None), "{judged:?}");
        }
    }
    // Another move is compared with the proven one, however shallow the book is elsewhere.
    for level in [1, 4] {
        let moves = moves.into_iter().take(12).chain(["c6"]);
        let game = PlayedGame::read(Othello::default(), moves).expect("legal moves");
        let last = analysed(&game, level, Some(&book))
            .moves
            .pop()
            .expect("a move");
        assert_eq!((last.best.discs, last.best.reliability.exact), (0.0, true));
        assert!(
            !last.played.reliability.exact && last.played.discs <= 0.0,
            "{last:?}"
        );
        let better = if last.played.discs < 0.0 { "b6" } else { "c6" };
        assert_eq!(last.line[0], better, "{last:?}");
    }
}

/// What is called exact is what a search of that position alone finds.
#[test]
fn exact_values_are_exact() {
    for seed in 10..14 {
        let game = random_game(seed, 60);
        let analysis = analysed(&game, 1, None);
        let positions = game.positions();
        let table = TranspositionTable::new(16).expect("16 MiB");
        let signals = SharedState::default();
        BatchSolver::with(&positions[0], &table, &signals, 1, |solver| {
            for (position, judged) in positions.iter().zip(&analysis.moves) {
                assert!(
                    judged.best.reliability.exact || position.empties() > 14,
                    "{judged:?}"
                );
                if !judged.best.reliability.exact {
                    continue;
                }
                let solved = solver.solve(position, &SolveRequest::default());
                let exact = Value::new(solved.lines[0].score, Reliability::PROVEN);
                assert_eq!(exact.discs, judged.best.discs, "{judged:?}");
            }
        });
        let summary = Summary::of(&analysis, &Thresholds::default());
        assert!(summary.sides.iter().any(|side| side.loss > 0.0));
    }
}

/// Nothing is better than the highest score of all, so it is exact wherever it is reached, and nothing more is searched.
#[test]
fn a_wipe_out_is_exact() {
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    let game = PlayedGame::read(Othello::default(), moves).expect("legal moves");
    let analysis = analysed(&game, 1, None);
    let ends: Vec<_> = analysis.moves[7..].iter().collect();
    let [mistake, last] = ends[..] else {
        panic!("{ends:?}");
    };
    for value in [mistake.played, -last.best, -last.played] {
        assert_eq!((value.discs, value.reliability.exact), (-64.0, true));
    }
    assert_eq!((last.loss, last.better()), (0.0, None));
    assert!(mistake.loss > 0.0 && !mistake.best.reliability.exact);
}

/// The analysis can be ended before every search, and after every step.
#[test]
fn an_analysis_ends_at_any_step() {
    let game = random_game(30, 60);
    let table = TranspositionTable::new(16).expect("16 MiB");
    let signals = SharedState::default();
    let start = Othello::default();
    BatchSolver::with(&start, &table, &signals, 1, |solver| {
        let mut steps = 0;
        let all = analyse(solver, &game, &Effort::level(1), None, |_| {
            steps += 1;
            ControlFlow::Continue(())
        });
        assert!(all.is_some() && steps > game.plies());
        for end in [0, 1, steps / 2, steps - 1] {
            let mut step = 0;
            let ended = analyse(solver, &game, &Effort::level(1), None, |_| {
                step += 1;
                if step > end {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            assert!(ended.is_none(), "after {end} of {steps} steps");
            assert_eq!(step, end + 1);
        }
    });
}

/// Searches to the end have the confidence that the documents say.
#[test]
fn searches_to_the_end_have_the_confidence_of_their_empty_squares() {
    let table = TranspositionTable::new(16).expect("16 MiB");
    let signals = SharedState::default();
    let start = Othello::default();
    let positions = random_game(20, 60).positions();
    BatchSolver::with(&start, &table, &signals, 1, |solver| {
        for (level, empties, percent) in [(1, 18, 73), (4, 23, 73), (4, 24, 95)] {
            let mut positions = positions.iter();
            let position = positions.find(|position| position.empties() == empties);
            let position = position.expect("a position");
            let solved = solver.solve(position, &Effort::level(level).main(empties));
            let found = Reliability::of(&solved.lines[0]);
            let expected = Reliability {
                exact: false,
                percent,
                depth: empties.unsigned_abs(),
                book: false,
            };
            assert_eq!(found, expected);
        }
    });
}

#[test]
fn all_moves_of_a_position_are_valued_best_first() {
    let table = TranspositionTable::new(16).expect("16 MiB");
    let signals = SharedState::default();
    let start = Othello::default();
    BatchSolver::with(&start, &table, &signals, 1, |solver| {
        for position in random_game(20, 60).positions() {
            let moves = judge_moves(solver, &position, &Effort::level(1));
            let legal = match position.result() {
                Some(_) => 0,
                None => legal(&position).len(),
            };
            assert_eq!(moves.len(), legal);
            assert!(
                moves.is_sorted_by(|a, b| a.value.discs >= b.value.discs),
                "{moves:?}"
            );
        }
    });
}
