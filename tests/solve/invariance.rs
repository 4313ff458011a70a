//! Results do not depend on symmetry, threads, the size of the table, or the format of the problem.

use std::fmt::Write as _;
use std::thread;

use kaeshi::games::othello::board::{Board, Colour, Square};
use kaeshi::games::othello::symmetry::Symmetry;

use crate::run::{Random, check_line, ffo, random_boards, random_problems, solve};
use crate::skip::say_skipped;

/// The scores of all problems in `input`, with every line checked.
fn scores(args: &[&str], input: &str) -> Vec<i64> {
    let run = solve(&[&["--json", "--quiet"], args].concat(), input);
    assert_eq!((run.stderr.as_str(), run.code), ("", Some(0)));
    let answers = run.answers();
    answers.iter().for_each(check_line);
    let score = |answer: &serde_json::Value| answer["score"].as_i64().expect("a number");
    answers.iter().map(score).collect()
}

#[test]
fn symmetry_does_not_matter() {
    for empties in [5, 9, 12, 14] {
        let mut images = String::new();
        for board in random_boards(25, empties, u64::from(empties)) {
            for symmetry in Symmetry::ALL {
                let image = symmetry.board(board);
                let _ = writeln!(images, "{}", image.text(Colour::Black));
                let _ = writeln!(images, "{}", image.text(Colour::White));
            }
        }
        let scores = scores(&[], &images);
        assert_eq!(scores.len(), 25 * 16);
        for same in scores.chunks(16) {
            assert!(same.iter().all(|score| *score == same[0]), "{same:?}");
        }
    }
}

#[test]
fn neither_threads_nor_the_table_matter() {
    let mut problems: Vec<String> = ffo().lines().take(27).map(Into::into).collect();
    problems.push(random_problems(200, 13, 3));
    let problems = problems.join("\n");
    let expected = scores(&[], &problems);
    assert_eq!(expected.len(), 26 + 200);
    assert_eq!(scores(&["--hash", "1"], &problems), expected);
    if thread::available_parallelism().map_or(1, usize::from) < 2 {
        say_skipped("two threads need two processors");
        return;
    }
    assert_eq!(scores(&["--threads", "2"], &problems), expected);
    assert_eq!(
        scores(&["--threads", "2", "--hash", "1"], &problems),
        expected
    );
}

/// The squares of a random game with a pass before the last ten squares, and the boards after each move with the side
/// to move.
fn game_with_a_pass() -> (Vec<Square>, Vec<(Board, Colour)>) {
    (0..1000)
        .map(random_game)
        .find(|(_, boards)| {
            let middle = boards.iter().take(50);
            let colours: Vec<_> = middle.map(|(_, colour)| *colour).collect();
            boards.len() > 58 && colours.windows(2).any(|pair| pair[0] == pair[1])
        })
        .expect("there is one among a thousand games")
}

fn random_game(seed: u64) -> (Vec<Square>, Vec<(Board, Colour)>) {
    let mut random = Random(seed);
    let (mut board, mut colour) = (Board::START, Colour::Black);
    let (mut squares, mut boards) = (Vec::new(), Vec::new());
    while !board.is_over() {
        if board.legal() == 0 {
            (board, colour) = (board.passed(), colour.opponent());
            // Each board is the one before a move, so that a pass makes no difference.
            continue;
        }
        boards.push((board, colour));
        let square = random.pick(board.legal());
        (board, colour) = (board.after(square, board.flips(square)), colour.opponent());
        squares.push(square);
    }
    (squares, boards)
}

#[test]
fn a_transcript_leads_where_its_moves_lead() {
    let (squares, boards) = game_with_a_pass();
    let game: String = squares.iter().map(ToString::to_string).collect();
    for (count, &(board, colour)) in boards.iter().enumerate().skip(50) {
        let run = solve(
            &[
                "--json",
                "--transcript",
                &game,
                "--moves",
                &count.to_string(),
            ],
            "",
        );
        let answer = &run.answers()[0];
        let expected = scores(&[], &board.text(colour));
        if answer["best"][0] == "PS" {
            assert_eq!(answer["score"], -expected[0], "{answer}");
        } else {
            assert_eq!(answer["position"], board.text(colour));
            assert_eq!(answer["score"], expected[0], "{answer}");
        }
    }
}
