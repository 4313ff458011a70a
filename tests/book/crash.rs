//! A command that is killed loses at most the position it was searching.

#![cfg(unix)]

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::Folder;

/// `fix` is killed again and again, at other moments each time, and goes on where it ended.
#[test]
fn a_killed_search_goes_on() {
    let folder = Folder::new();
    // Every move of this game leads to a position with several other moves.
    let game = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3";
    fs::write(folder.path("game.txt"), game).expect("it can be written");
    folder.json(&["add", "my.book", "game.txt", "--plies", "24"]);
    let mut missing = without_leaf(&folder);
    assert!(missing > 15, "{missing}");
    let mut kills = 0;
    for wait in [5, 40, 90, 150, 230, 300, 420, 60, 120, 350, 20, 200] {
        let mut child = crate::under_test::kaeshi()
            .args(["book", "fix", "my.book", "--depth", "6", "--hash", "4"])
            .current_dir(folder.path(""))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        thread::sleep(Duration::from_millis(wait));
        kills += u32::from(child.try_wait().expect("it can be asked").is_none());
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let checked = folder.json(&["check", "my.book"]);
        assert_eq!(checked["stale"], 0, "{checked}");
        let left = without_leaf(&folder);
        assert!(left <= missing, "no result is lost");
        missing = left;
    }
    assert!(kills > 0, "some run was killed before its end");
    let fixed = folder.json(&["fix", "my.book", "--depth", "6", "--hash", "4"]);
    assert_eq!(fixed["searched"], missing);
    assert_eq!(without_leaf(&folder), 0);
}

/// `learn` is killed at twenty moments: the book only grows, and its values are always those of negamax.
#[test]
fn killed_learning_loses_nothing() {
    let folder = Folder::new();
    folder.json(&["new", "my.book"]);
    let mut positions = 0;
    for kill in 0..20 {
        let mut child = crate::under_test::kaeshi()
            .args([
                "book", "learn", "my.book", "--depth", "4", "--hash", "4", "--jobs", "2",
            ])
            .current_dir(folder.path(""))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        thread::sleep(Duration::from_millis(60 + 37 * (kill * 7 % 20)));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let checked = folder.json(&["check", "my.book"]);
        assert_eq!(checked["stale"], 0, "{checked}");
        let found = checked["positions"].as_u64().expect("a number");
        assert!(found >= positions, "no position is lost");
        positions = found;
    }
    assert!(positions > 10, "{positions}");
}

fn without_leaf(folder: &Folder) -> u64 {
    let checked = folder.json(&["check", "my.book"]);
    checked["without_leaf"].as_u64().expect("a number")
}
