//! Games of Othello played by other programs: the legal moves and the results are the same.

use std::fmt::Write;

use kaeshi::game::{Game, Notation, Outcome, Side};
use kaeshi::games::othello::Othello;

use crate::chance::moves;

/// Written by `tests/oracles/othello.py`, which describes the format.
const GAMES: &str = include_str!("../data/othello_oracle.txt");

/// 64-bit FNV-1a.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// The names of the legal moves in the form that is hashed.
fn list_of_moves(game: &Othello) -> String {
    let mut list = String::new();
    for mv in moves(game) {
        write!(list, "{} ", game.write_move(&mv)).expect("a string grows");
    }
    list.push('\n');
    list
}

/// Plays a game and compares the position after every move; returns the number of positions.
fn replay(line: &str, words: &[&str]) -> usize {
    let [played @ .., result, hash] = words else {
        panic!("{line}");
    };
    let mut game = Othello::default();
    let mut lists = list_of_moves(&game);
    for name in played {
        assert_eq!(game.result(), None, "{name} in {line}");
        let mv = game.read_move(name).expect(line);
        game.make(&mv);
        lists += &list_of_moves(&game);
    }
    let ended = match game.result().expect(line) {
        Outcome::Won(Side::First) => "p1win",
        Outcome::Won(Side::Second) => "p2win",
        Outcome::Drawn => "draw",
    };
    assert_eq!(ended, *result, "{line}");
    assert_eq!(format!("{:016x}", fnv(&lists)), *hash, "{line}");
    played.len() + 1
}

#[test]
fn other_programs_agree_about_othello() {
    for program in ["pyffish", "open_spiel"] {
        let mut positions = 0;
        let mut passes = 0;
        for line in GAMES.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            if words[0] == program {
                positions += replay(line, &words[1..]);
                passes += words.iter().filter(|word| **word == "0000").count();
            }
        }
        assert!(positions >= 10_000, "{program}: {positions}");
        assert!(passes >= 50, "{program}: {passes}");
    }
}
