use std::process::Command;

use super::solver::NONE;
use super::*;
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::disc_diff::DiscDiff;
use crate::games::othello::rules::square::Squares;
use crate::games::othello::rules::symmetry::Symmetry;
use crate::games::othello::samples;

/// Alpha-beta straight from the rules: no order, no cache, no bound.
fn plain(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let mut best = NONE;
    for square in Squares(board.empty()) {
        let flips = board.flips(square);
        if flips != 0 {
            best = best.max(-plain(board.after(square, flips), -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                return best;
            }
        }
    }
    match best {
        NONE if board.is_over() => board.disc_diff().0,
        NONE => -plain(board.passed(), -beta, -alpha),
        best => best,
    }
}

fn tiny() -> Solver {
    Solver::with_cache_bits(|empties| u32::from(empties % 2 == 0))
}

/// The solver agrees with the plain search in every window, with every size of the caches.
fn check(solvers: &mut [Solver], board: Board) {
    let exact = DiscDiff(plain(board, -64, 64));
    for solver in solvers {
        for alpha in [exact.0 - 1, exact.0, -30, 0, 17, 63] {
            let answer = solver.solve(board, DiscDiff(alpha));
            assert_eq!(answer.0 > alpha, exact.0 > alpha, "{board} {alpha}");
            assert!(
                if answer.0 > alpha {
                    answer <= exact
                } else {
                    answer >= exact
                },
                "{board} {alpha}: {answer}"
            );
        }
        assert_eq!(solver.score(board), exact, "{board}");
    }
}

fn check_all(counts: &[(u32, usize)], seed: u64) {
    let mut solvers = [Solver::new(), tiny()];
    for &(empties, count) in counts {
        for board in samples::endings(count, empties, seed) {
            check(&mut solvers, board);
        }
    }
}

#[test]
fn answers_are_those_of_a_plain_search() {
    let few: Vec<_> = (0..8).map(|empties| (empties, 1_000)).collect();
    check_all(&few, 11);
    check_all(
        &[(8, 7_000), (9, 2_000), (10, 800), (11, 170), (12, 30)],
        12,
    );
}

#[test]
#[ignore = "takes minutes"]
fn answers_are_those_of_a_plain_search_on_larger_endings() {
    check_all(
        &[(10, 10_000), (11, 5_000), (12, 2_000), (13, 300), (14, 40)],
        13,
    );
}

#[test]
fn symmetric_positions_have_one_margin() {
    let mut solver = Solver::new();
    for empties in 8..=12 {
        for board in samples::endings(40, empties, 14) {
            let margin = solver.score(board);
            for symmetry in Symmetry::ALL {
                assert_eq!(
                    solver.score(symmetry.board(board)),
                    margin,
                    "{board} {symmetry:?}"
                );
            }
        }
    }
}

#[test]
fn a_move_that_reaches_the_margin_is_best() {
    let mut solver = Solver::new();
    for empties in [1, 2, 3, 4, 5, 7, 9] {
        for board in samples::endings(200, empties, 15) {
            let margin = solver.score(board);
            match solver.best_move_for(board, margin) {
                Some(square) => {
                    let next = board.after(square, board.flips(square));
                    assert_eq!(-solver.score(next), margin, "{board} {square}");
                }
                None => assert_eq!(board.legal(), 0, "{board}"),
            }
            let more = DiscDiff(margin.0 + 2);
            assert_eq!(solver.best_move_for(board, more), None, "{board}");
        }
    }
}

#[test]
fn a_margin_outside_of_the_window_is_bounded() {
    let mut solver = Solver::new();
    for empties in [2, 6, 8] {
        for board in samples::endings(100, empties, 17) {
            let exact = solver.score(board);
            for (low, high) in [(-65, 65), (-1, 1), (-64, -20), (9, 10), (13, 14), (0, 30)] {
                for guess in [-64, 5, 64] {
                    let window = (DiscDiff(low), DiscDiff(high));
                    let found = solver.score_within(board, window, DiscDiff(guess));
                    let right = match exact.0 {
                        margin if margin <= low => margin <= found.0 && found.0 <= low,
                        margin if margin >= high => high <= found.0 && found.0 <= margin,
                        margin => found.0 == margin,
                    };
                    assert!(right, "{board} {low} {high} {guess}: {found}");
                }
            }
        }
    }
}

#[test]
fn a_guess_changes_no_score_and_a_clear_repeats_the_nodes() {
    let mut solver = Solver::new();
    for board in samples::endings(50, 10, 16) {
        solver.clear();
        let before = solver.nodes();
        let margin = solver.score(board);
        let nodes = solver.nodes() - before;
        for guess in [-64, -7, 0, 22, 64] {
            assert_eq!(
                solver.score_within(board, (DiscDiff(-64), DiscDiff(64)), DiscDiff(guess)),
                margin,
                "{board} {guess}"
            );
        }
        solver.clear();
        let before = solver.nodes();
        assert_eq!(solver.score(board), margin, "{board}");
        assert_eq!(solver.nodes() - before, nodes, "{board}");
    }
}

/// Checks the solved random positions whose numbers of empties are `wanted`.
fn check_solved(wanted: std::ops::RangeInclusive<u32>) {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/data/endgame/random_exact_d0_24.obf.xz"
    );
    let text = match Command::new("xz").args(["-dc", path]).output() {
        Ok(output) if output.status.success() => {
            String::from_utf8(output.stdout).expect("plain text")
        }
        _ => return eprintln!("skipped: {path} or the program xz is not there"),
    };
    let mut solver = Solver::new();
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (board, answer) = line.split_once(';').expect("a board and an answer");
        let (board, _) = Board::parse(board).expect("a board");
        if wanted.contains(&board.empties()) {
            // `--` stands for a pass or the end of the game; the score is the same side's.
            let score = answer
                .trim_end_matches(';')
                .split_once(':')
                .expect("a move and a score")
                .1;
            assert_eq!(
                solver.score(board).0,
                score.parse::<i32>().expect("a score"),
                "{line}"
            );
            checked += 1;
        }
    }
    assert!(checked >= 8_000, "{checked} rows");
}

#[test]
fn solved_random_positions_agree() {
    check_solved(0..=10);
}

#[test]
#[ignore = "takes minutes"]
fn larger_solved_random_positions_agree() {
    check_solved(11..=16);
}
