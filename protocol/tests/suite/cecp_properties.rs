//! Properties of every line of `XBoard`'s protocol: nothing panics, an error is one printable line, and moves read back
//! as written.

use kaeshi_protocol::cecp::{Command, Level, Reply, Value};
use kaeshi_protocol::fairy::{Move, Square};
use proptest::prelude::*;

use crate::lines::{any_text, check_error, damaged};
use std::time::Duration;

/// Good lines, to be damaged.
const LINES: [&str; 14] = [
    "protover 2",
    "variant reversi",
    "level 40 2:30 0.5",
    "st 1.5",
    "sd 12",
    "time -100",
    "otim 6000",
    "usermove P@e3",
    "P@e3",
    "ping 17",
    "result 1-0 {White wins}",
    "setboard 8/8/8/3Pp3/3pP3/8/8/8[PPpp] w - - 0 1",
    "memory 64",
    "name Some Body",
];

fn check(line: &str) {
    if let Err(why) = Command::parse(line) {
        check_error(&why, line);
    }
}

proptest! {
    #[test]
    fn any_line_is_understood_or_refused(line in any_text()) {
        check(&line);
        for word in ["level", "usermove", "setboard", "st", "time"] {
            check(&format!("{word} {line}"));
        }
    }

    #[test]
    fn damaged_lines_are_understood_or_refused(line in damaged(&LINES, "[a-zP@0-9:./ -]")) {
        check(&line);
    }

    #[test]
    fn moves_read_back(file in 0_u8..26, rank in 0_u8..26) {
        for mv in [Move::Drop(Square { file, rank }), Move::Pass] {
            let told = Reply::Move(mv).to_string().replace("move", "usermove");
            for line in [told, mv.to_string()] {
                prop_assert_eq!(Command::parse(&line), Ok(Some(Command::Move(mv))), "{}", line);
            }
        }
    }

    #[test]
    fn times_are_read(moves in any::<u32>(), minutes in 0_u64..10_000, seconds in 0_u64..60, gain in 0_u64..1000) {
        let base = Duration::from_secs(minutes * 60 + seconds);
        let increment = Duration::from_secs(gain);
        let line = format!("level {moves} {minutes}:{seconds:02} {gain}");
        let level = Level { moves, base, increment };
        prop_assert_eq!(Command::parse(&line), Ok(Some(Command::Level(level))));
    }

    #[test]
    fn what_is_written_is_one_line(text in any_text()) {
        let text = text.as_str();
        for reply in [
            Reply::Error(text.into(), text.into()),
            Reply::TellUserError(text.into()),
            Reply::Feature(text.into(), Value::Text(text.into())),
        ] {
            prop_assert!(!reply.to_string().contains(char::is_control), "{:?}", reply);
        }
    }
}

#[test]
fn good_lines_are_understood() {
    for line in LINES {
        assert!(matches!(Command::parse(line), Ok(Some(_))), "{line}");
    }
}
