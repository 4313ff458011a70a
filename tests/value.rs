//! `kaeshi value`: the result of a game with best play.

#[path = "common/under_test.rs"]
mod under_test;

use std::process::Output;

fn value(words: &[&str]) -> Output {
    under_test::kaeshi()
        .arg("value")
        .args(words)
        .output()
        .expect("the program runs")
}

/// The output for each game.
fn rows(words: &[&str]) -> Vec<serde_json::Value> {
    let output = value(&[words, &["--json"]].concat());
    assert!(output.status.success(), "{words:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let rows = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    rows.collect()
}

#[test]
fn games_come_out_as_published() {
    let rows = rows(&["mnk 4 3 3", "mnk 5 5 4", "mnk 7 6 5"]);
    let values = rows.iter().map(|row| row["value"].as_str());
    let expected = ["a win in 7 plies", "a draw", "a draw"];
    assert!(values.eq(expected.map(Some)), "{rows:?}");
    assert!(rows.iter().all(|row| row["agrees"] == true));
}

#[test]
fn positions_have_values() {
    let rows = rows(&["--position", "tictactoe 3/1X1/1O1 x"]);
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["value"], "a win in 5 plies");
    assert!(rows[0]["agrees"].is_null());
}

#[test]
fn finished_games_have_values() {
    let discs = "x".repeat(40) + &"o".repeat(24) + " o";
    for (position, value) in [
        ("mnk 3 3 3 xxx/oo1/3 o", "a loss in 0 plies"),
        ("mnk 3 3 3 xox/xox/oxo o", "a draw"),
        (&discs, "-16 discs"),
    ] {
        let rows = rows(&["--position", position]);
        assert_eq!(rows[0]["value"], value, "{position}");
        assert!(rows[0]["move"].is_null(), "{position}");
    }
}

/// A warning precedes a proof that takes years, unless there is a time limit.
#[test]
fn what_takes_years_is_announced() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    use std::sync::mpsc;
    use std::time::Duration;

    let mut child = under_test::kaeshi()
        .args(["value", "othello"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stderr = BufReader::new(child.stderr.take().expect("stderr is piped"));
    let (sender, lines) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut line = String::new();
        stderr.read_line(&mut line).expect("it is text");
        drop(sender.send(line));
    });
    let line = lines.recv_timeout(Duration::from_secs(60));
    child.kill().expect("it still searches");
    child.wait().expect("it ends");
    reader.join().expect("it does not panic");
    let line = line.expect("it warns");
    assert!(
        line.starts_with("kaeshi: othello: 60 empty squares take more than 10,000 years"),
        "{line}"
    );
    for words in [&["othello", "--seconds", "0.01"][..], &["tictactoe"]] {
        let output = value(words);
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}

#[test]
fn time_may_run_out() {
    let rows = rows(&["gomoku", "--seconds", "1"]);
    assert!(rows[0]["value"].is_null());
    assert!(rows[0]["move"].is_string());
}

#[test]
fn what_makes_no_sense_is_refused() {
    for words in [
        &["mnk 3 3"][..],
        &["chess"],
        &["--seconds", "0", "tictactoe"],
        &["--position", "tictactoe 3/1X1/1O1 o"],
        &["--position", "tictactoe", "tictactoe", "gomoku"],
    ] {
        let output = value(words);
        assert!(!output.status.success(), "{words:?}");
        assert!(!output.stderr.is_empty(), "{words:?}");
    }
}
