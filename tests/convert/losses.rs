//! Nothing is lost in a conversion without a word.

use crate::{bad, good, good_text, noted};

/// A game in GGF with more tags, from the starting position.
fn ggf(tags: &str, moves: &str) -> String {
    let start = "-".repeat(27) + "O*------*O" + &"-".repeat(27);
    format!("(;GM[Othello]{tags}TY[8]BO[8 {start} *]{moves};)\n")
}

/// The moves of a game in GGF that Black wins with all discs.
const OVER: &str = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]";
/// The first moves of a game in GGF.
const OPEN: &str = "B[f5]W[d6]";

/// Nothing is dropped without a word.
#[test]
fn what_is_lost_is_named() {
    let pgn = |tags: &str| format!("{tags}\n1. f5 d6\n");
    for (from, to, input, why) in [
        (
            "ggf",
            "ggf",
            ggf("PB[a]PB[b]", OPEN),
            "the tag PB is there as 'a' and as 'b': the last value is used",
        ),
        (
            "ggf",
            "ggf",
            ggf("RE[+8.00]", OVER),
            "its result +8 is kept, but its moves end with +64",
        ),
        (
            "ggf",
            "ggf",
            ggf("RE[won]", OPEN),
            "its result 'won' is no difference of discs, and is left out",
        ),
        (
            "ggf",
            "pgn",
            ggf("RE[-2.00:s]", OPEN),
            "PGN cannot keep that the players agreed on the result",
        ),
        (
            "ggf",
            "wthor",
            ggf("RE[+64.00:r]", OPEN),
            "WTHOR cannot keep that a side resigned",
        ),
        (
            "ggf",
            "transcript",
            ggf("RE[+64.00:t]", OPEN),
            "a transcript cannot keep the result +64.00:t",
        ),
        (
            "pgn",
            "ggf",
            pgn("[Black \"a\"]\n[black \"b\"]\n"),
            "the tag Black is there as 'a' and as 'b': the first value is used",
        ),
        (
            "pgn",
            "ggf",
            pgn("[Result \"1-0\"]\n"),
            "its result '1-0' is no difference of discs, and is left out",
        ),
        (
            "pgn",
            "ggf",
            pgn("[Result \"60-40\"]\n"),
            "its result '60-40' is no difference of discs",
        ),
        (
            "sgf",
            "ggf",
            "(;GM[2]RE[Black];B[fe])".to_owned(),
            "its result 'Black' is not understood",
        ),
    ] {
        let (_, said) = noted(&["--from", from, "--to", to], &input);
        assert!(
            said.starts_with("kaeshi: standard input, record 1, line 1: "),
            "{said}"
        );
        assert!(
            said.contains(why) && said.lines().count() == 1,
            "{input}: {said}"
        );
    }
}

/// The result of a game in PGN stands in two tags. If one is unreadable, it is named, and the other one counts.
#[test]
fn an_unreadable_result_beside_a_good_one_is_named() {
    for (tags, unreadable) in [
        ("[Result \"40-24\"]\n[Margin \"much\"]", "much"),
        ("[Result \"60-40\"]\n[Margin \"+16\"]", "60-40"),
    ] {
        let input = format!("{tags}\n\n1. f5 d6\n");
        let (out, said) = noted(&["--from", "pgn", "--to", "ggf"], &input);
        assert!(out.contains("RE[+16.00]"), "{out}");
        let why = format!("its result '{unreadable}' is no difference of discs, and is left out");
        assert!(said.contains(&why) && said.lines().count() == 1, "{said}");
    }
}

/// Of several such records the first is named.
#[test]
fn losses_of_one_kind_are_named_once() {
    let many = ggf("", OPEN) + &ggf("PB[a]PB[b]RE[+2.00]", OVER).repeat(3);
    let (out, said) = noted(&["--from", "ggf", "--to", "ggf"], &many);
    assert_eq!(
        (out.lines().count(), said.lines().count()),
        (4, 2),
        "{said}"
    );
    assert!(
        said.lines().all(|line| line.contains("record 2, line 2: ")
            && line.ends_with(" (and 2 more such cases)")),
        "{said}"
    );
}

/// What is there twice with the same value, and results that say no more than the moves, are no news.
#[test]
fn nothing_is_said_where_nothing_is_lost() {
    good(
        &["--from", "ggf", "--to", "ggf"],
        ggf("PB[a]PB[a]RE[+64.00]", OVER),
    );
    good(
        &["--from", "pgn", "--to", "ggf"],
        "[Result \"1-0\"]\n\n1. e6 f4 e3 f6 g5 d6 e7 f5 c5\n",
    );
    good(
        &["--from", "ggf", "--to", "transcript"],
        ggf("RE[+64.00]", OVER),
    );
    let resigned = good_text(&["--from", "sgf", "--to", "ggf"], "(;GM[2]RE[W+R];B[fe])");
    assert!(resigned.contains("RE[-64.00:r]"), "{resigned}");
    let (status, out, said) = bad(
        &["--from", "sgf", "--to", "ggf"],
        "(;GM[2]RE[0]RE[B+2];B[fe])",
    );
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(
        said.contains("GM, SZ or RE is there twice at byte 13"),
        "{said}"
    );
}

/// Without its number the game would be taken for one of another program, whose rows are counted the other way.
#[test]
fn sgf_without_its_numbers_is_refused() {
    for wrong in [
        "GM[x]",
        "GM[]",
        "GM[-2]",
        "SZ[8x8]",
        "SZ[8:]",
        "SZ[99999999999]",
    ] {
        let text = format!("(;{wrong};B[fe])");
        let (status, out, said) = bad(&["--from", "sgf", "--to", "ggf"], &text);
        assert_eq!((status, out.as_str()), (1, ""), "{text}");
        let why = "GM is one number, SZ is one or two: this is neither at byte 3";
        assert!(said.contains(why), "{said}");
    }
    good(
        &["--from", "sgf", "--to", "ggf"],
        "(;GM[ 2 ]SZ[8: 8];B[fe])",
    );
}
