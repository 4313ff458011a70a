//! A command that is killed loses at most the position it was searching.

#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use kaeshi::games::othello::book::{Book, Position, Record};

use crate::{Folder, under_test};

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
        let mut child = under_test::kaeshi()
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
        let mut child = under_test::kaeshi()
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

/// A new book that cannot be written leaves the old one, with the changes in its log.
#[test]
fn a_full_disk_leaves_the_old_book() {
    let folder = Folder::new();
    folder.json(&["new", "my.book", "--built-in"]);
    let path = folder.path("my.book");
    let mut book = Book::open_for_writing(&path).expect("it is intact");
    let start = Position::start();
    let change = Record {
        day: 77,
        ..Record::new(start)
    };
    book.write(&[change]).expect("it can be written");
    drop(book);
    let before = folder.content();
    assert_eq!(before.len(), 2, "the log has a change");
    // Units of 512 or 1024 bytes. The largest limit leaves room for an empty book and not for the built-in one.
    for limit in [0, 1, 4, 10] {
        for built_in in [&["--built-in"][..], &[]] {
            if built_in.is_empty() && limit == 10 {
                continue;
            }
            let kaeshi = under_test::kaeshi();
            let output = Command::new("sh")
                .args(["-c", &format!("ulimit -f {limit}; exec \"$0\" \"$@\"")])
                .arg(kaeshi.get_program())
                .args(kaeshi.get_args())
                .args(["book", "new", "my.book", "--force"])
                .args(built_in)
                .current_dir(folder.path(""))
                .output()
                .expect("there is a shell");
            let why = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{limit}: {why}");
            assert!(why.contains("my.book: File too large"), "{limit}: {why}");
            assert!(folder.content() == before, "{limit} {built_in:?}");
        }
    }
    let book = Book::open(&path).expect("it is intact");
    assert_eq!(book.get(start).expect("it is intact"), Some(change));
    assert!(book.len() > 100);
}

fn without_leaf(folder: &Folder) -> u64 {
    let checked = folder.json(&["check", "my.book"]);
    checked["without_leaf"].as_u64().expect("a number")
}
