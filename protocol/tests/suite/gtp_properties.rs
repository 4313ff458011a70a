//! Properties of every line of GTP and every SGF file: nothing panics, an error is one printable line, and what is
//! written reads back.

use std::time::Duration;

use kaeshi_protocol::gtp::{Color, Command, Request, Response, Rule, Time, Vertex, clean};
use kaeshi_protocol::sgf;
use proptest::option;
use proptest::prelude::*;

use crate::lines::{any_text, check_error, damaged};

/// Good lines, to be damaged.
const LINES: [&str; 14] = [
    "1 protocol_version",
    "known_command play",
    "boardsize 8",
    "boardsize 7 6",
    "komi 6.5",
    "play black D3",
    "play W pass # said",
    "genmove white",
    "time_settings 60 2.5 0",
    "time_left black -0.5 10",
    "set_game mnk 7 7 5",
    "loadsgf game.sgf 12",
    "gogui-rules_board_size",
    "kaeshi-param Hash 64",
];

const FILE: &str = "(;GM[2]SZ[8]AB[de][ed]AW[dd][ee]C[a \\] b];B[dc](;W[cc];B[])(;W[aa]))";

/// Reads `line` as an engine does, and checks the properties of every line.
fn check_line(line: &str) {
    let cleaned = clean(line);
    assert!(!cleaned.contains(char::is_control), "{cleaned:?}");
    let Some(request) = Request::parse(&cleaned) else {
        assert_eq!(cleaned.trim(), "", "{line:?}");
        return;
    };
    match &request.command {
        Ok(_) => {
            let written = request.to_string();
            let again = Request::parse(&written).expect(&written);
            assert_eq!(again.to_string(), written);
        }
        Err(why) => check_error(why, &cleaned),
    }
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn vertex() -> impl Strategy<Value = Vertex> {
    let point = (0_u8..25, 0_u8..255).prop_map(|(file, rank)| Vertex::Point { file, rank });
    prop_oneof![9 => point, 1 => Just(Vertex::Pass)]
}

/// Whole milliseconds, which a decimal fraction represents exactly enough to read back.
fn time() -> impl Strategy<Value = Duration> {
    (0_u64..10_000_000).prop_map(Duration::from_millis)
}

fn command() -> impl Strategy<Value = Command<'static>> {
    prop_oneof![
        Just(Command::ListCommands),
        Just(Command::Undo),
        Just(Command::Komi),
        Just(Command::KnownCommand("x-y")),
        Just(Command::SetGame("mnk 7 7 5")),
        Just(Command::Rules(Rule::FinalResult)),
        Just(Command::Other {
            name: "kaeshi-param",
            arguments: "Hash 64"
        }),
        (1_u32..60, 1_u32..60).prop_map(|(files, ranks)| Command::BoardSize { files, ranks }),
        (color(), vertex()).prop_map(|(color, vertex)| Command::Play(color, vertex)),
        color().prop_map(Command::GenMove),
        color().prop_map(Command::RegGenMove),
        (time(), time(), any::<u32>()).prop_map(|(main, byo_yomi, stones)| Command::TimeSettings {
            main,
            byo_yomi,
            stones
        }),
        (color(), time(), any::<u32>())
            .prop_map(|(color, left, stones)| Command::TimeLeft(color, Time { left, stones })),
        option::of(1_u32..99).prop_map(|before| Command::LoadSgf {
            file: "a.sgf",
            before
        }),
    ]
}

/// Characters that only some readers take for a space or a line end are dropped or belong to their word.
#[test]
fn strange_spaces_leave_no_nameless_command() {
    assert_eq!(clean("\u{2028}na\u{2029}me\u{85}"), "name");
    assert_eq!(Request::parse(&clean("\u{2028}")), None);
    for (line, name, arguments) in [
        ("\u{3000} x", "\u{3000}", "x"),
        ("a\u{a0} x", "a\u{a0}", "x"),
    ] {
        let other = Request::parse(line).expect("a request").command;
        assert_eq!(other, Ok(Command::Other { name, arguments }), "{line:?}");
    }
}

proptest! {
    #[test]
    fn any_line_is_understood_or_refused(line in any_text()) {
        check_line(&line);
    }

    #[test]
    fn damaged_lines_are_understood_or_refused(line in damaged(&LINES, "[A-Za-z0-9_# .-]")) {
        check_line(&line);
    }

    #[test]
    fn requests_read_back(id in option::of(any::<u32>()), command in command()) {
        let request = Request { id, command: Ok(command) };
        let written = request.to_string();
        prop_assert_eq!(Request::parse(&written), Some(request), "{}", written);
    }

    #[test]
    fn responses_read_back(
        id in option::of(any::<u32>()),
        is_good in any::<bool>(),
        text in "([a-z?=][a-z0-9 ]{0,8}[a-z0-9]\n){0,4}",
    ) {
        let text = text.trim_end().to_owned();
        let result = if is_good { Ok(text) } else { Err(text) };
        let response = Response { id, result };
        let written = response.to_string();
        prop_assert!(written.ends_with("\n\n") && written.matches("\n\n").count() == 1);
        prop_assert_eq!(Response::parse(&written), Some(response), "{}", written);
    }

    #[test]
    fn any_answer_is_read_or_not(text in any_text(), sign in "[=?]?[0-9]{0,12}") {
        let _ = Response::parse(&text);
        let _ = Response::parse(&format!("{sign}{text}"));
        // An engine's answer has no blank lines.
        let written = Response { id: None, result: Ok(text) }.to_string();
        prop_assert_eq!(written.trim_end_matches('\n').matches("\n\n").count(), 0);
    }

    #[test]
    fn any_file_is_read_or_refused(text in any_text(), damaged in damaged(&[FILE], "[\\[\\]();A-Z]")) {
        let _ = sgf::Game::parse(&text);
        if let Err(why) = sgf::Game::parse(&damaged) {
            prop_assert!((1..=damaged.len() + 1).contains(&why.at), "{why}");
        }
    }
}

#[test]
fn the_main_line_of_a_file_is_read() {
    let game = sgf::Game::parse(FILE).expect("it is good");
    assert_eq!((game.kind, game.size), (Some(2), Some((8, 8))));
    assert_eq!(game.stones.len(), 4);
    let moves = [
        (Color::Black, Some("dc".to_owned())),
        (Color::White, Some("cc".to_owned())),
        (Color::Black, None),
    ];
    assert_eq!(game.moves, moves);
    for end in 0..FILE.len() {
        let result = sgf::Game::parse(&FILE[..end]);
        // A game ends with the first bracket that closes a branch.
        assert_eq!(
            result.is_ok(),
            FILE[..end].contains(')'),
            "{}",
            &FILE[..end]
        );
    }
}
