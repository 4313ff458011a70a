//! Answers of an earlier run are recognised by position and settings, and their file stays valid.

use std::fs::OpenOptions;
use std::process::Stdio;

use crate::run::{Outcome, Scratch, answers, command, end, ffo, random_problems, solve};

/// Resumes from `out` and appends to it, as `>>` does.
fn append(args: &[&str], out: &Scratch) -> Outcome {
    let file = OpenOptions::new().append(true).open(&out.0);
    let child = command(&[&["--json", "--resume", out.path()], args].concat())
        .stdin(Stdio::null())
        .stdout(Stdio::from(file.expect("it was written")))
        .spawn()
        .expect("the binary is built before its tests");
    end(child)
}

fn numbers(text: &str) -> Vec<u64> {
    let number = |answer: &serde_json::Value| answer["number"].as_u64().expect("a number");
    answers(text).iter().map(number).collect()
}

#[test]
fn half_a_line_is_cut_off_and_answered_again() {
    let problems = Scratch::new("torn.obf", &random_problems(3, 6, 7));
    let whole = solve(&["--json", problems.path()], "").stdout;
    let last = whole.lines().last().expect("three answers").len() + 1;
    for left in [1, 5, 20, last - 2] {
        let torn = &whole[..whole.len() - last + left];
        let out = Scratch::new("torn.jsonl", torn);
        let run = append(&[problems.path()], &out);
        assert!(
            run.stderr
                .contains("the last line was cut short: it is removed"),
            "{left}: {}",
            run.stderr
        );
        assert!(
            run.stderr.contains("2 answers read, 2 of them used"),
            "{}",
            run.stderr
        );
        assert_eq!(run.code, Some(0));
        assert_eq!(numbers(&out.text()), [1, 2, 3], "{left}");
    }
}

#[test]
fn a_whole_answer_without_its_line_end_counts() {
    let problems = Scratch::new("end.obf", &random_problems(3, 6, 7));
    let whole = solve(&["--json", problems.path()], "").stdout;
    let lines: Vec<_> = whole.lines().collect();
    let out = Scratch::new("end.jsonl", &lines[..2].join("\n"));
    let run = append(&[problems.path()], &out);
    assert!(
        run.stderr.contains("2 answers read, 2 of them used"),
        "{}",
        run.stderr
    );
    assert_eq!(numbers(&out.text()), [1, 2, 3]);
}

#[test]
fn answers_are_recognised_wherever_their_problems_stand() {
    let text = random_problems(10, 7, 3);
    let file = Scratch::new("first.obf", &text);
    let out = Scratch::new("moved.jsonl", &solve(&["--json", file.path()], "").stdout);
    let mut lines: Vec<_> = text.lines().collect();
    lines.reverse();
    let renamed = Scratch::new("renamed.obf", &lines.join("\n"));
    let before = out.text();
    let run = append(&[renamed.path()], &out);
    assert!(
        run.stderr.contains("10 answers read, 10 of them used\n"),
        "{}",
        run.stderr
    );
    assert_eq!((out.text(), run.code), (before, Some(0)));
    // The problems may also come from a pipe.
    let run = solve(&["--json", "--resume", out.path()], &text);
    assert_eq!((run.stdout.as_str(), run.code), ("", Some(0)));
}

#[test]
fn each_answer_answers_one_problem() {
    let one = random_problems(1, 6, 4);
    let out = Scratch::new("twice.jsonl", &solve(&["--json"], &one).stdout);
    let run = solve(&["--json", "--resume", out.path()], &one.repeat(3));
    assert_eq!(numbers(&run.stdout), [2, 3]);
}

#[test]
fn answers_of_other_problems_are_not_used() {
    let [ours, theirs] = [8, 9].map(|seed| random_problems(3, 6, seed));
    let out = Scratch::new("other.jsonl", &solve(&["--json"], &theirs).stdout);
    let run = solve(&["--json", "--resume", out.path()], &ours);
    let why = "3 answers read, 0 of them used; 3 are of positions that were not asked for\n";
    assert!(run.stderr.ends_with(why), "{}", run.stderr);
    assert_eq!((run.answers().len(), run.code), (3, Some(0)));
}

#[test]
fn what_is_no_file_of_answers_is_refused_and_left_alone() {
    let text = random_problems(2, 6, 1);
    for content in [
        text.as_str(),
        "{\"a\": 1}\n{\"file\":\"x",
        "nonsense",
        "{\n  \"number\": 1\n}",
        "\0\0\0",
    ] {
        let file = Scratch::new("no-answers", content);
        let run = solve(&["--json", "--resume", file.path()], &text);
        assert!(
            run.stderr.contains("no line of it is an answer"),
            "{}",
            run.stderr
        );
        assert_eq!((run.stdout.as_str(), run.code), ("", Some(2)), "{content}");
        assert_eq!(file.text(), content);
    }
    let missing = solve(&["--json", "--resume", "no-such-file.jsonl"], &text);
    assert!(
        missing.stderr.contains("no-such-file.jsonl"),
        "{}",
        missing.stderr
    );
    assert_eq!((missing.stdout.as_str(), missing.code), ("", Some(2)));
}

#[test]
fn lines_that_are_no_answers_are_counted() {
    let text = random_problems(2, 6, 1);
    let whole = solve(&["--json"], &text).stdout;
    let out = Scratch::new("noise.jsonl", &format!("a\nb\n\u{feff}\n{whole}c\n"));
    let run = solve(&["--json", "--resume", out.path()], &text);
    assert!(
        run.stderr.contains("noise.jsonl:1: no answer, ignored"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("2 more lines are no answers"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("2 answers read, 2 of them used"),
        "{}",
        run.stderr
    );
}

/// An estimate is not reused where a proof is required, and a winner is not reused where the score is required.
#[test]
fn estimates_count_only_where_estimates_are_asked_for() {
    let suite = ffo();
    let suite: Vec<_> = suite
        .lines()
        .filter(|line| !line.starts_with('%'))
        .collect();
    let problems = format!("{}\n{}\n", suite[0], suite[39]);
    let guess = ["--json", "--selectivity", "73"];
    let guessed = solve(&guess, &problems);
    let bounds: Vec<_> = guessed
        .answers()
        .iter()
        .map(|answer| answer["bound"].clone())
        .collect();
    assert_eq!(bounds, ["exact", "estimate"], "{}", guessed.stdout);
    let table = solve(&guess[1..], &problems).stdout;
    assert!(
        table.contains(" ~+") && table.contains("an estimate, at a selectivity of "),
        "{table}"
    );
    let out = Scratch::new("guessed.jsonl", &guessed.stdout);
    let left = |args: &[&str]| {
        let args = [&["--json", "--resume", out.path()], args].concat();
        numbers(&solve(&args, &problems).stdout)
    };
    assert!(left(&["--selectivity", "73"]).is_empty());
    assert_eq!(left(&[]), [2]);
    assert_eq!(left(&["--selectivity", "99"]), [2]);
    let winners = solve(&[&guess[..], &["--wld"]].concat(), &problems);
    let out = Scratch::new("winners.jsonl", &winners.stdout);
    let run = solve(&[&guess[..], &["--resume", out.path()]].concat(), &problems);
    assert_eq!(numbers(&run.stdout), [1, 2], "{}", winners.stdout);
}
