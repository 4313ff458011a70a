//! Interrupted and resumed runs: no problem is lost or solved twice.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::run::{Scratch, answers, command, end, random_problems, solve};

/// The starting position, which is never solved here.
const ENDLESS: &str = "---------------------------OX------XO--------------------------- X;";

fn send_signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([format!("-{name}"), child.id().to_string()])
        .status();
    assert!(status.is_ok_and(|status| status.success()), "kill failed");
}

/// Fifty easy problems, one that is never solved, fifty easy ones.
fn problems(name: &str) -> Scratch {
    let [before, after] = [1, 2].map(|seed| random_problems(50, 9, seed));
    Scratch::new(name, &format!("{before}{ENDLESS}\n{after}"))
}

/// Interrupts a run on `file` after fifty answers; returns its output.
fn interrupted(file: &Scratch, signal: &str, status: i32) -> String {
    let mut child = command(&["--json", "--quiet", file.path()])
        .spawn()
        .expect("the binary is built before its tests");
    let mut output = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut text = String::new();
    for _ in 0..50 {
        output.read_line(&mut text).expect("it answers");
    }
    send_signal(&child, signal);
    while output.read_line(&mut text).expect("it writes UTF-8") > 0 {}
    let run = end(child);
    assert_eq!(run.code, Some(status));
    assert_eq!(
        run.stderr,
        "kaeshi: interrupted: everything finished has been printed\n"
    );
    text
}

fn numbers(text: &str) -> Vec<u64> {
    let number = |answer: &serde_json::Value| answer["number"].as_u64().expect("a number");
    answers(text).iter().map(number).collect()
}

#[test]
fn a_signal_loses_nothing_that_is_finished() {
    let file = problems("signals.obf");
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let text = interrupted(&file, signal, status);
        assert!(text.ends_with('\n'));
        assert_eq!(numbers(&text), (1..=50).collect::<Vec<_>>());
    }
}

#[test]
fn a_signal_ends_waiting_for_input() {
    let child = command(&["--json"])
        .spawn()
        .expect("the binary is built before its tests");
    let mut child = child;
    let input = child.stdin.take();
    // An answer shows that the program has installed its signal handler.
    let mut output = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut pipe = input.expect("stdin is piped");
    std::io::Write::write_all(&mut pipe, random_problems(1, 5, 1).as_bytes()).expect("it listens");
    let mut line = String::new();
    output.read_line(&mut line).expect("it answers");
    send_signal(&child, "TERM");
    assert_eq!(end(child).code, Some(143));
}

/// The problems without a proven answer.
fn unsolved(text: &str) -> Vec<u64> {
    let mut answers = answers(text);
    answers.retain(|answer| answer["proven"] == true);
    let solved = |number: &u64| answers.iter().any(|answer| answer["number"] == *number);
    (1..=101).filter(|number| !solved(number)).collect()
}

#[test]
fn resuming_completes_what_was_interrupted() {
    let file = problems("resumed.obf");
    let out = Scratch::new("resumed.jsonl", &interrupted(&file, "INT", 130));
    assert_eq!(unsolved(&out.text()), (51..=101).collect::<Vec<_>>());
    let resume = ["--json", file.path(), "--resume", out.path()];
    // The problem in the middle is still not solved, and will be tried again. On a busy machine, an easy one may also
    // run out of time.
    for _ in 0..2 {
        let (before, unsolved) = (numbers(&out.text()), unsolved(&out.text()));
        assert!(unsolved.contains(&51));
        let append = OpenOptions::new()
            .append(true)
            .open(&out.0)
            .expect("it was written");
        let child = command(&[&resume[..], &["--time", "0.1"]].concat())
            .stdout(Stdio::from(append))
            .spawn()
            .expect("the binary is built before its tests");
        let run = end(child);
        let used = format!(
            "{}: {} answers read, {} of them used",
            out.path(),
            before.len(),
            101 - unsolved.len()
        );
        assert!(run.stderr.contains(&used), "{}", run.stderr);
        assert_eq!(run.code, Some(1));
        assert_eq!(numbers(&out.text())[before.len()..], unsolved);
    }
}

#[test]
fn an_answer_counts_only_if_it_is_as_good_as_what_is_asked_for() {
    let problems = random_problems(3, 9, 10);
    let wld = Scratch::new("wld.jsonl", &solve(&["--json", "--wld"], &problems).stdout);
    let resumed = |args: &[&str]| {
        let args = [&["--json", "--resume", wld.path()], args].concat();
        solve(&args, &problems).answers().len()
    };
    assert_eq!(resumed(&["--wld"]), 0);
    let draws = answers(&wld.text())
        .iter()
        .filter(|answer| answer["score"] == 0)
        .count();
    assert_eq!(resumed(&[]), 3 - draws);
    assert_eq!(resumed(&["--all-moves"]), 3);
    assert_eq!(resumed(&["--wld", "--from", "2"]), 0);
}
