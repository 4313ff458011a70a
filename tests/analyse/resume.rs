//! Runs that are ended and resumed.

use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::{GAME, under_test};

/// Runs `kaeshi analyse`, appends its output to `file`, and kills it after `time`, if given.
fn run(games: &Path, file: &Path, time: Option<Duration>) {
    let output = OpenOptions::new()
        .append(true)
        .create(true)
        .open(file)
        .expect("a file");
    let mut child = under_test::kaeshi()
        .arg("analyse")
        .arg(games)
        .args([
            "--json", "--level", "1", "--jobs", "2", "--quiet", "--resume",
        ])
        .arg(file)
        .stdin(Stdio::null())
        .stdout(output)
        .spawn()
        .expect("it starts");
    if let Some(time) = time {
        thread::sleep(time);
        child.kill().expect("it can be killed");
    }
    child.wait().expect("it ends");
}

/// Games of several lengths, two of them the same.
fn games(count: usize) -> String {
    let lines = (0..count).map(|at| format!("{}\n", &GAME[..120 - 8 * (at % 7)]));
    lines.collect()
}

/// Kills the run `kills` times; the file is then as that of an undisturbed run.
fn killed_and_resumed(count: usize, kills: u64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [list, whole, parts] =
        ["games.txt", "whole.jsonl", "parts.jsonl"].map(|name| folder.path().join(name));
    fs::write(&list, games(count)).expect("it can be written");
    for file in [&whole, &parts] {
        File::create(file).expect("it can be created");
    }
    run(&list, &whole, None);
    for kill in 0..kills {
        run(
            &list,
            &parts,
            Some(Duration::from_millis(150 + 190 * (kill * 7 % 5))),
        );
    }
    run(&list, &parts, None);
    let [whole, parts] = [whole, parts].map(|file| fs::read_to_string(file).expect("text"));
    assert_eq!(whole.lines().count(), count);
    assert!(
        whole == parts,
        "{} and {} lines",
        whole.lines().count(),
        parts.lines().count()
    );
}

#[test]
fn a_killed_run_is_resumed() {
    killed_and_resumed(8, 3);
}

#[test]
#[ignore = "a thousand games: minutes"]
fn a_thousand_games_are_resumed_after_five_kills() {
    killed_and_resumed(1_000, 5);
}
