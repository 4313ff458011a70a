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

#[cfg(unix)]
#[test]
fn a_file_that_the_shell_emptied_is_reported() {
    let problems = Scratch::new("emptied.obf", &random_problems(3, 6, 7));
    let out = Scratch::new("emptied.jsonl", "");
    let warning = "'>' has emptied it";
    let run = append(&[problems.path()], &out);
    assert!(!run.stderr.contains(warning), "{}", run.stderr);
    assert_eq!(numbers(&out.text()), [1, 2, 3]);
    let emptied = std::fs::File::create(&out.0).expect("it was written");
    let child = command(&["--json", "--resume", out.path(), problems.path()])
        .stdout(Stdio::from(emptied))
        .spawn()
        .expect("the binary is built before its tests");
    let run = end(child);
    assert!(run.stderr.contains(warning), "{}", run.stderr);
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

/// A game that is over with more than 60 empty squares was answered to that depth.
#[test]
fn answers_with_more_than_sixty_empty_squares_count() {
    let wiped_out = format!("{}XXX X\n", "-".repeat(61));
    let problems = Scratch::new("wiped.obf", &wiped_out);
    let whole = solve(&["--json", problems.path()], "").stdout;
    assert_eq!(answers(&whole)[0]["depth"], 61, "{whole}");
    let out = Scratch::new("wiped.jsonl", &whole);
    let run = append(&[problems.path()], &out);
    assert!(
        run.stderr.contains("1 answers read, 1 of them used"),
        "{}",
        run.stderr
    );
    assert_eq!(out.text(), whole);
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
    let why = "3 answers read, 0 of them used; 3 are of problems that were not asked for\n";
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

/// `line` with another value of `field`.
fn with(line: &str, field: &str, value: serde_json::Value) -> String {
    let mut answer: serde_json::Value = serde_json::from_str(line).expect("an answer");
    answer[field] = value;
    answer.to_string()
}

/// A well-formed line that no run can have written is no answer: it is named, and its problem is solved again.
#[test]
fn impossible_answers_are_no_answers() {
    use serde_json::json;

    let problems = random_problems(2, 6, 4);
    let whole = solve(&["--json"], &problems).stdout;
    let (first, second) = whole.split_once('\n').expect("two answers");
    let other = &answers(second)[0];
    let pv = answers(first)[0]["pv"].clone();
    let scored = |name: &str, score: i32| json!([{ "move": name, "score": score, "proven": true }]);
    for (field, value, why) in [
        ("score", json!(66), "the score 66 is not from -64 to 64"),
        ("score", json!(-1), "the score -1 is odd"),
        ("score", json!(1e300), ""),
        ("at_least", json!(-100), "the score -100 is not from"),
        ("bound", json!("estimate"), "its score is proven"),
        ("proven", json!(false), "its score is not proven"),
        (
            "empties",
            json!(7),
            "its position has 6 empty squares, not 7",
        ),
        ("position", json!("f5"), "its position is not written as"),
        ("position", json!("zz"), "its position: "),
        ("position", other["position"].clone(), "the move "),
        ("best", json!(["A9"]), "the move A9: "),
        ("pv", json!([pv[0], pv[0]]), "the move "),
        ("moves", scored("Z1", 2), "the move Z1: "),
        (
            "moves",
            scored(pv[0].as_str().expect("a move"), 70),
            "the score 70 is not",
        ),
        ("selectivity", json!(50), "there is no selectivity of 50 %"),
        ("seconds", json!(-1.0), "a search cannot take -1 s"),
        (
            "nodes",
            json!(u64::MAX),
            "18446744073709551615 nodes are more than any search visits",
        ),
        (
            "window",
            json!([5, -5]),
            "two different numbers from -64 to 64",
        ),
    ] {
        let bad = with(first, field, value);
        let out = Scratch::new("impossible.jsonl", &format!("{bad}\n{second}"));
        let run = solve(&["--json", "--resume", out.path()], &problems);
        let said = format!("impossible.jsonl:1: no answer, ignored: {why}");
        assert!(run.stderr.contains(&said), "{bad}: {}", run.stderr);
        assert_eq!(
            (numbers(&run.stdout), run.code),
            (vec![1], Some(0)),
            "{bad}"
        );
        let run = solve(&["--summary", out.path()], "");
        let said = format!("impossible.jsonl:1: no answer: {why}");
        assert!(run.stderr.contains(&said), "{bad}: {}", run.stderr);
        assert!(
            run.stdout.contains("1 line no answers"),
            "{bad}: {}",
            run.stdout
        );
        assert_eq!(run.code, Some(1), "{bad}");
    }
}

#[test]
fn answers_do_not_go_on_in_the_line_of_an_impossible_one() {
    let problems = Scratch::new("impossible-end.obf", &random_problems(2, 6, 4));
    let whole = solve(&["--json", problems.path()], "").stdout;
    let (first, second) = whole.split_once('\n').expect("two answers");
    let bad = second
        .trim_end()
        .replace("\"selectivity\":100", "\"selectivity\":50");
    let out = Scratch::new("impossible-end.jsonl", &format!("{first}\n{bad}"));
    let run = append(&[problems.path()], &out);
    assert!(
        run.stderr.contains(":2: no answer, ignored: "),
        "{}",
        run.stderr
    );
    assert_eq!(numbers(&out.text()), [1, 2, 2]);
}

/// Two problems with one position: each answer goes to the problem that has its identity, as written.
#[test]
fn answers_go_to_the_problem_with_their_identity() {
    let board = random_problems(1, 6, 4);
    let board = board.trim().trim_end_matches(';');
    let line = |id: &str| format!("{{\"id\":{id},\"position\":\"{board}\"}}\n");
    let out = Scratch::new("named.jsonl", &solve(&["--json"], &line("2")).stdout);
    let resume = |problems: &str| solve(&["--json", "--resume", out.path()], problems);
    let run = resume(&(line("1") + &line("2") + &line("2.0")));
    assert_eq!(numbers(&run.stdout), [1, 3], "{}", run.stderr);
    assert!(resume(board).stdout.is_empty());
    let problems = Scratch::new("named.obf", &line("1"));
    let run = solve(&[problems.path(), "--summary", out.path()], "");
    assert!(
        run.stdout.contains("1 problem, 1 without an answer"),
        "{}",
        run.stdout
    );
}
