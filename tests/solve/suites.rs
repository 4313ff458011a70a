//! Problems with published answers.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::run::{check_line, ffo, solve};
use crate::skip::say_skipped;

/// Solves `problems`; every answer must agree with the file, and its line with its score.
#[track_caller]
fn agree(problems: &str, args: &[&str], count: usize) {
    let run = solve(&[&["--json", "--quiet"], args].concat(), problems);
    let answers = run.answers();
    assert_eq!(answers.len(), count);
    for answer in &answers {
        assert_eq!(answer["agrees"], true, "{answer}");
        assert_eq!(answer["proven"], true, "{answer}");
        check_line(answer);
    }
    assert_eq!((run.stderr.as_str(), run.code), ("", Some(0)));
}

#[test]
fn ffo_1_to_30() {
    agree(&ffo(), &["--to", "30"], 30);
}

#[test]
#[ignore = "half a minute on a quiet machine"]
fn ffo_31_to_39() {
    agree(&ffo(), &["--from", "31", "--to", "39"], 9);
}

#[test]
#[ignore = "minutes to hours: the whole suite"]
fn ffo_40_to_59() {
    agree(&ffo(), &["--from", "40", "--hash", "1024"], 20);
}

#[test]
fn all_moves_of_ffo_1_to_16() {
    agree(&ffo(), &["--to", "16", "--all-moves"], 16);
}

#[test]
fn wins_losses_and_draws_of_ffo_1_to_24() {
    let run = solve(&["--json", "--wld", "--to", "24"], &ffo());
    let answers = run.answers();
    assert_eq!(answers.len(), 24);
    for answer in answers {
        assert_eq!(answer["agrees"], true, "{answer}");
        let score = answer["score"].as_i64().expect("a number");
        let expected = answer["expected"].as_i64().expect("a number");
        assert_eq!(score.signum(), expected.signum(), "{answer}");
        let bound = match score.signum() {
            0 => "exact",
            1 => "lower",
            _ => "upper",
        };
        assert_eq!(answer["bound"], bound, "{answer}");
    }
    assert_eq!(run.code, Some(0));
}

/// The lines of a file that is not part of the repository, possibly compressed; `None` if it is missing.
fn shared(path: &str) -> Option<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data")
        .join(path);
    let text = if path.extension().is_some_and(|end| end == "xz") {
        let output = Command::new("xz").arg("-dc").arg(&path).output();
        output
            .ok()
            .and_then(|output| String::from_utf8(output.stdout).ok())
    } else {
        fs::read_to_string(&path).ok()
    };
    let text = text.filter(|text| !text.is_empty());
    if text.is_none() {
        say_skipped(format_args!("{} is not there", path.display()));
    }
    text
}

/// Checks the answers to every `step`-th problem with at most `empties` empty squares against the file.
fn agree_with_shared(path: &str, step: usize, empties: usize, args: &[&str]) {
    let Some(text) = shared(path) else { return };
    let is_problem = |line: &&str| {
        let board = line.split(' ').next().unwrap_or_default();
        board.len() == 64 && board.matches('-').count() <= empties
    };
    let problems: Vec<_> = text.lines().filter(is_problem).step_by(step).collect();
    assert!(!problems.is_empty(), "{path}");
    agree(&problems.join("\n"), args, problems.len());
}

#[test]
fn random_positions_of_up_to_15_empties() {
    agree_with_shared("endgame/random_exact_d0_24.obf.xz", 100, 15, &[]);
}

#[test]
fn positions_of_games() {
    agree_with_shared("endgame/flippy_13_18.obf", 10, 16, &[]);
}

#[test]
fn puzzles_with_one_move_that_keeps_the_result() {
    agree_with_shared("puzzles/solitaires.obf.xz", 100, 14, &[]);
}

#[test]
#[ignore = "an hour or more: every position with 20 empties and all of its moves"]
fn all_moves_with_20_empties() {
    agree_with_shared("hard/hard-20.obf", 1, 20, &["--all-moves"]);
    agree_with_shared("edax_full/edax_d20.obf", 1, 20, &["--all-moves"]);
}

#[test]
#[ignore = "many hours: positions with 25 to 35 empties"]
fn hard_positions() {
    for path in ["hard/hard-25.obf", "hard/hard-30.obf", "hard/small-35.obf"] {
        agree_with_shared(path, 1, 35, &["--hash", "1024"]);
    }
    for path in ["edax_full/edax_d25.obf", "edax_full/edax_d30.obf"] {
        agree_with_shared(path, 1, 30, &["--hash", "1024"]);
    }
}

#[test]
#[ignore = "half an hour: all 200,000 random positions, all games and puzzles"]
fn all_shared_problems_of_up_to_24_empties() {
    agree_with_shared("endgame/random_exact_d0_24.obf.xz", 1, 24, &[]);
    agree_with_shared("endgame/flippy_13_18.obf", 1, 18, &[]);
    agree_with_shared("puzzles/solitaires.obf.xz", 1, 24, &[]);
}

/// Without a limit a win of all squares is proven at once, before any other search to the end.
#[test]
fn a_win_of_all_squares_is_not_proven_beyond_the_selectivity() {
    for percent in [73, 87] {
        let percent = percent.to_string();
        let number = ["--from", "39", "--to", "39"];
        let options = [&["--json", "--selectivity", &percent][..], &number].concat();
        let run = solve(&options, &ffo());
        let [answer] = &run.answers()[..] else {
            panic!("one answer: {:?}", run.answers());
        };
        assert_eq!(answer["selectivity"].to_string(), percent, "{answer}");
        assert_eq!(answer["bound"], "estimate", "{answer}");
        assert_eq!(answer["score"], 64, "{answer}");
    }
}

#[test]
fn a_selectivity_is_reached_or_surpassed_and_admitted() {
    for percent in [73, 95, 99] {
        let run = solve(
            &[
                "--json",
                "--selectivity",
                &percent.to_string(),
                "--to",
                "16",
            ],
            &ffo(),
        );
        let answers = run.answers();
        assert_eq!(answers.len(), 16);
        for answer in answers {
            let reached = answer["selectivity"].as_u64().expect("a number");
            assert!(reached >= percent, "{answer}");
            assert_eq!(answer["depth"], answer["empties"], "{answer}");
            assert_eq!(answer["proven"], reached == 100, "{answer}");
            let bound = if reached == 100 { "exact" } else { "estimate" };
            assert_eq!(answer["bound"], bound, "{answer}");
            assert_eq!(answer["finished"], true, "{answer}");
            if reached == 100 {
                assert_eq!(answer["agrees"], true, "{answer}");
            }
        }
    }
}
