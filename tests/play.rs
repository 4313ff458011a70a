//! `kaeshi play` over pipes, with the input of a person.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs `kaeshi play` with these arguments, sends `input`, and closes the input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kaeshi"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary can be run");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    // Writing fails if the program has ended already.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// The output for `input`; the program must succeed without error messages.
#[track_caller]
fn play(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input.as_bytes());
    let said = String::from_utf8(output.stdout).expect("it writes text");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complaints}");
    assert_eq!(complaints, "");
    said
}

#[track_caller]
fn assert_says(said: &str, expected: &[&str]) {
    let mut rest = said;
    for text in expected {
        let Some(at) = rest.find(text) else {
            panic!("'{text}' is missing after the texts before it in:\n{said}");
        };
        rest = &rest[at + text.len()..];
    }
}

#[test]
fn a_move_is_answered() {
    let said = play(&["--level", "2"], "d3\nquit\n");
    assert_says(
        &said,
        &[
            "You are the first player.",
            "X 2, O 2, X to move",
            "X 4, O 1, O to move",
            "Kaeshi plays ",
            "X 3, O 3, X to move",
        ],
    );
}

#[test]
fn the_engine_begins_when_the_person_is_second() {
    let said = play(&["--level", "2", "--side", "second"], "");
    assert_says(
        &said,
        &["You are the second player.", "Kaeshi plays ", "O to move"],
    );
}

#[test]
fn wrong_moves_are_explained_and_change_nothing() {
    let said = play(&["--side", "both"], "zz\na1\nd3 c5\nfen\n");
    assert_says(
        &said,
        &[
            "'zz': ",
            "'a1': no disc would be turned over",
            "one word at a time",
            "8/8/8/3ox3/3xo3/8/8/8 x\n",
        ],
    );
}

#[test]
fn a_move_and_its_answer_are_taken_back() {
    let said = play(&["--level", "1"], "undo\nd3\nundo\nfen\n");
    assert_says(
        &said,
        &[
            "There is no move of yours to take back.",
            "Kaeshi plays ",
            "8/8/8/3ox3/3xo3/8/8/8 x\n",
        ],
    );
    let said = play(&["--side", "second", "--level", "1"], "undo\nfen\n");
    assert_says(&said, &["There is no move of yours to take back.", " o\n"]);
}

#[test]
fn a_hint_is_a_legal_move() {
    let said = play(&["--side", "both", "--depth", "3"], "moves\nhint\n");
    let legal = said
        .lines()
        .find(|line| line.split(' ').any(|word| word == "d3"));
    let hint = said.lines().find_map(|line| line.strip_prefix("Hint: "));
    let hint = hint.and_then(|hint| hint.split(' ').next());
    let (legal, hint) = (legal.expect(&said), hint.expect(&said));
    assert!(legal.split(' ').any(|word| word == hint), "{said}");
}

#[test]
fn passes_are_announced_and_made() {
    // O has no legal move, X has.
    let position = "xo6/8/8/8/8/8/8/8 o";
    let said = play(&["--side", "both", "--position", position], "fen\nc1\n");
    assert_says(
        &said,
        &[
            "The second player has no move but to pass.",
            "xo6/8/8/8/8/8/8/8 x\n",
            "The game is over. The first player wins.",
        ],
    );
}

#[test]
fn the_result_is_told_and_another_game_can_begin() {
    let position = "xxxxxxxo/8/8/8/8/8/8/8 x";
    let said = play(&["--position", position], "d3\nhint\nresign\nmoves\nundo\n");
    assert_says(
        &said,
        &[
            "The game is over. You win.",
            "The game is over: 'new' begins another",
            "The game is over.",
            "The game is over already.",
            "There is no move of yours to take back.",
        ],
    );
    let said = play(&[], "resign\nd3\nnew\nfen\n");
    assert_says(
        &said,
        &[
            "The game is over. Kaeshi wins.",
            "The game is over: 'new' begins another",
            "8/8/8/3ox3/3xo3/8/8/8 x\n",
        ],
    );
}

#[test]
fn kaeshi_plays_itself_to_the_end() {
    let said = play(&["--side", "none", "--level", "2"], "");
    assert_says(&said, &["Kaeshi plays ", "game over", "The game is over. "]);
}

#[test]
fn what_is_no_text_is_refused() {
    let mut input = b"\xff\xfe\n\0\n\x1b[31m\n".to_vec();
    input.extend(vec![b'x'; 1 << 20]);
    input.extend(b"\nfen\n");
    let output = run(&["--side", "both"], &input);
    let said = String::from_utf8(output.stdout).expect("it writes text");
    assert!(output.status.success(), "{said}");
    assert!(!said.contains('\x1b'), "control characters are escaped");
    assert_says(&said, &["Byte 1 of the line", "A line has at most", " x\n"]);
}

#[test]
fn impossible_wishes_are_refused_before_the_game() {
    for arguments in [
        ["--game", "chess"],
        ["--position", "xxxx/8"],
        ["--depth", "0"],
        ["--level", "14"],
        ["--time", "never"],
        ["--side", "third"],
        ["--level=3", "--game=gomoku"],
    ] {
        let output = run(&arguments, b"");
        assert!(!output.status.success(), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}
