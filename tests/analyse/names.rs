//! Names of players beside WTHOR files.

use kaeshi_protocol::board::Square;
use kaeshi_protocol::wthor::{Game, Header, Kind, Names};

use crate::{analyse, lines, texts};

/// WTHOR files have numbers instead of names; the names are in files beside them.
#[test]
fn names_of_wthor_are_found_beside_the_games() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name);
    let header = Header {
        made: (2026, 11, 23),
        year: 2026,
        depth: 0,
    };
    // f5 d6 c3: a1 is 0, b1 is 1.
    let moves = [37, 43, 18].map(|number| Square::new(number).expect("a square"));
    let game = Game {
        black: 2,
        white: 1,
        score: 40,
        moves: moves.to_vec(),
        ..Game::default()
    };
    let base = [&header.to_bytes(1)[..], &game.to_bytes()].concat();
    std::fs::write(file("games.wtb"), base).expect("a file");
    let names = |names: &[&str]| {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Names { header, names }.to_bytes(Kind::Players)
    };
    let games = file("games.wtb");
    let games = games.to_str().expect("text");
    let arguments = ["--level", "1", "--quiet", "--json", games];
    let analysed = |why: &str| {
        let output = analyse(&arguments, "");
        let (_, _, said) = texts(&output);
        assert!(
            said.contains(why) && (why.is_empty() == said.is_empty()),
            "{said}"
        );
        let game = &lines(&output)[0];
        [&game["black"], &game["white"]].map(|name| name.as_str().expect("text").to_owned())
    };
    assert_eq!(analysed(""), ["#2", "#1"]);
    std::fs::write(file("Wthor.JOU"), names(&["Unknown", "Tanaka", "Suzuki"])).expect("a file");
    assert_eq!(analysed(""), ["Suzuki", "Tanaka"]);
    // Of several files the usual one is taken, or none.
    std::fs::write(file("other.jou"), names(&["A", "B", "C"])).expect("a file");
    assert_eq!(analysed(""), ["Suzuki", "Tanaka"]);
    std::fs::remove_file(file("Wthor.JOU")).expect("it is there");
    std::fs::write(file("other.jou"), b"damaged").expect("a file");
    assert_eq!(analysed("other.jou"), ["#2", "#1"]);
}
