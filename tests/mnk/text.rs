//! Positions, moves and names as text, valid and invalid.

use kaeshi::game::{Game, Notation, Outcome, SetupError, Side};
use kaeshi::games::mnk::bits::Bits;
use kaeshi::games::mnk::{Mnk, Variant, Visitor, open};

use crate::{moves, variant};

fn game(width: u32, height: u32, in_row: u32) -> Mnk<u64> {
    Mnk::new(variant(width, height, in_row))
}

#[test]
fn positions_are_read_and_written_as_motors_does() {
    let start = game(5, 5, 4);
    for (text, written) in [
        ("5 5 4 X4/5/O2X1/O1X2/O4 x", "5 5 4 X4/5/O2X1/O1X2/O4 x 4"),
        ("5 5 4 5/5/5/5/5 x 1", "5 5 4 5/5/5/5/5 x 1"),
        ("5/5/5/5/xo3 x 7", "5 5 4 5/5/5/5/XO3 x 2"),
        ("  5  5 4 5/5/2x2/5/5 O ", "5 5 4 5/5/2X2/5/5 o 1"),
        ("5/5/11x11/5/o1111 X", "5 5 4 5/5/5/5/5 x 1"),
        ("5 5 4", "5 5 4 5/5/5/5/5 x 1"),
        ("5,5,4", "5 5 4 5/5/5/5/5 x 1"),
        ("mnk 5 5 4", "5 5 4 5/5/5/5/5 x 1"),
        ("mnk 5 5 4 5/5/5/5/xo3 x", "5 5 4 5/5/5/5/XO3 x 2"),
    ] {
        match start.read(text) {
            Ok(position) => {
                assert_eq!(position.write(), written, "{text}");
                assert!(position.read(written).expect("its own text") == position);
            }
            Err(why) => assert!(text.contains("11"), "{text}: {why}"),
        }
    }
}

#[test]
fn the_first_row_is_the_highest_rank() {
    let start = game(4, 3, 3);
    let mut played = start.clone();
    for name in ["a1", "D3", "b1"] {
        let cell = played.read_move(name).expect("free");
        played.make(&cell);
    }
    assert_eq!(played.write(), "3 4 3 3O/4/XX2 o 2");
    assert!(start.read("3 4 3 3O/4/XX2 o").expect("legal") == played);
    assert_eq!(
        played.draw(),
        "   a b c d\n 3 . . . o\n 2 . . . .\n 1 x x . .\no to move, 3 in a row wins"
    );
}

struct Writes(&'static str, &'static str);
impl Visitor for Writes {
    type Output = ();

    fn visit<B: Bits>(self, start: Mnk<B>) {
        let mut position = start.read(self.0).expect(self.0);
        assert_eq!(position.write(), self.0);
        let cell = position.read_move(self.1).expect(self.1);
        assert_eq!(position.write_move(&cell), self.1);
        position.make(&cell);
        assert!(position.read(&position.write()).expect("legal") == position);
    }
}

#[test]
fn long_runs_and_far_cells() {
    open(
        variant(12, 10, 5),
        Writes("10 12 5 12/12/12/12/12/11X/12/12/12/12 o 1", "k10"),
    );
    let rows = ["26"; 25].join("/");
    let text: &'static str = format!("26 26 13 {rows}/12X12O x 2").leak();
    open(variant(26, 26, 13), Writes(text, "z26"));
}

#[test]
fn other_sizes_are_another_variant() {
    let start = game(3, 3, 3);
    for (text, name) in [
        ("10 12 5", "mnk 12 10 5"),
        ("10,12,5", "mnk 12 10 5"),
        ("3 4 3 4/4/4 x 1", "mnk 4 3 3"),
        ("mnk 3 4 3 4/4/4 x 1", "mnk 4 3 3"),
        ("mnk 4 3 3", "mnk 4 3 3"),
        ("gomoku", "mnk 15 15 5"),
        ("3 3 2 3/3/3 x", "mnk 3 3 2"),
        ("connect4", "mnk 7 6 4 gravity"),
        ("connect4 7/7/7/7/7/3X3 o", "mnk 7 6 4 gravity"),
        ("6 7 4 gravity 7/7/7/7/7/3X3 o", "mnk 7 6 4 gravity"),
        (
            "mnk 3 3 3 exact gravity 3/3/3 x 1",
            "mnk 3 3 3 gravity exact",
        ),
        ("3,3,3,exact", "mnk 3 3 3 exact"),
    ] {
        let other = SetupError::Variant(name.into());
        assert_eq!(start.read(text).err(), Some(other), "{text}");
        let variant = Variant::named(name).expect(name);
        assert_eq!(variant.to_string(), name);
        assert!(start.read(&start.write()).is_ok());
    }
}

/// Impossible positions of 3,3,3, and why.
const BAD_POSITIONS: &[(&str, &str)] = &[
    ("", "the position is empty"),
    (
        "3/3/3",
        "the side to move (x or o) is missing after the rows",
    ),
    (
        "3 3",
        "write three sizes before the board (height, width and number in a row), found 2",
    ),
    (
        "3,3",
        "write three sizes before the board (height, width and number in a row), found 2",
    ),
    (
        "3,3,3,3",
        "unexpected '3' after the sizes: only gravity and exact may follow",
    ),
    (
        "3 3 3 gale 3/3/3 x",
        "unexpected 'gale' after the sizes: only gravity and exact may follow",
    ),
    ("3 3 3 exact exact 3/3/3 x", "'exact' is given twice"),
    ("3 3 x", "the number in a row must be a number, not 'x'"),
    ("3,3,", "the number in a row must be a number, not ''"),
    ("3,-3,3", "the width must be a number, not '-3'"),
    (
        "3 3 3 3/3/3",
        "the side to move (x or o) is missing after the rows",
    ),
    (
        "3 3 4 3/3/3 x",
        "the number in a row must be from 1 to 3 on a board 3 wide and 3 high, not 4",
    ),
    (
        "3 3 0 3/3/3 x",
        "the number in a row must be from 1 to 3 on a board 3 wide and 3 high, not 0",
    ),
    ("0 3 3 3/3/3 x", "the height must be from 1 to 26, not 0"),
    ("3 27 3 3/3/3 x", "the width must be from 1 to 26, not 27"),
    (
        "99999999999999999999 3 3 3/3/3 x",
        "the height must be from 1 to 26, not 4294967295",
    ),
    ("3/3 x", "the board must have 3 rows, found 2"),
    ("3/3/3/3 x", "the board must have 3 rows, found 4"),
    ("x", "the side to move (x or o) is missing after the rows"),
    ("3/2/3 x", "row 2 ('2') has 2 cells instead of 3"),
    ("3/3/4 x", "row 3 ('4') has 4 cells instead of 3"),
    (
        "3/3/99999999999999999999 x",
        "row 3 ('99999999999999999999') has 4 cells instead of 3",
    ),
    (
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx/3/3 x",
        "row 1 ('xxxxxxxxxxxxxxxxxxxxxxxx...') has 4 cells instead of 3",
    ),
    ("3//3 x", "row 2 ('') has 0 cells instead of 3"),
    (
        "3/x0x/3 x",
        "row 2: a number of empty cells cannot begin with 0",
    ),
    (
        "3/1y1/3 x",
        "row 2: unexpected 'y': write x, o or a number of empty cells",
    ),
    (
        "3/1é1/3 x",
        "row 2: unexpected 'é': write x, o or a number of empty cells",
    ),
    (
        "3/-3/3 x",
        "row 2: unexpected '-': write x, o or a number of empty cells",
    ),
    ("3/3/3 y", "the side to move must be x or o, not 'y'"),
    ("3/3/3 x 0", "the number of the move must be at least 1"),
    (
        "3/3/3 x -1",
        "the number of the move must be a number, not '-1'",
    ),
    ("3/3/3 x 1 1", "unexpected '1' after the number of the move"),
    (
        "3 3 3 3/3/3 x 1 moves",
        "unexpected 'moves' after the number of the move",
    ),
    ("3/3/3 o", "with 0 x and 0 o it cannot be o's turn"),
    ("x2/3/3 x", "with 1 x and 0 o it cannot be x's turn"),
    ("xx1/3/3 o", "with 2 x and 0 o it cannot be o's turn"),
    ("oo1/3/2x x", "with 1 x and 2 o it cannot be x's turn"),
    ("xxx/oo1/3 x", "with 3 x and 2 o it cannot be x's turn"),
    ("ooo/xx1/2x o", "with 3 x and 3 o it cannot be o's turn"),
    ("xxx/ooo/3 x", "x has a line already and cannot be to move"),
    ("xxx/oo1/2o x", "x has a line already and cannot be to move"),
    ("ooo/xxx/2x o", "o has a line already and cannot be to move"),
];

#[test]
fn bad_positions_are_refused_with_a_reason() {
    let start = game(3, 3, 3);
    for &(text, reason) in BAD_POSITIONS {
        match start.read(text) {
            Err(SetupError::Refused(why)) => assert_eq!(why.to_string(), reason, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let wide = game(5, 3, 3);
    let two_lines = "xxxoo/xxxoo/o4 o";
    match wide.read(two_lines) {
        Err(SetupError::Refused(why)) => {
            assert_eq!(
                why.to_string(),
                "x has more lines than one move can complete"
            );
        }
        other => panic!("{two_lines}: {other:?}"),
    }
}

#[test]
fn finished_games_are_read_and_refuse_moves() {
    let start = game(3, 3, 3);
    for (text, outcome, reason) in [
        (
            "xxx/oo1/3 o",
            Outcome::Won(Side::First),
            "the game is over: x has won",
        ),
        (
            "xxx/oox/oxo o",
            Outcome::Won(Side::First),
            "the game is over: x has won",
        ),
        (
            "ooo/xx1/2x x",
            Outcome::Won(Side::Second),
            "the game is over: o has won",
        ),
        (
            "xox/xox/oxo o",
            Outcome::Drawn,
            "the game is over: the board is full",
        ),
    ] {
        let position = start.read(text).expect(text);
        assert_eq!(position.result(), Some(outcome), "{text}");
        let why = position.read_move("b2").expect_err(text);
        assert_eq!(why.to_string(), reason);
    }
    let won = start.read("xxx/oo1/3 o").expect("legal");
    assert!(won.draw().ends_with("\nx has won"), "{}", won.draw());
    let full = start.read("xox/xox/oxo o").expect("legal");
    assert!(
        full.draw().ends_with("\nthe board is full: a draw"),
        "{}",
        full.draw()
    );
}

#[test]
fn bad_moves_are_refused_with_a_reason() {
    let position = game(4, 3, 3).read("4/1x2/4 o").expect("legal");
    for (text, reason) in [
        ("b2", "b2 is taken by x"),
        ("B2", "b2 is taken by x"),
        ("e1", "off the board: the cells are a1 to d3"),
        ("a4", "off the board: the cells are a1 to d3"),
        ("a0", "off the board: the cells are a1 to d3"),
        ("a99999999999", "off the board: the cells are a1 to d3"),
        ("a-1", "not a cell: the cells are a1 to d3"),
        ("a", "not a cell: the cells are a1 to d3"),
        ("1a", "not a cell: the cells are a1 to d3"),
        ("", "not a cell: the cells are a1 to d3"),
        ("é1", "not a cell: the cells are a1 to d3"),
        ("pass", "not a cell: the cells are a1 to d3"),
        ("0000", "not a cell: the cells are a1 to d3"),
        ("a1a1", "not a cell: the cells are a1 to d3"),
        ("{1", "not a cell: the cells are a1 to d3"),
    ] {
        let why = position.read_move(text).expect_err(text);
        assert_eq!(why.to_string(), reason, "{text}");
    }
    assert_eq!(moves(&position).len(), 11);
    let falling = Mnk::<u64>::new(Variant::CONNECT_FOUR);
    let why = falling.read_move("d3").expect_err("nothing below");
    assert_eq!(
        why.to_string(),
        "d3 is above an empty cell, to which the stone would fall"
    );
    match falling.read("7/7/7/7/3X3/7 o") {
        Err(SetupError::Refused(why)) => assert_eq!(
            why.to_string(),
            "the stone on d2 is above an empty cell, to which it would fall"
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn variants_have_names() {
    for (name, canonical) in [
        ("tictactoe", "mnk 3 3 3"),
        ("Tic-Tac-Toe", "mnk 3 3 3"),
        ("gomoku", "mnk 15 15 5"),
        ("mnk 15 15 5", "mnk 15 15 5"),
        ("MNK 4,3,3", "mnk 4 3 3"),
        ("mnk 19, 20, 6", "mnk 19 20 6"),
        ("  mnk  1 26   26 ", "mnk 1 26 26"),
        ("Connect4", "mnk 7 6 4 gravity"),
        ("mnk 15 15 5 exact", "mnk 15 15 5 exact"),
        ("mnk,7,6,4,EXACT,Gravity", "mnk 7 6 4 gravity exact"),
    ] {
        let variant = Variant::named(name).expect(name);
        assert_eq!(variant.to_string(), canonical, "{name}");
    }
    for (name, reason) in [
        (
            "",
            "unknown variant '': the variants are tictactoe, gomoku, connect4 and mnk M N K",
        ),
        (
            "chess",
            "unknown variant 'chess': the variants are tictactoe, gomoku, connect4 and mnk M N K",
        ),
        (
            "gomoku 15",
            "unknown variant 'gomoku 15': the variants are tictactoe, gomoku, connect4 and mnk M N K",
        ),
        (
            "mnk",
            "the width is missing: write 'mnk M N K' for M files, N ranks and K in a row",
        ),
        (
            "mnk 3 3",
            "the number in a row is missing: write 'mnk M N K' for M files, N ranks and K in a row",
        ),
        (
            "mnk 3 3 3 3",
            "unexpected '3' after the sizes: only gravity and exact may follow",
        ),
        ("mnk 3 3 3 exact exact", "'exact' is given twice"),
        (
            "connect4 exact",
            "unknown variant 'connect4 exact': the variants are tictactoe, gomoku, connect4 and mnk M N K",
        ),
        ("mnk 3 b 3", "the height must be a number, not 'b'"),
        ("mnk 3 -3 3", "the height must be a number, not '-3'"),
        ("mnk 27 3 3", "the width must be from 1 to 26, not 27"),
        ("mnk 3 0 3", "the height must be from 1 to 26, not 0"),
        (
            "mnk 4 3 5",
            "the number in a row must be from 1 to 4 on a board 4 wide and 3 high, not 5",
        ),
    ] {
        assert_eq!(Variant::named(name).expect_err(name).to_string(), reason);
    }
}
