//! `kaeshi marubatsu`: the experiments of the tic-tac-toe articles.

use std::process::{Command, Output};

fn marubatsu(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kaeshi"))
        .arg("marubatsu")
        .args(words)
        .output()
        .expect("the program runs")
}

#[test]
fn every_count_is_the_articles() {
    for experiment in ["match", "tree", "nodes", "solved"] {
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
    for (experiment, figure) in [("listing", " 901.0"), ("undo", " 68.1")] {
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
    ] {
        let output = marubatsu(words);
        assert!(!output.status.success(), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
        assert!(!output.stderr.is_empty(), "{words:?}");
    }
}
