//! `kaeshi play` over pipes, with the input of a person.

#[path = "../common/under_test.rs"]
mod under_test;

mod series;

use std::io::Write;
use std::process::{Output, Stdio};

/// Runs `kaeshi play` with these arguments, sends `input`, and closes the input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = under_test::kaeshi()
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
            "You are X, the first player.",
            "Type a move such as d3, or 'help'.",
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
        &[
            "You are O, the second player.",
            "Kaeshi plays ",
            "O to move",
        ],
    );
}

#[test]
fn wrong_moves_are_explained_and_change_nothing() {
    let said = play(&["--side", "both"], "zz\na1\nd3 c5\nfen\n");
    assert_says(
        &said,
        &[
            "Unknown command or square 'zz'",
            "'a1': no disc would be turned over",
            "a line is one move or one word; 'c5' is one too many",
            "8/8/8/3ox3/3xo3/8/8/8 x\n",
        ],
    );
}

#[test]
fn help_shows_how_a_move_is_written() {
    for (game, example) in [
        ("othello", "d3"),
        ("tictactoe", "a1"),
        ("daifugo", "d-3 (the three of diamonds)"),
    ] {
        let said = play(&["--game", game, "--depth", "1"], "help\n");
        let expected = format!("Type a move such as {example}, or one of these words:\n");
        assert_says(&said, &[&expected, "  hint ", "Numbers in brackets are "]);
    }
}

#[test]
fn a_forced_pass_of_ones_own_is_explained() {
    let position = "daifugo group C3D4/C4CK 1 - - 00 -";
    let said = play(
        &[
            "--game",
            "daifugo",
            "--position",
            position,
            "--side=0,1",
            "--depth=1",
        ],
        "c-k\n",
    );
    assert_says(&said, &["Player 0 passes."]);
    let said = play(
        &["--game", "daifugo", "--position", position, "--depth=1"],
        "",
    );
    assert_says(&said, &["You have no move but to pass."]);
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
            "The game is over: 'new' begins another",
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
fn unknown_words_are_not_called_squares() {
    let said = play(&["--side", "both"], "s\ni9\npass\nd33\n");
    assert_says(
        &said,
        &[
            "Unknown command or square 's'.",
            "'i9'",
            "a pass is not allowed",
            "'d33'",
        ],
    );
    let said = play(&["--side", "both", "--game", "tictactoe"], "start\nd4\n");
    assert_says(&said, &["Unknown command or square 'start'.", "'d4'"]);
}

#[test]
fn positions_come_in_every_notation() {
    let board = format!("{}OX------XXX--{}", "-".repeat(27), "-".repeat(24));
    let expected = "8/8/8/3ox3/3xxx2/8/8/8 o\n";
    for position in [&*format!("{board} O"), "f5", "8/8/8/3ox3/3xxx2/8/8/8 o"] {
        let said = play(&["--side", "both", "--position", position], "fen\n");
        assert_says(&said, &["read as ", expected, "You make", expected]);
    }
    let said = play(
        &[
            "--side",
            "both",
            "--game",
            "gomoku",
            "--position",
            "h8h9, a1",
        ],
        "undo\n",
    );
    assert_says(&said, &["read as a transcript: 15 15 5 ", "o 2"]);
}

/// The lines of a drawing that show a hand.
fn hands(said: &str) -> Vec<&str> {
    let lines = said.lines().map(|line| line.trim_start_matches(['>', ' ']));
    lines
        .filter(|line| line.starts_with("player ") && line.ends_with(')'))
        .collect()
}

#[test]
fn cards_are_dealt_by_the_seed() {
    let deal = |arguments: &[&str]| {
        let said = play(
            &[
                &["--game", "daifugo", "--side", "both", "--open"],
                arguments,
            ]
            .concat(),
            "fen\n",
        );
        let position = said.lines().find(|line| line.starts_with("daifugo "));
        position.expect(&said).to_owned()
    };
    let deals = [deal(&["--seed", "1"]), deal(&["--seed", "2"]), deal(&[])];
    assert_eq!(deals[0], deal(&["--seed", "1"]));
    assert!(deals[0] != deals[1] && deals[1] != deals[2] && deals[0] != deals[2]);
    assert_ne!(deals[2], deal(&[]));
    // The printed seed deals the same cards again; the next game has other cards.
    let said = play(
        &[
            "--game",
            "daifugo uecda 5",
            "--side",
            "none",
            "--depth",
            "1",
        ],
        "",
    );
    let seed = said
        .split("'--seed ")
        .nth(1)
        .and_then(|rest| rest.split('\'').next());
    let seed = seed.expect(&said);
    let again = play(
        &[
            "--game",
            "daifugo uecda 5",
            "--side",
            "none",
            "--depth",
            "1",
            "--seed",
            seed,
        ],
        "",
    );
    assert_eq!(said, again);
    let said = play(
        &[
            "--game", "daifugo", "--seed", "5", "--open", "--side", "both",
        ],
        "fen\nnew\nfen\n",
    );
    assert_says(
        &said,
        &["'--seed 5'", "daifugo group", "'--seed 6'", "daifugo group"],
    );
}

#[test]
fn only_ones_own_cards_are_shown() {
    for game in [
        "daifugo",
        "daifugo plain",
        "daifugo uecda",
        "daifugo uecda 5",
        "daifugo group 3",
    ] {
        let arguments = ["--game", game, "--seed", "3", "--depth", "1"];
        let said = play(&arguments, "fen\nhint\nmoves\nwhat\n");
        assert_says(
            &said,
            &["You are player 0.", "Unknown command or cards 'what'."],
        );
        let shown = hands(&said);
        assert!(
            shown[0].starts_with("player 0: ") && !shown[0].contains("hidden"),
            "{said}"
        );
        for hand in &shown {
            let own = hand.starts_with("player 0: ");
            let out = hand.contains("(0)");
            assert!(
                own != hand.contains("hidden") || out,
                "{game}: {hand}\n{said}"
            );
        }
        assert!(said.contains("The cards are hidden"), "{said}");
        assert!(!said.contains("daifugo "), "no position is shown:\n{said}");
        let open = play(&[&arguments[..], &["--open"]].concat(), "");
        assert!(
            hands(&open).iter().all(|hand| !hand.contains("hidden")),
            "{open}"
        );
    }
}

#[test]
fn a_game_of_cards_is_played_to_its_end() {
    for (game, side) in [
        ("daifugo", "first"),
        ("daifugo uecda", "second"),
        ("daifugo uecda 5", "4"),
    ] {
        // The person always plays the first listed move.
        let mut typed = String::new();
        loop {
            let arguments = [
                "--game", game, "--side", side, "--seed", "11", "--depth", "1",
            ];
            let said = play(&arguments, &format!("{typed}moves\n"));
            if said.contains("The game is over.") {
                assert!(!hands(&said).is_empty());
                break;
            }
            let lines: Vec<_> = said.lines().collect();
            let moves = lines[lines.len() - 2];
            let first = moves.split(' ').next().expect("a move");
            typed.push_str(first);
            typed.push('\n');
            assert!(typed.lines().count() < 60, "{said}");
        }
    }
}

/// The engine must not use the opponent's hidden cards: its move is the same for all of them.
#[test]
fn the_engine_does_not_see_the_hands_of_others() {
    let own = "D3H3C4D6S8DK";
    let answer = |theirs: &str| {
        let position = format!("daifugo group {own}/{theirs} 0 - - 00 -");
        let said = play(
            &[
                "--game",
                "daifugo",
                "--position",
                &position,
                "--side",
                "second",
                "--depth",
                "2",
                "--seed",
                "4",
            ],
            "",
        );
        let line = said.lines().find(|line| line.starts_with("Kaeshi "));
        line.expect(&said).to_owned()
    };
    let answers = ["C3S3D4H4S4C5", "H2D2C2S2HAHK", "CTDTHTSTDJHJ"].map(answer);
    assert!(
        answers.iter().all(|other| *other == answers[0]),
        "{answers:?}"
    );
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
    assert_says(
        &said,
        &[
            "Not read: the line is not UTF-8 text from byte 1 on.",
            "Not read: the line is longer than",
            " x\n",
        ],
    );
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
        ["--side", "nobody"],
        ["--open", "--time=100"],
        ["--games=2", "--time=100"],
        ["--game=daifugo", "--games=0"],
        ["--game=daifugo uecda 5", "--side=first"],
        ["--game=daifugo uecda 5", "--side=second"],
        ["--game=daifugo uecda 5", "--side=5"],
        ["--game=daifugo uecda 5", "--side=1,1"],
        ["--game=daifugo uecda 3", "--side=0,3"],
        ["--position", "--depth=3"],
        ["--clock=5+3", "--time=100"],
        [
            "--game=daifugo",
            "--position=daifugo uecda D3C5/?11 0 - - 00 -",
        ],
        ["--level=3", "--game=gomoku"],
    ] {
        let output = run(&arguments, b"");
        assert!(!output.status.success(), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_book_is_played_from_or_refused() {
    let book = "tests/data/books/small.book";
    let said = play(
        &["--book", book, "--time", "60000", "--seed", "1"],
        "f5\nquit\n",
    );
    assert_says(&said, &["Kaeshi plays "]);
    for (arguments, why) in [
        (&["--book", "no/such.book"][..], "no/such.book"),
        (
            &["--book", book, "--level", "3"],
            "--book goes with full strength only",
        ),
        (
            &["--book", book, "--game", "tictactoe"],
            "--book goes with Othello only",
        ),
        (
            &["--book", book, "--game", "daifugo"],
            "--book goes with Othello only",
        ),
    ] {
        let output = run(arguments, b"quit\n");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(
            said.contains(why) && said.lines().count() == 1,
            "{arguments:?}: {said}"
        );
    }
}
