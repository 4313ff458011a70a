//! `kaeshi verify`: rows made by our own solver, right and wrong ones.

#[path = "common/under_test.rs"]
mod under_test;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

/// Positions with 14 empty squares, and their scores by FFO.
const PROBLEMS: [(&str, i32); 3] = [
    (
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;",
        18,
    ),
    (
        "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X;",
        10,
    ),
    (
        "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X;",
        2,
    ),
];

fn verify(arguments: &[&str], input: &str) -> Output {
    let mut command = under_test::kaeshi();
    command.arg("verify").args(arguments).env_remove("RUST_LOG");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .expect("the binary is built before its tests");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

fn results(output: &Output) -> Vec<Value> {
    let lines = text(&output.stdout);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Rows with claims around the score, and whether each is right. Both orders of the bounds occur.
fn rows() -> (String, Vec<bool>) {
    let (mut rows, mut right) = (
        String::from("obf,depth,accuracy,lower,upper,nodes\n"),
        Vec::new(),
    );
    for (board, score) in PROBLEMS {
        for (low, high, is_right) in [
            (score, score, true),
            (score - 2, score + 2, true),
            (-64, score, true),
            (score, 64, true),
            (-64, 64, true),
            (score + 2, score + 2, false),
            (score - 4, score - 2, false),
            (-64, score - 2, false),
            (score + 2, 64, false),
        ] {
            let [one, other] = if right.len() % 2 == 0 {
                [low, high]
            } else {
                [high, low]
            };
            let _ = writeln!(rows, "{board},14,100,{one},{other},1000");
            right.push(is_right);
        }
    }
    (rows, right)
}

#[test]
fn right_rows_agree_and_wrong_ones_contradict() {
    let (rows, right) = rows();
    let output = verify(&["--json", "--jobs", "2"], &rows);
    assert_eq!(output.status.code(), Some(1));
    let found = results(&output);
    // A row that admits every score is not searched.
    let expected: Vec<_> = (1..)
        .zip(&right)
        .filter(|(number, _)| (number - 1) % 9 != 4)
        .collect();
    assert_eq!(found.len(), expected.len());
    for (result, (number, is_right)) in found.iter().zip(expected) {
        let verdict = if *is_right { "agrees" } else { "contradicts" };
        assert_eq!(
            (&result["number"], &result["verdict"]),
            (&json!(number), &json!(verdict)),
            "{result}"
        );
        assert_eq!(
            (&result["empties"], result["line"].as_u64()),
            (&json!(14), Some(number + 1)),
            "{result}"
        );
    }
    let said = text(&output.stderr);
    assert!(
        said.contains("24 of 27 rows checked: 12 agree, 12 contradict"),
        "{said}"
    );
    assert!(said.contains("3 admit every score"), "{said}");
    // What is printed for people is enough to repeat the search.
    let people = text(&verify(&[], &rows).stdout);
    let line = people.lines().next().expect("a contradiction");
    let (_, command) = line.split_once("kaeshi solve ").expect("a command");
    let (window, position) = command.split_once(" --position ").expect("a position");
    let solved = under_test::kaeshi()
        .args([
            "solve",
            "--json",
            window,
            "--position",
            position.trim_matches('\''),
        ])
        .output();
    let solved: Value = serde_json::from_slice(&solved.expect("it runs").stdout).expect("JSON");
    assert_eq!(
        (&solved["score"], &solved["bound"]),
        (&found[4]["score"], &found[4]["bound"]),
        "{line}"
    );
}

#[test]
fn a_sample_is_chosen_by_its_seed_and_spreads() {
    let mut rows = String::new();
    for number in 0..40 {
        let (board, score) = PROBLEMS[number % 3];
        let _ = writeln!(rows, "{board},14,100,{score},{score},{number}");
    }
    let numbers = |arguments: &[&str]| {
        let output = verify(&[&["--json", "--sample", "9"], arguments].concat(), &rows);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        results(&output)
            .iter()
            .map(|row| row["number"].as_u64().expect("a number"))
            .collect::<Vec<_>>()
    };
    let chosen = numbers(&["--seed", "5"]);
    assert_eq!(chosen.len(), 9);
    assert!(chosen.is_sorted() && chosen != numbers(&["--seed", "6"]));
    let mut parts = [
        numbers(&["--seed", "5", "--shard", "0/2"]),
        numbers(&["--seed", "5", "--shard", "1/2"]),
    ]
    .concat();
    parts.sort_unstable();
    assert_eq!(parts, chosen);
    let all = text(&verify(&["--sample", "100"], &rows).stdout);
    assert!(
        all.starts_with("40 of 40 rows checked: 40 agree, 0 contradict\n"),
        "{all}"
    );
    // 1 - 0.05^(1/40)
    assert!(
        all.contains("with 95 % confidence at most 7.216 % of all rows are wrong"),
        "{all}"
    );
}

#[test]
fn a_run_goes_on_where_it_was_interrupted() {
    let (rows, _) = rows();
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("verified.jsonl");
    let whole = text(&verify(&["--json"], &rows).stdout);
    let cut = whole.match_indices('\n').nth(9).expect("lines").0 + 40;
    fs::write(&file, &whole[..cut]).expect("it can be written");
    let path = file.to_str().expect("text");
    let output = verify(&["--json", "--resume", path], &rows);
    let said = text(&output.stderr);
    assert!(
        said.contains("the last line was cut short: it is removed"),
        "{said}"
    );
    assert!(
        said.contains("24 of 27 rows checked: 12 agree, 12 contradict"),
        "{said}"
    );
    assert!(said.contains("10 checked by an earlier run"), "{said}");
    let joined = fs::read_to_string(&file).expect("it is there") + &text(&output.stdout);
    let timeless = |text: &str| {
        let without = |line: &str| {
            let mut row: Value = serde_json::from_str(line).expect("JSON");
            row.as_object_mut().expect("an object").remove("seconds");
            row
        };
        text.lines().map(without).collect::<Vec<_>>()
    };
    assert_eq!(timeless(&joined), timeless(&whole));
}

#[test]
fn predictions_and_bad_rows_are_counted_and_left_out() {
    let (board, score) = PROBLEMS[0];
    let rows = format!(
        "{board},14,99,{score},{score},1\n{board},14,100,{score},x,1\n{board},14,100,{score},{score},1\n"
    );
    let output = verify(&[], &rows);
    assert_eq!(output.status.code(), Some(1));
    let (found, said) = (text(&output.stdout), text(&output.stderr));
    assert!(found.starts_with("1 of 1 rows checked: 1 agree"), "{found}");
    assert!(
        found.contains("1 predictions left out\n1 cannot be read"),
        "{found}"
    );
    assert!(
        said.contains(
            "standard input, line 2, column 79: a bound from -64 to 64 is needed, not 'x'"
        ),
        "{said}"
    );
    let output = verify(&["--predictions"], &rows);
    assert!(text(&output.stdout).starts_with("2 of 2 rows checked"));
    let output = verify(&["no-such-file.csv"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no-such-file.csv: "));
}
