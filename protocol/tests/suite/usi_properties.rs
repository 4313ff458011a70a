//! Properties of every line of USI-X: nothing panics, an error is one printable line, and positions read back as
//! written.

use kaeshi_protocol::board::{Board, Disc};
use kaeshi_protocol::usi::{Command, Info, Reply, Setup, Sfen};
use proptest::option;
use proptest::prelude::*;

use crate::lines::{any_text, check_error, damaged};

/// Good lines, to be damaged.
const LINES: [&str; 9] = [
    "usi",
    "setoption name Move Overhead value 12",
    "score_scale_and_type",
    "position startpos moves f5 d6 pass",
    "position sfen ---------------------------OX------XO---------------------------B1 moves f5",
    "go btime 0 wtime 0 binc 0 winc 0 byoyomi 500",
    "go ponder btime 100 wtime -100 depth 3 nodes 4 movetime 5",
    "ponderhit btime 1 wtime 2 byoyomi 3",
    "gameover win",
];

fn check(line: &str) {
    if let Err(why) = Command::parse(line) {
        check_error(&why, line);
    }
}

fn sfen() -> impl Strategy<Value = Sfen> {
    let disc = || prop_oneof![Just(Disc::Black), Just(Disc::White)];
    let cells = proptest::collection::vec(option::of(disc()), 64);
    (cells, disc(), any::<u32>()).prop_map(|(cells, side, number)| Sfen {
        board: Board(cells.try_into().expect("64 of them")),
        side,
        number,
    })
}

proptest! {
    #[test]
    fn any_line_is_understood_or_refused(line in any_text()) {
        check(&line);
        check(&format!("position sfen {line}"));
        check(&format!("go {line}"));
    }

    #[test]
    fn damaged_lines_are_understood_or_refused(line in damaged(&LINES, "[a-zXOBW0-9 -]")) {
        check(&line);
    }

    #[test]
    fn positions_read_back(sfen in sfen()) {
        let setup = Setup::Sfen(sfen);
        let line = format!("position sfen {sfen} moves f5 pass");
        let moves = vec!["f5", "pass"];
        prop_assert_eq!(Command::parse(&line), Ok(Some(Command::Position { setup, moves })));
    }

    #[test]
    fn what_is_written_is_one_line(text in any_text()) {
        let reply = Reply::Info(Info::string(text.as_str())).to_string();
        prop_assert!(!reply.contains(char::is_control), "{:?}", reply);
    }
}

#[test]
fn good_lines_are_understood() {
    for line in LINES {
        assert!(matches!(Command::parse(line), Ok(Some(_))), "{line}");
    }
    assert_eq!(Command::parse(" \t"), Ok(None));
}
