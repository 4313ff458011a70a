//! `kaeshi bits`: the experiments of the articles on bit operations.

#[path = "common/under_test.rs"]
mod under_test;

use std::process::Output;

use serde_json::Value;

/// The hand of the article on Daifugo.
const EXAMPLE: &str = "C3H4C5H5S5D6CJHJS2";

fn bits(words: &[&str]) -> Output {
    under_test::kaeshi()
        .arg("bits")
        .args(words)
        .output()
        .expect("the program runs")
}

/// The text of a run that succeeds and writes nothing to standard error, which is no terminal.
#[track_caller]
fn text(words: &[&str]) -> String {
    let output = bits(words);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {errors}");
    assert!(errors.is_empty(), "{words:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

#[track_caller]
fn json(words: &[&str]) -> Value {
    let text = text(&[words, &["--json"]].concat());
    serde_json::from_str(&text).expect("JSON")
}

/// All rows of all sections.
fn rows(said: &Value) -> Vec<&Value> {
    let sections = said["experiments"].as_array().expect("sections");
    let rows = sections.iter().map(|section| section["rows"].as_array());
    rows.flat_map(|rows| rows.expect("rows")).collect()
}

fn count(rows: &[&Value], is: impl Fn(&Value) -> bool) -> usize {
    rows.iter().filter(|row| is(row)).count()
}

#[test]
fn the_articles_hand_has_the_articles_tables() {
    let said = json(&["daifugo", EXAMPLE]);
    assert_eq!(said["confirmed"], true);
    let hand = &said["hands"][0];
    for (form, word) in [
        ("cards", "0x0008000500002d41"),
        ("counts", "0x0001000200001311"),
        ("places", "0x0001000200001411"),
        ("answerable", "0x0000111133333377"),
    ] {
        assert_eq!(hand[form], word, "{form}");
    }
    assert_eq!(hand["loops"].as_array().map(Vec::len), Some(3));
    let rows = rows(&said);
    let same = count(&rows, |row| row["same"] == true);
    assert_eq!(same, rows.len(), "{said}");
    let compared = count(&rows, |row| !row["article"].is_null());
    assert_eq!(compared, 6);
}

/// The help promises what the command prints.
#[test]
fn the_tables_of_the_help_are_printed() {
    let help = text(&["daifugo", "--help"]);
    let tables = text(&["daifugo", EXAMPLE]);
    let promised = help.lines().filter(|line| line.contains("  0x"));
    let mut lines = 0;
    for line in promised {
        lines += 1;
        let words: Vec<_> = line.split_whitespace().collect();
        let is_there = |line: &str| line.split_whitespace().eq(words.iter().copied());
        assert!(tables.lines().any(is_there), "{line}\n{tables}");
    }
    assert_eq!(lines, 4);
}

#[test]
fn every_formula_and_every_perfect_win_agrees() {
    let said = json(&["daifugo", "--sets", "2000", "--seed", "3"]);
    assert_eq!(said["confirmed"], true);
    let rows = rows(&said);
    // Of the formulas on the hand and on random sets, and of the perfect wins.
    let checked = |row: &Value| row["here"]["wrong"] == 0 && row["here"]["cases"] != 0;
    assert_eq!(count(&rows, checked), 28 + 28 + 9);
    assert_eq!(count(&rows, |row| row["same"] == false), 0);
    for item in 1..=21 {
        let name = |row: &Value| {
            let what = row["what"].as_str().unwrap_or_default();
            what.split([' ', ':', ',']).next() == Some(&format!("C{item}"))
        };
        let is_checked = |row: &Value| checked(row) && name(row);
        assert!(count(&rows, is_checked) > 0, "C{item}");
        // Beside the checks: the times of the formula and of the naive version.
        assert!(count(&rows, |row| name(row) && row["here"].is_array()) > 0);
    }
}

#[test]
fn two_hands_are_compared() {
    let said = json(&["daifugo", "CKDKD3", EXAMPLE]);
    let order = &said["dominance"]["orders"][0];
    assert_eq!(order["groups"][0]["cards"], "D3");
    assert_eq!(order["groups"][0]["dominates"], false);
    assert_eq!(order["groups"][1]["dominates"], true);
    for way in ["formula", "search", "each_last_group", "two_player_check"] {
        assert_eq!(order["perfect_win"][way], true, "{way}");
        assert_eq!(order["opponents_perfect_win"][way], false, "{way}");
    }
    let nobody = json(&["daifugo", "-", EXAMPLE]);
    assert_eq!(
        nobody["dominance"]["orders"][0]["perfect_win"]["search"],
        true
    );
    let shown = text(&["daifugo", "CKDKD3H8", EXAMPLE]);
    assert!(shown.contains("perfect win if the first hand leads: no\n"));
}

#[test]
fn the_ways_to_turn_discs_over_agree() {
    let said = json(&["othello", "--positions", "2000", "--seed", "9"]);
    assert_eq!(said["confirmed"], true);
    let rows = rows(&said);
    assert_eq!(count(&rows, |row| row["here"]["wrong"] == 0), 1 + 5 + 6);
    assert_eq!(count(&rows, |row| !row["article"].is_null()), 10 + 1);
    let times = count(&rows, |row| row["here"].is_f64() && row["same"].is_null());
    assert_eq!(times, 8 + 6);
    let positions = said["experiments"][2]["rows"][5]["here"]["cases"].as_u64();
    assert_eq!(positions, Some(2000));
}

#[test]
fn a_flip_is_shown_step_by_step() {
    let said = json(&["othello", "--show", "d3"]);
    assert_eq!(said["confirmed"], true);
    assert_eq!(said["other"], "0x0000001008000000");
    assert_eq!(said["carry"][1]["sum"], "0x0000000800000000");
    assert_eq!(said["flips"].as_array().map(Vec::len), Some(6));
    for flips in said["flips"].as_array().expect("flips") {
        assert_eq!(flips["flips"], "0x0000000008000000");
    }
    let position = ["othello", "--show", "E3", "--position", "f5d6c3d3c4"];
    let shown = text(&position);
    assert!(shown.contains("move   e3, X to move\n"), "{shown}");
    assert_eq!(json(&position)["confirmed"], true);
    // A move that turns nothing over has steps, too.
    assert_eq!(
        json(&["othello", "--show", "a1"])["flips"][0]["flips"],
        "0x0000000000000000"
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (words, why) in [
        (
            &["daifugo", "D3D3"][..],
            "hand 'D3D3': the card is given twice",
        ),
        (&["daifugo", "X3"], "hand 'X3': no card at character 1"),
        (&["daifugo", ""], "hand '': no cards"),
        (&["daifugo", "D3JO"], "the joker (JO)"),
        (&["daifugo", "D3C4", "C5C4"], "C4: in both hands"),
        (&["daifugo", "D3", "D4", "D5"], "unexpected"),
        (&["daifugo", "--sets", "1"], "a whole number from 2 to"),
        (&["daifugo", "--seed", "x"], "a whole number from 0"),
        (&["othello", "--positions", "0"], "a whole number from 1 to"),
        (
            &["othello", "--position", "f5"],
            "--position goes with --show",
        ),
        (
            &["othello", "--show", "d4"],
            "--show d4: the square is taken",
        ),
        (&["othello", "--show", "z9"], "--show z9: not a square"),
        (
            &["othello", "--show", "d3", "--seed", "2"],
            "cannot be used with",
        ),
        (
            &["othello", "--show", "d3", "--position", "zz"],
            "this is neither a board",
        ),
        (&["chess"], "unrecognized subcommand"),
        (&[], ""),
    ] {
        let output = bits(words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(output.stdout.is_empty(), "{words:?}");
        assert!(
            said.contains(why) && !said.contains("panicked"),
            "{words:?}: {said}"
        );
    }
}
