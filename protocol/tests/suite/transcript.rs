//! Transcripts: good lines and their moves, and the errors of bad lines.

use kaeshi_protocol::board::Move;
use kaeshi_protocol::transcript::Transcript;

#[test]
fn every_spelling_means_the_same() {
    let game = "f5d6c3psd3";
    for same in [
        "F5D6C3PSD3",
        "f5 d6 c3 ps d3",
        "f5, d6, c3, pass, d3",
        "1. f5 d6 2. c3 -- 3. d3",
        "1.f5d6 2.c3pa 3.d3",
        "1.f5d62.c3pA3.d3",
        "1 f5 2 d6 3 c3 4 Pass 5 D3",
        "  f5;d6;c3;PA;d3;\r\n",
        "f5\td6\tc3\t--d3",
    ] {
        let read = Transcript::parse(same).unwrap_or_else(|why| panic!("{same}: {why}"));
        assert_eq!(read.to_string(), game, "{same}");
    }
    let Transcript(moves) = Transcript::parse(game).expect("it was read before");
    assert_eq!(moves.len(), 5);
    assert_eq!(moves[3], Move::Pass);
}

#[test]
fn a_blank_line_is_a_game_without_moves() {
    for blank in ["", " ", "\n", " \t\r\n"] {
        assert_eq!(Transcript::parse(blank), Ok(Transcript::default()));
    }
}

#[test]
fn errors_say_what_and_where() {
    let a_move = "expected a square from a1 to h8, or a pass (pa)";
    for (text, at, found) in [
        ("f5d9c3", 3, "'d9c3'"),
        ("f5 i1", 4, "'i1'"),
        ("f5d", 3, "'d'"),
        ("f55d6", 3, "'5d6'"),
        ("f5 12", 4, "'12'"),
        ("f5-d6", 3, "'-d6'"),
        ("f5 ä", 4, "'ä'"),
    ] {
        let refused = Transcript::parse(text).expect_err(text);
        let why = format!("{a_move} at column {at}, found {found}");
        assert_eq!(refused.to_string(), why, "{text}");
    }
}
