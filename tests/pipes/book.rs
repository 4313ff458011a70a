//! Play from an opening book, in the protocols that have no option for it: the book comes from the command line.

use std::time::{Duration, Instant};

use crate::engine::Engine;

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
