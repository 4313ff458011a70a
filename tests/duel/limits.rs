//! Limits of moves where there is no clock.
#![cfg(unix)]

use std::fs;

use super::{KAESHI, fake, fresh, play, refusal};

/// A program without a clock has a limit for each move, which the reason of a loss names.
#[test]
fn a_move_without_a_clock_has_a_limit() {
    let record = fresh("limit.jsonl");
    let record = record.to_str().expect("it is text");
    let slow = fake("sleep 3; echo bestmove a1");
    let limited = ["--games", "1", "--move-limit", "0.2"];
    let fields = format!("name=slow,cmd={slow},nodes=5");
    let quick = format!("name=quick,cmd={KAESHI},tc=5");
    for programs in [
        &["--first", KAESHI, "--second", &slow, "--depth", "1"][..],
        &["--engine", &quick, "--engine", &fields],
    ] {
        let _ = fs::remove_file(record);
        let output = play(&[programs, &limited, &["--record", record]].concat());
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}");
        let kept = fs::read_to_string(record).expect("it is there");
        let why = r#"{"forfeit":"no move within 0.2 s, see --move-limit"}"#;
        assert!(kept.contains(why), "{programs:?}: {kept}");
    }
    let why = refusal(&["--first", KAESHI, "--second", KAESHI, "--move-limit", "5"]);
    assert!(
        why.contains("--move-limit: every program plays by time"),
        "{why}"
    );
    let why = refusal(&[
        "--first",
        KAESHI,
        "--second",
        KAESHI,
        "--depth",
        "1",
        "--move-limit",
        "0",
    ]);
    assert!(why.contains("a number of seconds from 0.001 to"), "{why}");
}

/// What is left of a limit of a move says nothing.
#[test]
fn without_clocks_none_are_shown() {
    let said = |limit: &[&str]| {
        let programs = ["--first", KAESHI, "--second", KAESHI, "--games", "2"];
        let output = play(&[&programs, limit].concat());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let depth = said(&["--depth", "1"]);
    assert!(
        depth.contains("   1 as x ") && !depth.contains("clocks"),
        "{depth}"
    );
    let time = said(&["--time", "1", "--increment", "0"]);
    assert_eq!(time.matches(", clocks ").count(), 2, "{time}");
}
