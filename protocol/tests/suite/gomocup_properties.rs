//! Properties of every line of Gomocup's protocol: nothing panics, an error is one printable line, and squares read
//! back as written.

use kaeshi_protocol::gomocup::{Command, Info, Owner, Point, Reply};
use proptest::prelude::*;

use crate::lines::{any_text, check_error, damaged};

/// Good lines, to be damaged.
const LINES: [&str; 14] = [
    "START 15",
    "RECTSTART 20,15",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "PLAY 7,8",
    "BOARD",
    "7,7,2",
    "DONE",
    "TAKEBACK 7,7",
    "INFO timeout_turn 5000",
    "INFO time_left -12",
    "INFO folder /a/b c",
    "ABOUT",
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
        check(&format!("TURN {line}"));
        check(&format!("INFO {line}"));
    }

    #[test]
    fn damaged_lines_are_understood_or_refused(line in damaged(&LINES, "[A-Z0-9, -]")) {
        check(&line);
    }

    #[test]
    fn squares_read_back(x in any::<u32>(), y in any::<u32>()) {
        let at = Point { x, y };
        prop_assert_eq!(Command::parse(&format!("TURN {at}")), Ok(Some(Command::Turn(at))));
        let stone = Command::Stone(at, Some(Owner::Opponent));
        prop_assert_eq!(Command::parse(&format!("{at},2")), Ok(Some(stone)));
        let opening = Command::Stone(at, None);
        prop_assert_eq!(Command::parse(&Reply::Move(at).to_string()), Ok(Some(opening)));
    }

    #[test]
    fn what_is_written_is_one_line(text in any_text()) {
        let name = text.as_str();
        let about = Reply::About { name: name.into(), version: name.into(), author: name.into() };
        for reply in [Reply::Message(name.into()), Reply::Unknown(name.into()), about] {
            prop_assert!(!reply.to_string().contains(char::is_control), "{:?}", reply);
        }
    }
}

#[test]
fn good_lines_are_understood() {
    for line in LINES {
        assert!(matches!(Command::parse(line), Ok(Some(_))), "{line}");
        let lower = line.to_lowercase();
        assert_eq!(Command::parse(&lower).is_ok(), Command::parse(line).is_ok());
    }
    let unlimited = Command::Info(Info::TimeLeft(None));
    assert_eq!(
        Command::parse("INFO time_left 2147483647"),
        Ok(Some(unlimited))
    );
}
