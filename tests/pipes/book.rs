//! Play from an opening book, in the protocols that have no option for it: the book comes from the command line.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::engine::{Engine, PATIENCE};
use crate::under_test;

/// A book of 36 positions; d6 answers f5.
const BOOK: &str = "tests/data/books/small.book";

#[test]
fn nboard_tells_hints_of_the_book_from_those_of_the_search() {
    const GAME: &str = "set game (;GM[Othello]PC[]PB[]PW[]RE[?]TY[8]BO[8 \
                        ---------------------------O*------*O--------------------------- *]B[F5];)";
    let mut engine = Engine::start(&["--book", BOOK]);
    engine.send("nboard 2").send(GAME).send("set depth 4");
    let said = engine.send("hint 2").until("nodestats");
    let first = said.iter().position(|line| line.starts_with("search "));
    let book: Vec<_> = said
        .iter()
        .filter(|line| line.starts_with("book "))
        .collect();
    assert_eq!(book[0], "book D6C3D3C4F4C5B3C2E3D2 0.00 0 17");
    let last = said.iter().rposition(|line| line.starts_with("book "));
    assert!(book.len() > 1 && last < first, "{said:?}");
    // A hint of one move is searched, too.
    let said = engine.send("hint 1").until("nodestats");
    assert!(
        said.iter().any(|line| line.starts_with("search ")),
        "{said:?}"
    );
    // The answer itself takes no search.
    let said = engine.send("go").until("===");
    assert_eq!(said.last().expect("an answer"), "=== D6/0.00/0.00");
    assert!(
        said.iter().all(|line| !line.starts_with("search ")),
        "{said:?}"
    );
}

#[test]
fn cecp_plays_from_the_book_at_once() {
    let mut engine = Engine::start(&["--book", BOOK]);
    engine.send("xboard\nprotover 2\nnew\nvariant reversi\nst 60\nforce\nusermove P@f5");
    let start = Instant::now();
    let answer = engine.send("go").expect("move ");
    assert_eq!(answer, "move P@d6");
    assert!(start.elapsed() < Duration::from_secs(30), "it searched");
}

#[test]
fn the_built_in_book_is_played_if_asked_for() {
    let mut engine = Engine::start(&["--own-book", "--book-depth", "1"]);
    let said = engine.send("go movetime 60000").until("bestmove");
    assert!(said[0].starts_with("info string book "), "{said:?}");
    // Beyond the depth, and without being asked, it searches.
    let said = engine
        .send("position startpos moves f5")
        .send("go depth 1")
        .until("bestmove");
    assert!(said[0].starts_with("info depth 1 "), "{said:?}");
    let mut engine = Engine::start(&[]);
    let said = engine.send("go depth 1").until("bestmove");
    assert!(said[0].starts_with("info depth 1 "), "{said:?}");
}

#[test]
fn variety_depends_on_the_seed_alone() {
    let mut chosen = Vec::new();
    for seed in 0..20 {
        let mut engine = Engine::start(&["--book", BOOK]);
        engine.send("setoption name BookVariety value 1");
        engine.send(&format!("setoption name Seed value {seed}"));
        engine.send("position startpos moves f5");
        let mut answer = || engine.send("go movetime 60000").expect("bestmove ");
        let first = answer();
        assert_eq!(answer(), first, "seed {seed}");
        chosen.push(first);
    }
    chosen.sort();
    chosen.dedup();
    assert_eq!(chosen, ["bestmove d6", "bestmove f6"]);
}

#[test]
fn variety_depends_on_the_number_of_the_game() {
    let games = || {
        let mut engine = Engine::start(&["--book", BOOK, "--book-variety", "1"]);
        let mut answer = |_| {
            engine.send("uginewgame").send("position startpos moves f5");
            engine.send("go movetime 60000").expect("bestmove ")
        };
        (0..20).map(&mut answer).collect::<Vec<_>>()
    };
    let first = games();
    assert_eq!(first, games());
    assert!(first.iter().any(|answer| *answer != first[0]));
}

/// A folder with an empty book; the path of the book.
fn empty_book() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("my.book");
    let path = path.to_str().expect("its name is a text").to_owned();
    book(&["new", &path]);
    (folder, path)
}

/// What `kaeshi book` prints.
fn book(arguments: &[&str]) -> Value {
    let mut command = under_test::kaeshi();
    let output = command.arg("book").args(arguments).arg("--json").output();
    let output = output.expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() <= Some(1), "{arguments:?}: {said}");
    serde_json::from_slice(&output.stdout).expect("it is JSON")
}

#[test]
fn nboard_learns_a_game() {
    const GAME: &str = "set game (;GM[Othello]PC[]PB[]PW[]RE[?]TY[8]BO[8 \
                        ---------------------------O*------*O--------------------------- *];)";
    let (_folder, path) = empty_book();
    let mut engine = Engine::start(&["--book", &path]);
    engine.send("nboard 2").send(GAME).send("set depth 4");
    for mv in ["F5", "D6", "C3", "D3", "C4"] {
        engine.send(&format!("move {mv}"));
    }
    // The last position has no move into the book.
    engine.send("learn").until("learned");
    // What it has learned is used at once.
    let said = engine.send(GAME).send("go").until("===");
    assert!(!said.iter().any(|line| line.starts_with("search ")));
    let said = engine.send("learn").until("learned");
    assert!(
        !said.iter().any(|line| line.contains("error")),
        "nothing to learn: {said:?}"
    );
    engine.send("quit").end();
    assert_eq!(book(&["stats", &path])["positions"], json!(6));
    let shown = book(&["show", &path, "--position", "f5d6c3d3c4"]);
    assert_eq!(shown["moves"][0]["kind"], "leaf", "{shown}");
    assert_eq!(book(&["check", &path])["intact"], json!(true));
}

#[test]
fn a_state_that_changes_ends_learning() {
    let (_folder, path) = empty_book();
    let mut engine = Engine::start(&["--book", &path]);
    engine.send("nboard 2").send("set depth 60");
    engine.send("move F5").send("move D6").send("learn");
    let said = engine.send("ping 1").until("pong 1");
    assert!(said.iter().any(|line| line == "learned"), "{said:?}");
    engine.send("quit").end();
    assert_eq!(book(&["stats", &path])["positions"], json!(3));
}

#[test]
fn games_are_learned_after_their_end_and_never_on_the_clock() {
    let (_folder, path) = empty_book();
    let mut engine = Engine::start(&["--book", &path, "--book-learn", "60"]);
    engine.send("ugi").expect("ugiok");
    engine
        .send("position startpos moves f5 d6 c3")
        .send("uginewgame");
    // The searches of 60 plies end when there is something to do.
    engine
        .send("position startpos moves f5 f6")
        .send("go depth 2")
        .until("bestmove");
    engine.send("quit").end();
    // The positions of both games are there; those of the second were added at the end.
    assert_eq!(book(&["stats", &path])["positions"], json!(5));
}

#[test]
fn short_searches_of_a_game_come_to_an_end() {
    let (_folder, path) = empty_book();
    let mut engine = Engine::start(&["--book", &path]);
    engine.send("ugi").expect("ugiok");
    engine.send("setoption name BookLearn value 3");
    engine
        .send("position startpos moves f5 d6")
        .send("uginewgame");
    let deadline = Instant::now() + PATIENCE;
    let is_known = || book(&["show", &path])["moves"][0]["move"].is_string();
    while !is_known() {
        assert!(Instant::now() < deadline, "it does not learn");
        thread::sleep(Duration::from_millis(50));
    }
    // It is read again when the next line is carried out.
    let said = engine.send("go movetime 60000").until("bestmove");
    assert!(
        said.iter()
            .any(|line| line.starts_with("info string book ")),
        "{said:?}"
    );
}

/// A book that cannot be written costs no game. The user is told once, by a line that the protocol has for that.
#[test]
#[cfg(unix)]
fn a_book_that_does_not_learn_is_named_once() {
    const INFO: &str = "info string the book could not learn: ";
    let position = &["position startpos moves f5 d6"][..];
    let drops = &["force", "usermove P@f5", "usermove P@d6"][..];
    for (greeting, asked, moves, new, notice) in [
        ("ugi", "isready", position, "uginewgame", INFO),
        ("uci", "isready", position, "ucinewgame", INFO),
        ("usi", "isready", position, "usinewgame", INFO),
        (
            "xboard",
            "ping 1",
            drops,
            "new",
            "tellusererror the book could not learn: ",
        ),
        // A game is learned when the conversation ends.
        (
            "nboard 2",
            "ping 1",
            &["move F5", "move D6"],
            "ping 2",
            "status the book could not learn: ",
        ),
    ] {
        let (_folder, path) = empty_book();
        let mut engine = Engine::start(&["--book", &path, "--book-learn", "3"]);
        let answer = if asked == "isready" {
            "readyok"
        } else {
            "pong 1"
        };
        engine.send(greeting).send(asked).until(answer);
        std::fs::remove_file(&path).expect("it is there");
        for _ in 0..2 {
            for line in moves {
                engine.send(line);
            }
            engine.send(new);
        }
        let said = engine.send("quit").end();
        let told = said.iter().filter(|line| line.starts_with(notice));
        assert_eq!(told.count(), 1, "{greeting}: {said:?}");
    }
}
