//! `kaeshi book`: every command, by its output; books of other programs; crashes and damage.

mod crash;
mod figures;
mod learning;
mod links;
mod refusals;
#[path = "../common/skip.rs"]
mod skip;
#[path = "../common/under_test.rs"]
mod under_test;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use serde_json::{Value, json};
use skip::say_skipped;
use tempfile::TempDir;

/// Games with the same opening moves.
const GAMES: &str = "f5d6c3d3c4f4c5b3\nf5d6c3d3c4f4e6b4\nf5f6e6f4e3c5c4e7\n";

/// Maximum size of the built-in book, in bytes.
const MAX_BUILT_IN: u64 = 500_000;

/// The first moves of a game that is a draw after every one of them: "Othello is Solved" (Takizawa, 2023), figure 1. And a
/// line that the same proof calls a draw.
const PROVEN_DRAWS: [&str; 2] = ["f5d6c3d3c4f4f6f3e6e7d7c5", "d3c5f6f5e6e3c3f3c4b4"];

/// An empty folder for books.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `kaeshi book` in the folder.
    pub(crate) fn book(&self, arguments: &[&str]) -> Output {
        under_test::kaeshi()
            .arg("book")
            .args(arguments)
            .current_dir(self.0.path())
            .env_remove("RUST_LOG")
            .output()
            .expect("it starts")
    }

    /// The JSON that `kaeshi book` prints.
    #[track_caller]
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let output = self.book(&[arguments, &["--json"]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() <= Some(1), "{arguments:?}: {said}");
        serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{arguments:?}: {why}"))
    }

    /// What the engine says to `input` in the folder.
    fn ugi(&self, arguments: &[&str], input: &str) -> String {
        let mut child = under_test::kaeshi()
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stdin = child.stdin.take().expect("its input is a pipe");
        stdin.write_all(input.as_bytes()).expect("it reads");
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The records of an `.egbk3` file, sorted.
    pub(crate) fn exported(&self, name: &str) -> Vec<Vec<u8>> {
        let bytes = fs::read(self.path(name)).expect("it was written");
        let mut records: Vec<_> = bytes[14..].chunks(25).map(<[u8]>::to_vec).collect();
        records.sort();
        records
    }

    /// Fails unless `kaeshi book` refuses in one line with `why`, and leaves the file `kept` as it is.
    #[track_caller]
    fn assert_refused(&self, arguments: &[&str], why: &str) {
        let before = self.content();
        let output = self.book(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.starts_with("kaeshi: ") && said.contains(why),
            "{arguments:?}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(self.content() == before, "{arguments:?} changed a file");
    }

    /// All files but logs without any change, with their content.
    pub(crate) fn content(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = fs::read_dir(self.0.path()).expect("the folder is there");
        let mut files: Vec<_> = entries
            .map(|entry| entry.expect("it can be read").path())
            .map(|path| (path.clone(), fs::read(path).expect("it can be read")))
            .filter(|(path, bytes)| {
                path.extension().is_none_or(|end| end != "log") || bytes.len() > 24
            })
            .collect();
        files.sort();
        files
    }
}

/// A book of another program, in the folder of samples; says so if there is none.
fn sample(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data/books")
        .join(name);
    if !path.exists() {
        say_skipped(format_args!("../shared/data/books/{name} is missing"));
        return None;
    }
    path.canonicalize().ok()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// A book of games, with all moves out of it searched.
fn searched(folder: &Folder) -> Value {
    fs::write(folder.path("games.txt"), GAMES).expect("it can be written");
    folder.json(&["add", "my.book", "games.txt", "--plies", "6"]);
    folder.json(&["fix", "my.book", "--depth", "3", "--hash", "4"])
}

#[test]
fn games_are_added_and_searched() {
    let folder = Folder::new();
    fs::write(folder.path("games.txt"), format!("{GAMES}f5f5\n")).expect("it can be written");
    let added = folder.json(&["add", "my.book", "games.txt", "--plies", "6"]);
    assert_eq!(
        added,
        json!({"games": 3, "skipped": 1, "added": 12, "positions": 12})
    );
    let often = [
        "add",
        "often.book",
        "games.txt",
        "--plies",
        "6",
        "--min-games",
        "2",
    ];
    assert_eq!(folder.json(&often)["positions"], 7);
    let checked = folder.json(&["check", "my.book"]);
    assert_eq!(
        checked["without_leaf"], 10,
        "at the start and after f5f6e6 all moves are one"
    );
    let fixed = folder.json(&[
        "fix", "my.book", "--depth", "3", "--hash", "4", "--limit", "5",
    ]);
    assert_eq!(fixed["searched"], 5);
    let fixed = folder.json(&["fix", "my.book", "--depth", "3", "--hash", "4"]);
    assert_eq!(fixed["searched"], 5);
    let checked = folder.json(&["check", "my.book"]);
    let expected =
        json!({"intact": true, "positions": 12, "in_log": 0, "stale": 0, "without_leaf": 0});
    assert_eq!(checked, expected);
    let shown = folder.json(&["show", "my.book", "--position", "f5d6"]);
    assert_eq!(shown["in_book"], true);
    let kinds: Vec<_> = shown["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|mv| &mv["kind"])
        .collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "book").count(), 1);
    assert_eq!(kinds.iter().filter(|kind| **kind == "leaf").count(), 1);
    let stats = folder.json(&["stats", "my.book"]);
    assert_eq!(stats["kinds"]["kaeshi"], 10);
    assert_eq!(
        stats["plies"][0],
        json!({"ply": 0, "positions": 1, "kinds": {
        "proven": 0, "kaeshi": 0, "edax": 0, "egaroucid": 0, "other": 1}})
    );
}

/// All images of a position are one, and moves come in the frame of the question.
#[test]
fn positions_are_found_in_every_frame() {
    let folder = Folder::new();
    searched(&folder);
    let lines = ["f5d6c3", "d3c5f6", "c4e3f6", "e6f4c3"];
    let shown = lines.map(|line| folder.json(&["show", "my.book", "--position", line]));
    let values = |shown: &Value| -> Vec<i64> {
        let moves = shown["moves"].as_array().expect("moves");
        moves
            .iter()
            .map(|mv| mv["value"].as_i64().expect("a value"))
            .collect()
    };
    for (line, found) in lines.iter().zip(&shown) {
        assert_eq!(found["value"], shown[0]["value"], "{line}");
        assert_eq!(values(found), values(&shown[0]), "{line}");
        let best = found["moves"][0]["move"].as_str().expect("a move");
        let after = format!("{line}{best}");
        assert_ne!(
            folder
                .book(&["show", "my.book", "--position", &after])
                .status
                .code(),
            Some(2)
        );
    }
    let missing = folder.book(&["show", "my.book", "--position", "f5f4"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stdout).contains("not in the book"));
}

#[test]
fn books_are_new_merged_and_pruned() {
    let folder = Folder::new();
    assert_eq!(folder.json(&["new", "my.book"]), json!({"positions": 0}));
    folder.assert_refused(&["new", "my.book"], "the file exists; --force replaces it");
    searched(&folder);
    fs::write(folder.path("other.txt"), "f5d6c4d3c3\n").expect("it can be written");
    folder.json(&["add", "other.book", "other.txt"]);
    folder.json(&["fix", "other.book", "--depth", "5", "--hash", "4"]);
    for [first, second] in [["my.book", "other.book"], ["other.book", "my.book"]] {
        fs::copy(folder.path(first), folder.path("a.book")).expect("it can be copied");
        let merged = folder.json(&["merge", "a.book", second]);
        assert_eq!(merged["positions"], 14);
        folder.json(&["export", "a.book", &format!("{first}.egbk3")]);
    }
    let [one, two] = ["my.book.egbk3", "other.book.egbk3"].map(|name| folder.exported(name));
    assert!(one == two, "in any order");
    let before = folder.json(&["stats", "a.book"]);
    let pruned = folder.json(&["prune", "a.book"]);
    let left = pruned["positions"].as_u64().expect("a number");
    assert_eq!(
        pruned["removed"].as_u64().map(|removed| removed + left),
        Some(14)
    );
    assert!(left < 14, "{pruned} {before}");
    assert_eq!(folder.json(&["check", "a.book"])["stale"], 0);
    assert_eq!(
        folder.json(&["new", "a.book", "--force"]),
        json!({"positions": 0})
    );
    assert_eq!(folder.json(&["stats", "a.book"])["lines"], Value::Null);
}

/// Each sample becomes a book, is written, and becomes the same book again.
#[test]
fn books_of_other_programs_pass_through() {
    for (name, end, count) in [
        ("edax_small.dat", "dat", 1_493),
        ("edax_small_export.txt", "txt", 1_493),
        ("egaroucid_native.egbk3", "egbk3", 132),
        ("egaroucid_from_edax.egbk3", "egbk3", 2_962),
    ] {
        let Some(path) = sample(name) else {
            return;
        };
        let folder = Folder::new();
        let imported = folder.json(&["import", "a.book", text(&path)]);
        assert_eq!(imported["added"], count, "{name}");
        let out = format!("out.{end}");
        folder.json(&["export", "a.book", &out]);
        folder.assert_refused(
            &["export", "a.book", &out],
            "the file exists; --force replaces it",
        );
        let imported = folder.json(&["import", "b.book", &out]);
        assert_eq!(imported["added"], count, "{name}");
        for position in ["", "f5d6c3", "d3c5f6", "f5f6e6f4"] {
            let show = |book: &str| {
                let position = if position.is_empty() {
                    "startpos"
                } else {
                    position
                };
                let mut shown = folder.json(&["show", book, "--position", position]);
                shown["source"].take();
                shown
            };
            assert_eq!(show("a.book"), show("b.book"), "{name} {position}");
        }
        let again = folder.json(&["import", "a.book", text(&path)]);
        assert_eq!(again["added"], 0);
    }
}

/// What another program says has its name and its level, until this program has searched deeper.
#[test]
fn the_word_of_another_program_is_marked() {
    let Some(path) = sample("edax_small.dat") else {
        return;
    };
    let folder = Folder::new();
    folder.json(&["import", "a.book", text(&path)]);
    let shown = folder.json(&["show", "a.book", "--position", "d3c5f6e3"]);
    let expected = json!([
        {"move": "c3", "value": 2, "kind": "book", "by": null},
        {"move": "f3", "value": 0, "kind": "leaf", "by": "Edax level 12"},
        {"move": "c4", "value": 0, "kind": "book", "by": null},
    ]);
    let mut found = shown["moves"].as_array().expect("moves").clone();
    found[1..].sort_by_key(|mv| mv["move"] != "f3");
    assert_eq!(Value::from(found), expected);
    assert_eq!(shown["source"], "Edax 4.5, level 12");
    assert_eq!(
        (&shown["value"], &shown["bounds"]),
        (&json!(2), &json!([-64, 64]))
    );
}

/// A book for Edax needs a leaf everywhere; one is searched on request.
#[test]
fn a_book_without_leaves_is_not_exported_to_edax() {
    let folder = Folder::new();
    searched(&folder);
    fs::write(folder.path("other.txt"), "f5d6c4g5\n").expect("it can be written");
    folder.json(&["add", "my.book", "other.txt", "--plies", "3"]);
    // c4 was the best move out of the book after f5d6.
    let why = "Edax needs a value for the best move out of the book, which 1 positions lack";
    folder.assert_refused(&["export", "my.book", "one.dat"], why);
    folder.json(&["fix", "my.book", "--depth", "3", "--hash", "4"]);
    let exported = folder.json(&["export", "my.book", "two.dat"]);
    assert_eq!(exported, json!({"positions": 13, "written": 13}));
}

/// A damaged record is found by `check`, and by every command that reads it.
#[test]
fn damage_is_found() {
    let folder = Folder::new();
    searched(&folder);
    let path = folder.path("my.book");
    let mut bytes = fs::read(&path).expect("it is there");
    bytes[4096 + 17] ^= 1;
    fs::write(&path, bytes).expect("it can be written");
    let output = folder.book(&["check", "my.book"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("the book is damaged: the checksum of the records from 1 on"),
        "{said}"
    );
    folder.assert_refused(&["export", "my.book", "out.dat"], "the book is damaged");
    folder.assert_refused(&["fix", "my.book"], "the book is damaged");
}

/// Every checksum, record and value is right.
#[test]
fn the_built_in_book_is_intact_and_small() {
    let folder = Folder::new();
    folder.json(&["new", "my.book", "--built-in"]);
    assert_eq!(folder.json(&["check", "my.book"])["intact"], json!(true));
    let size = fs::metadata(folder.path("my.book"))
        .expect("it is there")
        .len();
    assert!(size <= MAX_BUILT_IN, "{size} bytes");
}

/// Where a draw is proven, the built-in book plays a move that keeps it.
#[test]
fn the_built_in_book_keeps_proven_draws() {
    let folder = Folder::new();
    folder.json(&["new", "my.book", "--built-in"]);
    for game in PROVEN_DRAWS {
        for ply in 1..=game.len() / 2 {
            let played = &game[..2 * ply];
            let shown = folder.json(&["show", "my.book", "--position", played]);
            assert_eq!(shown["bounds"], json!([0, 0]), "{played}");
            assert_eq!(shown["moves"][0]["value"], 0, "{played}");
        }
    }
}

/// Positions of a proven draw are worth nothing else, and the book plays only moves that keep the draw.
#[test]
fn proven_draws_are_kept() {
    let folder = Folder::new();
    fs::write(folder.path("games.txt"), "f5f6\nf5f4\nf5d6c3d3\n").expect("it is written");
    folder.json(&["add", "my.book", "games.txt"]);
    folder.json(&["fix", "my.book", "--depth", "3", "--hash", "4"]);
    let before = folder.json(&["show", "my.book", "--position", "f5"]);
    fs::write(folder.path("proof.txt"), "f5f6\n").expect("it is written");
    let added = folder.json(&["add", "my.book", "proof.txt", "--proven-draws"]);
    assert_eq!(added["added"], 0);
    // The move into the proof is the best one, though the searches preferred another.
    assert_ne!(before["moves"][0]["move"], "f6");
    let after = folder.json(&["show", "my.book", "--position", "f5"]);
    assert_eq!(after["bounds"], json!([0, 0]));
    assert_eq!(after["moves"][0]["move"], "f6");
    assert!(after["moves"].as_array().is_some_and(|moves| {
        let values = moves.iter().filter_map(|mv| mv["value"].as_i64());
        moves.len() > 1 && values.max() == Some(0)
    }));
    assert_eq!(folder.json(&["check", "my.book"])["intact"], json!(true));
    for seed in 0..10 {
        let input = format!(
            "setoption name Seed value {seed}\nposition startpos moves f5\ngo depth 1\nquit\n"
        );
        let said = folder.ugi(&["--book", "my.book", "--book-variety", "64"], &input);
        assert!(said.contains("bestmove f6"), "{said}");
    }
}
