//! Games that `XBoard` keeps in PGN.

use crate::{bad, good_text, noted};

/// `XBoard` calls the first player White, writes drops and shows the board in a comment.
#[test]
fn games_that_xboard_keeps_are_read() {
    let record = include_str!("../data/xboard.pgn");
    let ggf = good_text(&["--from", "pgn", "--to", "ggf"], record);
    let games: Vec<_> = ggf.lines().collect();
    assert_eq!(games.len(), 2);
    for (game, parts) in games.iter().zip([
        [
            "PB[Kaeshi 0.1.0]PW[Other 1.0]RE[+4.00]",
            "B[G1]W[PA]B[A8]W[PA]B[G7]W[H8];)",
        ],
        [
            "PB[Kaeshi 0.1.0]PW[Kaeshi 0.1.0]RE[+4.00]",
            "B[PA]W[H7]B[PA]W[A1];)",
        ],
    ]) {
        for part in [
            "DT[2026.11.21]",
            "O*------*O--------------------------- *]B[E6]W[F4]",
        ]
        .iter()
        .chain(&parts)
        {
            assert!(game.contains(part), "{game} lacks {part}");
        }
    }
    // Passes may be missing, or written as in `XBoard`'s protocol.
    for pass in ["", "@@@@"] {
        let text = record.replace(" -- ", &format!(" {pass} "));
        assert_eq!(
            good_text(&["--from", "pgn", "--to", "ggf"], text),
            ggf,
            "{pass}"
        );
    }
}

/// The tags of a game that `XBoard` keeps.
const XBOARD_TAGS: &str = "[White \"a\"]\n[Variant \"reversi\"]\n";

/// Of an unfinished game only the result is known.
#[test]
fn results_of_games_that_xboard_keeps_are_read() {
    let header = XBOARD_TAGS;
    let board = "[FEN \"8/8/8/3Pp3/3pP3/8/8/8[Pp] w - - 0 1\"]\n";
    let left_out = "its result '1/2-1/2' is no difference of discs, and is left out";
    for (result, expected, note) in [
        ("1-0", "+64.00:r", ""),
        ("0-1", "-64.00:r", ""),
        ("1/2-1/2", "?", left_out),
        ("*", "?", ""),
    ] {
        let text = format!("{header}[Result \"{result}\"]\n{board}1. P@f5 {{a}} P@d6 {result}\n");
        let (game, said) = noted(&["--from", "pgn", "--to", "ggf"], &text);
        assert_eq!(said.is_empty(), note.is_empty(), "{result}: {said}");
        assert!(said.contains(note), "{result}: {said}");
        let expected = format!("PB[a]PW[]RE[{expected}]TY[8]BO[8 ");
        assert!(
            game.contains(&expected) && game.ends_with("B[F5]W[D6];)\n"),
            "{game}"
        );
    }
}

/// `XBoard`'s Black to move is Othello's White, and the lowest rank is written last.
#[test]
fn positions_that_xboard_keeps_are_read() {
    let header = XBOARD_TAGS;
    let turned = "[FEN \"8/8/8/3Pp3/3pP3/3p4/8/7P[Pp] b - - 0 1\"]\n";
    let obf = good_text(
        &["--from", "pgn", "--to", "obf"],
        format!("{header}{turned}\n*\n"),
    );
    assert_eq!(
        obf,
        format!(
            "{}X{}O{}OX{}XO{} O;\n",
            "-".repeat(7),
            "-".repeat(11),
            "-".repeat(7),
            "-".repeat(6),
            "-".repeat(27)
        )
    );
    for (fen, why) in [
        (
            "8/8 w",
            "record 1, line 1: skipped: the tag FEN: the board must have 8 by 8 squares",
        ),
        (
            "8/8/x w",
            "record 1, line 1: skipped: the tag FEN: expected a rank of 1 to 26 squares",
        ),
    ] {
        let (status, out, said) = bad(
            &["--from", "pgn", "--to", "ggf"],
            format!("{header}[FEN \"{fen}\"]\n\n*\n"),
        );
        assert!(
            (status, out.as_str()) == (1, "") && said.contains(why),
            "{said}"
        );
    }
}
