//! Large work: several positions at a time, parts of a file, compressed files, windows, identities, summaries.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::{Value, json};

use crate::run::{Scratch, answers, random_problems, solve};

/// The answers without what depends on the machine.
fn timeless(text: &str) -> Vec<Value> {
    let mut answers = answers(text);
    for answer in &mut answers {
        let fields = answer.as_object_mut().expect("an object");
        fields.remove("seconds").expect("it is there");
        fields.remove("nps").expect("it is there");
        fields.remove("file");
    }
    answers
}

/// Nodes and variations included.
#[test]
fn jobs_parts_and_order_change_no_answer() {
    let text = random_problems(60, 12, 21) + &random_problems(6, 17, 22);
    let file = Scratch::new("jobs.obf", &text);
    let alone = solve(&["--json", file.path()], "");
    assert_eq!((alone.stderr.as_str(), alone.code), ("", Some(0)));
    let expected = timeless(&alone.stdout);
    assert_eq!(expected.len(), 66);
    let together = solve(&["--json", "--jobs", "3", file.path()], "");
    assert_eq!(timeless(&together.stdout), expected);
    let number = |answer: &Value| answer["number"].as_u64();
    let unordered = solve(&["--json", "--jobs", "3", "--unordered"], &text);
    let mut found = timeless(&unordered.stdout);
    found.sort_by_key(number);
    assert_eq!(found, expected);
    let parts = (0..4).flat_map(|part| {
        let shard = format!("{part}/4");
        let run = solve(
            &["--json", "--jobs", "2", "--shard", &shard, file.path()],
            "",
        );
        let found = timeless(&run.stdout);
        assert!(
            found
                .iter()
                .all(|answer| (number(answer).expect("one") - 1) % 4 == part)
        );
        found
    });
    let mut found: Vec<_> = parts.collect();
    found.sort_by_key(number);
    assert_eq!(found, expected);
    // The problems after others, and alone.
    let last: String = text
        .lines()
        .rev()
        .take(3)
        .fold(String::new(), |text, line| text + line + "\n");
    for (answer, expected) in timeless(&solve(&["--json"], &last).stdout)
        .iter()
        .zip(expected.iter().rev())
    {
        assert_eq!(
            (&answer["nodes"], &answer["pv"]),
            (&expected["nodes"], &expected["pv"])
        );
    }
}

#[test]
fn a_part_out_of_range_is_refused() {
    for (shard, why) in [
        ("4/4", "the parts of 4 are 0/4 to 3/4"),
        ("x", "a part such as 0/4"),
    ] {
        let run = solve(&["--shard", shard], "");
        assert!(run.stderr.contains(why), "{}", run.stderr);
        assert_eq!(run.code, Some(2));
    }
}

#[test]
fn compressed_files_are_read() {
    let text = random_problems(5, 6, 23);
    let plain = Scratch::new("plain.obf", &text);
    let expected = timeless(&solve(&["--json", plain.path()], "").stdout);
    let packed = Scratch::new("packed.obf.zst", "");
    let bytes = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    fs::write(&packed.0, &bytes).expect("it can be written");
    let run = solve(&["--json", packed.path()], "");
    assert_eq!(timeless(&run.stdout), expected);
    fs::write(&packed.0, &bytes[..bytes.len() - 3]).expect("it can be written");
    let run = solve(&["--json", packed.path()], "");
    assert!(run.stderr.contains("packed.obf.zst: "), "{}", run.stderr);
    assert_eq!(run.code, Some(2));
    let zipped = Scratch::new("zipped.obf.gz", "");
    let gzip = Command::new("gzip")
        .arg("-c")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut gzip) = gzip else {
        crate::skip::say_skipped("there is no gzip");
        return;
    };
    let mut input = gzip.stdin.take().expect("it is piped");
    input.write_all(text.as_bytes()).expect("it reads");
    drop(input);
    let bytes = gzip.wait_with_output().expect("it ends").stdout;
    fs::write(&zipped.0, bytes).expect("it can be written");
    assert_eq!(
        timeless(&solve(&["--json", zipped.path()], "").stdout),
        expected
    );
}

/// The exact score, and what windows around it say.
#[test]
fn outside_of_its_window_a_score_is_a_bound() {
    let problem = random_problems(1, 10, 24);
    let exact = solve(&["--json"], &problem).answers()[0]["score"]
        .as_i64()
        .expect("a score");
    assert!(exact.abs() < 50, "{exact}");
    for (low, high, bound) in [
        (exact - 3, exact + 3, "exact"),
        (exact, exact + 1, "upper"),
        (exact - 1, exact, "lower"),
        (exact + 3, exact + 9, "upper"),
        (exact - 9, exact - 3, "lower"),
        (-64, 64, "exact"),
    ] {
        let window = format!("{low},{high}");
        let answer = &solve(&["--json", "--window", &window], &problem).answers()[0];
        assert_eq!(answer["bound"], bound, "{answer}");
        let score = answer["score"].as_i64().expect("a score");
        match bound {
            "exact" => assert_eq!(score, exact, "{answer}"),
            "upper" => assert!((exact..=low + 1).contains(&score), "{answer}"),
            _ => assert!((high - 1..=exact).contains(&score), "{answer}"),
        }
        // The same from the line itself, which counts more than the option.
        let line = format!(
            "{}; window {low},{high};",
            problem.trim().trim_end_matches(';')
        );
        let own = &solve(&["--json", "--window", "-1,1"], &line).answers()[0];
        assert_eq!(
            (&own["bound"], &own["score"]),
            (&answer["bound"], &answer["score"])
        );
        assert_eq!(own["window"], answer["window"]);
    }
    let run = solve(&["--json"], "f5; window 3,1;");
    assert!(
        run.stderr.contains("window 3,1: two different numbers"),
        "{}",
        run.stderr
    );
    let run = solve(&["--window", "5"], "");
    assert!(
        run.stderr.contains("a window such as -2,2 is needed"),
        "{}",
        run.stderr
    );
}

/// A number keeps digits that neither `f64` nor `u64` has, and text its escapes.
#[test]
fn identities_come_back_byte_for_byte() {
    let board = random_problems(1, 6, 4);
    let board = board.trim().trim_end_matches(';');
    for id in [
        "9007199254740993",
        "123456789012345678901234567890",
        "-0",
        "1e3",
        "1.0",
        "1.10",
        "\"a\\u0062\\/\"",
        "{\"b\": 1, \"a\": [1.50]}",
    ] {
        let run = solve(
            &["--json"],
            &format!("{{\"id\":{id},\"position\":\"{board}\"}}\n"),
        );
        let expected = format!("\"number\":1,\"id\":{id},\"notation\"");
        assert!(run.stdout.contains(&expected), "{id}: {}", run.stdout);
        let again = solve(&["--json"], &run.stdout).stdout;
        assert!(again.contains(&expected), "{id}: {again}");
    }
}

#[test]
fn identities_are_carried_through_a_chain() {
    let problems = random_problems(3, 7, 25);
    let mut lines = String::new();
    for (line, id) in problems
        .lines()
        .zip([json!("a b"), json!(17), json!({"x": [1]})])
    {
        let line = json!({"id": id, "position": line.trim_end_matches(';'), "comment": "mark", "other": 1});
        let _ = writeln!(lines, "{line}");
    }
    let first = solve(&["--json", "--jobs", "2"], &lines);
    assert_eq!((first.stderr.as_str(), first.code), ("", Some(0)));
    let ids: Vec<_> = first
        .answers()
        .iter()
        .map(|answer| answer["id"].clone())
        .collect();
    assert_eq!(ids, [json!("a b"), json!(17), json!({"x": [1]})]);
    assert!(
        first
            .answers()
            .iter()
            .all(|answer| answer["comment"] == "mark")
    );
    // Answers are problems again.
    let second = solve(&["--json"], &first.stdout);
    assert_eq!(timeless(&second.stdout), timeless(&first.stdout));
    let bad = solve(
        &["--json"],
        "{\"position\": 3}\n{\"id\": 1}\n{\"position\": \"zz\"}\n",
    );
    assert_eq!((bad.answers().len(), bad.code), (0, Some(1)));
    assert!(
        bad.stderr
            .contains("line 1: this is no problem in JSON: invalid type"),
        "{}",
        bad.stderr
    );
    assert!(
        bad.stderr.contains("missing field `position`"),
        "{}",
        bad.stderr
    );
    assert!(
        bad.stderr.contains("line 3: this is neither"),
        "{}",
        bad.stderr
    );
}

#[test]
fn a_bound_is_an_answer_only_to_what_it_answers() {
    let problem = random_problems(1, 9, 26);
    let exact = solve(&["--json"], &problem).answers()[0]["score"]
        .as_i64()
        .expect("a score");
    let window = |low: i64, high: i64| format!("{},{}", exact + low, exact + high);
    let at_least = solve(&["--json", "--window", &window(-5, -3)], &problem).stdout;
    let out = Scratch::new("bound.jsonl", &at_least);
    let again = |low, high| {
        let run = solve(
            &[
                "--json",
                "--resume",
                out.path(),
                "--window",
                &window(low, high),
            ],
            &problem,
        );
        run.answers().len()
    };
    assert_eq!(
        [again(-5, -3), again(-9, -7), again(-3, 1), again(2, 4)],
        [0, 0, 1, 1]
    );
    assert_eq!(
        solve(&["--json", "--resume", out.path()], &problem)
            .answers()
            .len(),
        1
    );
}

#[test]
fn a_summary_names_what_is_missing_and_what_disagrees() {
    let text = random_problems(6, 8, 27) + &random_problems(4, 9, 28);
    let problems = Scratch::new("summary.obf", &text);
    let whole = solve(&["--json", problems.path()], "").stdout;
    let lines: Vec<_> = whole.lines().collect();
    let one = Scratch::new("one.jsonl", &(lines[..5].join("\n") + "\n"));
    let two = Scratch::new("two.jsonl", &(lines[5..].join("\n") + "\n"));
    let summary = |args: &[&str]| {
        let files = [problems.path(), "--json", "--summary", one.path()];
        let run = solve(&[&files[..], args].concat(), "");
        (run.answers()[0].clone(), run.code)
    };
    let (found, code) = summary(&["--summary", two.path()]);
    assert_eq!(code, Some(0), "{found}");
    assert_eq!(
        (&found["answers"], &found["problems"], &found["missing"]),
        (&json!(10), &json!(10), &json!(0))
    );
    let rows = found["by_empties"].as_array().expect("rows");
    let counts: Vec<_> = rows
        .iter()
        .map(|row| (row["empties"].clone(), row["answers"].clone()))
        .collect();
    assert_eq!(counts, [(json!(8), json!(6)), (json!(9), json!(4))]);
    let nodes: u64 = answers(&whole)
        .iter()
        .filter_map(|answer| answer["nodes"].as_u64())
        .sum();
    let counted: u64 = rows.iter().filter_map(|row| row["nodes"].as_u64()).sum();
    assert_eq!(counted, nodes);
    let (found, code) = summary(&[]);
    assert_eq!((&found["missing"], code), (&json!(5), Some(1)), "{found}");
    assert!(
        found["first_missing"][0]
            .as_str()
            .is_some_and(|place| place.ends_with("summary.obf:6")),
        "{found}"
    );
    // A wrong score contradicts the right one.
    let mut wrong = answers(&whole)[0].clone();
    wrong["score"] = json!(wrong["score"].as_i64().expect("a score") + 2);
    fs::write(&two.0, wrong.to_string() + "\nno answer\n").expect("it can be written");
    let (found, code) = summary(&["--summary", two.path()]);
    assert_eq!(
        (&found["contradictions"][0], &found["bad_lines"]),
        (&wrong["position"], &json!(1))
    );
    assert_eq!(code, Some(1));
    let people = solve(&["--summary", one.path()], "").stdout;
    assert!(
        people.starts_with("5 answers to 5 positions in 1 file\n5 exact, "),
        "{people}"
    );
}
