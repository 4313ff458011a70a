//! The command line: the options of each command, and the refusal of others.

use std::process::{Command, Output};

fn kaeshi(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kaeshi"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .output()
        .expect("the binary is built before its tests")
}

/// The shared options, each with a valid value.
const SHARED: [(&str, &str); 4] = [
    ("--game", "tictactoe"),
    ("--hash", "2"),
    ("--threads", "1"),
    ("--level", "3"),
];

/// The commands, each with those shared options that affect it.
const COMMANDS: [(&str, &[&str]); 10] = [
    ("play", &["--game", "--hash", "--threads", "--level"]),
    ("match", &["--game"]),
    ("convert", &[]),
    ("perft", &["--game"]),
    ("solve", &["--hash", "--threads"]),
    ("bench", &[]),
    ("eval", &[]),
    ("value", &["--game", "--hash", "--threads"]),
    ("marubatsu", &[]),
    ("uecda", &["--hash"]),
];

/// The options that `--help` lists.
fn listed(help: &str) -> Vec<&str> {
    let lines = help.lines().map(str::trim_start);
    let options = lines.filter(|line| line.starts_with('-'));
    let words = options.flat_map(|line| line.split([' ', ',']));
    words.filter(|word| word.starts_with("--")).collect()
}

#[test]
fn help_lists_the_options_that_a_command_takes() {
    for (command, takes) in COMMANDS {
        for words in [
            &[command, "--help"][..],
            &[command, "-h"],
            &["help", command],
        ] {
            let output = kaeshi(words);
            assert!(output.status.success(), "{words:?}");
            let help = String::from_utf8(output.stdout).expect("text");
            let listed = listed(&help);
            assert!(listed.contains(&"--help"), "{help}");
            for (option, _) in SHARED {
                let takes = takes.contains(&option);
                assert_eq!(listed.contains(&option), takes, "{option}\n{help}");
            }
        }
    }
}

#[track_caller]
fn assert_refused(arguments: &[&str], why: &str) {
    let output = kaeshi(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said.lines().next().unwrap_or_default();
    assert!(first.contains(why), "{arguments:?}: {said}");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

#[test]
fn options_that_would_do_nothing_are_refused() {
    for (command, takes) in COMMANDS {
        for (option, value) in SHARED {
            if takes.contains(&option) {
                continue;
            }
            let why = format!("unexpected argument '{option}'");
            assert_refused(&[command, option, value], &why);
            let why = format!("'kaeshi {command}' has no option {option}");
            let needed: &[&str] = match command {
                "perft" => &["1"],
                "match" => &["--first", "true", "--second", "true"],
                _ => &[],
            };
            assert_refused(&[&[option, value, command], needed].concat(), &why);
        }
    }
}

/// Before a command, an option would be one of the engine.
#[test]
fn options_go_behind_the_command() {
    assert_refused(
        &["--game", "tictactoe", "perft", "2"],
        "write --game after the command: kaeshi perft --game",
    );
    assert_refused(&["--hash=2", "solve"], "write --hash after the command");
    assert_refused(&["--level", "3", "play"], "write --level after the command");
}

#[test]
fn values_out_of_range_are_refused_with_the_range() {
    for (arguments, why) in [
        (&["--hash", "0"][..], "a whole number from 1 to "),
        (&["--hash", "lots"], "a whole number from 1 to "),
        (&["--hash", "-1"], "'-1'"),
        (&["--hash", "999999999"], "MiB of memory"),
        (
            &["--hash", "99999999999999999999999"],
            "a whole number from 1 to ",
        ),
        (&["--threads", "0"], "a whole number from 1 to "),
        (&["--threads", "100000"], "available"),
        (&["--level", "14"], "the levels end at 13"),
        (&["--level", "high"], "a whole number from 0 to 13"),
        (&["solve", "--hash", "0"], "a whole number from 1 to "),
        (
            &["value", "--game", "gomoku", "gomoku"],
            "cannot be used with",
        ),
    ] {
        assert_refused(arguments, why);
    }
}
