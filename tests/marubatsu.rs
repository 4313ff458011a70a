//! `kaeshi marubatsu`: the experiments of the tic-tac-toe articles.

#[path = "common/under_test.rs"]
mod under_test;

use std::process::Output;

fn marubatsu(words: &[&str]) -> Output {
    under_test::kaeshi()
        .arg("marubatsu")
        .args(words)
        .output()
        .expect("the program runs")
}

#[test]
fn every_count_is_the_articles() {
    for experiment in ["match", "cells", "tree", "nodes", "solved"] {
        let output = marubatsu(&[experiment, "--json"]);
        assert!(output.status.success(), "{experiment}");
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(said["confirmed"], true, "{experiment}");
        let rows = said["experiments"][0]["rows"].as_array().expect("rows");
        let checked = rows.iter().filter(|row| row["same"] == true).count();
        assert!(checked >= 7, "{experiment} checks {checked} figures");
    }
}

#[test]
fn times_stand_beside_those_of_the_article() {
    for (experiment, figure) in [
        ("listing", " 901 801 714"),
        ("undo", " 68.1"),
        ("playouts", " 51124"),
    ] {
        let output = marubatsu(&[experiment]);
        assert!(output.status.success(), "{experiment}");
        let said = String::from_utf8(output.stdout).expect("text");
        assert!(said.contains(figure), "{said}");
    }
}

/// A match with another seed has no figures in the article to compare with.
#[test]
fn other_matches_are_not_compared() {
    let output = marubatsu(&["match", "--rounds", "100", "--seed", "1", "--json"]);
    assert!(output.status.success());
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rows = said["experiments"][0]["rows"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["same"].is_null()));
    let games = |row: usize| -> u64 {
        let counts = rows[row]["here"].as_array().expect("three counts");
        counts.iter().filter_map(serde_json::Value::as_u64).sum()
    };
    assert_eq!([games(0), games(1), games(2)], [100, 100, 200]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for words in [
        &["match", "--rounds", "0"][..],
        &["match", "--rounds", "x"],
        &["match", "--seed", "-1"],
        &["chess"],
        &["--threads", "2"],
        &["--game", "gomoku"],
        &["match", "--first", "ai15"],
        &["analyze", "3,1"],
        &["analyze", "1,1", "1,1"],
        &["analyze", "0,0", "0,1", "1,0", "1,1", "2,0"],
        &["analyze", "--time", "-1"],
        &["mistakes", "nobody"],
    ] {
        let output = marubatsu(words);
        assert!(!output.status.success(), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
        assert!(!output.stderr.is_empty(), "{words:?}");
    }
}

#[test]
fn players_of_the_articles_meet() {
    let words = [
        "match", "--first", "ai14s", "--second", "random", "--rounds", "200", "--seed", "5",
    ];
    let output = marubatsu(&[&words[..], &["--json"]].concat());
    assert!(output.status.success());
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rows = &said["experiments"][0]["rows"];
    // From the articles' program after `random.seed(5)`.
    assert_eq!(rows[0]["here"], serde_json::json!([198, 0, 2]));
    assert_eq!(rows[1]["here"], serde_json::json!([179, 0, 21]));
}

#[test]
fn depths_are_shown_until_the_time_is_up() {
    let output = marubatsu(&["analyze", "1,1", "--json"]);
    assert!(output.status.success());
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(said["finished"], true);
    assert_eq!(said["board"], "....o....");
    let depths = said["depths"].as_array().expect("depths");
    let nodes: Vec<_> = depths
        .iter()
        .filter_map(|depth| depth["nodes"].as_u64())
        .collect();
    assert_eq!(nodes, [8, 23, 56, 87, 178, 233, 232, 239]);
    assert_eq!(depths[7]["candidates"].as_array().map(Vec::len), Some(4));
    assert_eq!(depths[7]["line"].as_array().map(Vec::len), Some(8));
    let hurried = marubatsu(&["analyze", "--time", "0"]);
    assert!(hurried.status.success());
    let said = String::from_utf8(hurried.stdout).expect("text");
    assert!(said.starts_with("Turn o\n...\n...\n...\n"), "{said}");
    assert!(
        said.ends_with("The time is up: the last finished depth counts.\n"),
        "{said}"
    );
}

#[test]
fn mistakes_are_shown_on_the_board() {
    let output = marubatsu(&["mistakes"]);
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(said.matches("best are").count(), 7, "{said}");
    assert!(
        said.ends_with("7 of 431 positions wrong: evaluation\n"),
        "{said}"
    );
    let output = marubatsu(&["mistakes", "deepening", "--json"]);
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(said["wrong"], serde_json::json!([]));
    assert_eq!(said["of"], 431);
}

#[test]
fn bit_operations_are_checked() {
    let output = marubatsu(&["bits", "--json"]);
    assert!(output.status.success());
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(said["confirmed"], true);
    let rows = said["experiments"][0]["rows"].as_array().expect("rows");
    let checked = rows.iter().filter(|row| row["same"] == true).count();
    assert_eq!(checked, 5);
}
