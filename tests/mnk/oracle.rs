//! Games played by other programs: the legal moves and the results are the same.

use std::fmt::Write;

use kaeshi::game::{Game, Notation, Outcome, Side};
use kaeshi::games::mnk::bits::Bits;
use kaeshi::games::mnk::{Mnk, Variant, Visitor, open};

use crate::moves;

/// Written by `tests/oracles/mnk.py`, which describes the format.
const GAMES: &str = include_str!("../data/mnk_oracle.txt");

/// 64-bit FNV-1a.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Plays the moves and compares the positions; returns the number of positions.
struct Replay<'l> {
    line: &'l str,
    words: &'l [&'l str],
}

impl Visitor for Replay<'_> {
    type Output = usize;

    fn visit<B: Bits>(self, start: Mnk<B>) -> usize {
        let [played @ .., result, hash] = self.words else {
            panic!("{}", self.line);
        };
        let mut game = start;
        let mut lists = list_of_moves(&game);
        for name in played {
            assert_eq!(game.result(), None, "{name} in {}", self.line);
            let cell = game.read_move(name).expect(self.line);
            game.make(&cell);
            lists += &list_of_moves(&game);
        }
        let ended = match game.result().expect(self.line) {
            Outcome::Won(Side::First) => "p1win",
            Outcome::Won(Side::Second) => "p2win",
            Outcome::Drawn => "draw",
        };
        assert_eq!(ended, *result, "{}", self.line);
        assert_eq!(format!("{:016x}", fnv(&lists)), *hash, "{}", self.line);
        played.len() + 1
    }
}

/// The names of the legal moves in the form that is hashed.
fn list_of_moves<B: Bits>(game: &Mnk<B>) -> String {
    let mut list = String::new();
    if game.result().is_none() {
        for cell in moves(game) {
            write!(list, "{} ", game.write_move(&cell)).expect("a string grows");
        }
    }
    list + "\n"
}

#[test]
fn other_programs_agree_on_every_position() {
    for (oracle, rules) in [
        ("pyffish", ""),
        ("open_spiel", ""),
        ("connect_four", "gravity"),
    ] {
        let (mut tic_tac_toe, mut other) = (0, 0);
        for line in GAMES.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            if words[0] != oracle {
                continue;
            }
            let name = format!("mnk {} {rules}", words[1..4].join(" "));
            let variant = Variant::named(&name).expect(line);
            let words = &words[4..];
            let positions = open(variant, Replay { line, words });
            if variant == Variant::TIC_TAC_TOE {
                tic_tac_toe += positions;
            } else {
                other += positions;
            }
        }
        println!("{oracle}: {tic_tac_toe} positions of tic-tac-toe, {other} of other boards");
        let falling = oracle == "connect_four" && other >= 2_000;
        assert!(falling || (tic_tac_toe >= 10_000 && other >= 10_000));
    }
}
