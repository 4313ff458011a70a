//! The command line: each command accepts its own options and rejects all others.

#[path = "common/under_test.rs"]
mod under_test;

use std::process::Output;

fn kaeshi(arguments: &[&str]) -> Output {
    under_test::kaeshi()
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
const COMMANDS: [(&str, &[&str]); 16] = [
    ("play", &["--game", "--hash", "--threads", "--level"]),
    ("match", &["--game"]),
    ("analyse", &["--game", "--hash", "--threads", "--level"]),
    ("convert", &[]),
    ("book", &[]),
    ("perft", &["--game"]),
    ("solve", &["--hash", "--threads"]),
    ("bench", &[]),
    ("eval", &[]),
    ("value", &["--game", "--hash", "--threads"]),
    ("verify", &["--hash", "--threads"]),
    ("marubatsu", &[]),
    ("bits", &[]),
    ("uecda", &["--hash"]),
    ("completions", &[]),
    ("manual", &[]),
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

/// `kaeshi manual --list` names every command, and every command of a command.
#[test]
fn help_of_every_command_has_an_example_of_it() {
    let listed = answer(&["manual", "--list"]);
    assert!(listed.contains("\nmarubatsu playouts\n"), "{listed}");
    for command in listed.lines().filter(|command| *command != "help") {
        let words: Vec<_> = command.split_whitespace().chain(["--help"]).collect();
        let help = answer(&words);
        let examples = help.split_once("\nExample").unwrap_or_default().1;
        let example = format!("kaeshi {command}");
        assert!(examples.contains(&example), "{command}:\n{help}");
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

/// Help names quantities and actions plainly.
#[test]
fn help_is_in_plain_words() {
    let commands = COMMANDS.map(|(command, _)| vec![command, "--help"]);
    for words in commands.into_iter().chain([vec!["--help"]]) {
        let output = kaeshi(&words);
        let help = String::from_utf8(output.stdout).expect("text");
        for phrase in [
            "that many",
            "so many",
            "as it takes",
            "makes no sense",
            "as was asked",
            "wanted",
            "Mind the",
            "talk",
            "think",
            "nobody",
            "verybody",
        ] {
            assert!(!help.contains(phrase), "{words:?}: '{phrase}'\n{help}");
        }
    }
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
                "bits" => &["othello"],
                "completions" => &["bash"],
                "book" => &["new", "no.book"],
                "match" => &["--first", "true", "--second", "true"],
                _ => &[],
            };
            assert_refused(&[&[option, value, command], needed].concat(), &why);
        }
    }
}

/// What is said of a book has a meaning only if there is one.
#[test]
fn options_of_a_book_need_one() {
    for option in [
        ["--book-variety", "2"],
        ["--book-depth", "9"],
        ["--book-learn", "4"],
    ] {
        assert_refused(
            &option,
            "the following required arguments were not provided",
        );
    }
}

/// An option before a command would apply to the engine, so it is rejected.
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
        (
            &["perft", "300"],
            "a whole number of plies from 0 to 255 is needed",
        ),
        (&["perft", "x"], "a whole number of plies from 0 to 255"),
        (
            &["play", "--depth", "0"],
            "a whole number of plies from 1 to 120",
        ),
        (
            &["match", "--depth", "0"],
            "a whole number of plies from 1 to 1000",
        ),
        (
            &["play", "--time", "0"],
            "a whole number from 1 to 3600000 is needed",
        ),
        (
            &["convert", "--empties", "61"],
            "a whole number from 0 to 60",
        ),
        (&["solve", "--hash", "0"], "a whole number from 1 to "),
        (
            &["value", "--game", "gomoku", "gomoku"],
            "cannot be used with",
        ),
    ] {
        assert_refused(arguments, why);
    }
}

/// The type that clap reads is the type of the option.
#[test]
fn numbers_in_their_range_are_taken() {
    for arguments in [
        &["convert", "--to", "obf", "--from", "obf", "--empties", "60"][..],
        &["play", "--time", "1", "--depth", "1"],
        &["marubatsu", "match", "--rounds", "1"],
        &["uecda", "--port", "1", "--move-time", "1"],
        &["solve", "--from", "1", "--to", "2"],
        &[
            "match",
            "--first",
            "no",
            "--second",
            "no",
            "--depth",
            "1",
            "--tolerance",
            "0",
        ],
    ] {
        let output = kaeshi(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
        assert!(output.status.code().is_some_and(|code| code <= 2), "{said}");
    }
}

/// A stack larger than the memory stands for a system without threads.
#[cfg(target_os = "linux")]
#[test]
fn searches_without_a_thread_are_errors() {
    for arguments in [
        &["perft", "3"][..],
        &["perft", "1", "--game", "daifugo uecda 5"],
    ] {
        let output = under_test::kaeshi()
            .args(arguments)
            .env_remove("RUST_LOG")
            .env("RUST_MIN_STACK", (1_u64 << 60).to_string())
            .output()
            .expect("the binary is built before its tests");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.starts_with("kaeshi: the search cannot start: the system has no thread for it"),
            "{arguments:?}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

/// The position after f5, in every notation; the board begins with `-`.
const F5: [(&str, &str); 5] = [
    (
        "---------------------------OX------XXX-------------------------- O",
        "obf",
    ),
    ("8/8/8/3ox3/3xxx2/8/8/8 o", "fen"),
    ("othello 8/8/8/3ox3/3xxx2/8/8/8 o", "fen"),
    ("f5", "transcript"),
    ("1. F5", "transcript"),
];

#[track_caller]
fn json(arguments: &[&str]) -> serde_json::Value {
    let output = kaeshi(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    // The status is 1 if the time limit ended the search, and 2 if the position was rejected.
    assert_ne!(output.status.code(), Some(2), "{arguments:?}: {said}");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|why| panic!("{arguments:?}: {why} {said}"))
}

#[test]
fn every_command_reads_positions_in_every_notation() {
    for (position, notation) in F5 {
        for command in [
            &["perft", "3", "--json"][..],
            &["eval", "--json"],
            &["value", "--json", "--seconds", "1"],
            &["solve", "--json", "--time", "0.01"],
        ] {
            let found = json(&[command, &["--position", position]].concat());
            assert_eq!(found["notation"], notation, "{command:?} {position}");
            match command[0] {
                "perft" => assert_eq!(found["leaves"], 61, "{position}"),
                "solve" => assert_eq!(found["position"], F5[0].0, "{position}"),
                "eval" => assert_eq!(found["position"], F5[1].0, "{position}"),
                _ => assert!(found["move"].is_string(), "{position}"),
            }
        }
        let said = kaeshi(&["perft", "1", "--position", position]).stdout;
        let said = String::from_utf8(said).expect("text");
        assert!(said.starts_with("read as "), "{said}");
    }
}

#[test]
fn other_games_are_read_in_their_notations() {
    for (game, position, notation, leaves) in [
        ("tictactoe", "3/1X1/1O1 x", "fen", 7),
        ("tictactoe", "b2 b1", "transcript", 7),
        ("gomoku", "h8h9,g8", "transcript", 222),
        ("othello", "tictactoe 3/1X1/1O1 x", "fen", 7),
        ("othello", "mnk 5 5 4", "name", 25),
        ("connect4", "startpos", "name", 7),
        (
            "daifugo",
            "daifugo group D3H3C8S8/D4C5DK 0 - - 00 -",
            "daifugo",
            4,
        ),
        ("daifugo", "group D3H3C8S8/D4C5DK 0 - - 00 - ", "daifugo", 4),
    ] {
        let found = json(&[
            "perft",
            "1",
            "--json",
            "--game",
            game,
            "--position",
            position,
        ]);
        assert_eq!(found["notation"], notation, "{position}");
        assert_eq!(found["leaves"], leaves, "{position}");
    }
}

#[test]
fn positions_that_cannot_be_read_are_refused_by_every_command() {
    let cases = [
        ("zz", "this is neither a board of 64 squares"),
        ("-X x", "the board has only 2 of 64 squares"),
        ("8/8 x", "the board must have 8 rows"),
        ("f5f5", "move 2 (f5): the square is taken"),
        ("", "no position is given"),
        ("--json", "a position is missing before --json"),
    ];
    for (position, why) in cases {
        for command in [
            &["perft", "1"][..],
            &["eval"],
            &["value"],
            &["play"],
            &["solve"],
        ] {
            assert_refused(&[command, &["--position", position]].concat(), why);
        }
    }
    for command in [&["perft", "1"][..], &["value"], &["play"]] {
        let arguments = [command, &["--position", "3/1X1/1O1 x"]].concat();
        assert_refused(
            &arguments,
            "this is a position of tictactoe, not of othello",
        );
    }
    assert_refused(
        &["eval", "--position", "tictactoe"],
        "eval knows Othello alone",
    );
}

/// Standard output or standard error is closed; the program ends without a panic.
#[test]
#[cfg(unix)]
fn readers_may_leave() {
    use std::process::Stdio;

    for arguments in [
        &["perft", "1", "--divide"][..],
        &["eval"],
        &["value", "tictactoe"],
        &["solve", "--position", F5[0].0, "--time", "0.01"],
        &["solve", "no-such-file"],
        &["convert", "no-such-file.txt", "--to", "obf"],
        &["perft", "1", "--position", "zz"],
        &["play", "--side", "none", "--depth", "1"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let writer_too = writer.try_clone().expect("a pipe");
        let status = under_test::kaeshi()
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(writer_too)
            .status()
            .expect("the binary is built before its tests");
        let code = status.code();
        assert!(
            code == Some(141) || code == Some(2),
            "{arguments:?}: {status}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for arguments in [
        &["perft", "1"][..],
        &["eval", "--json"],
        &["value", "tictactoe"],
        &["solve", "--position", "f5", "--time", "0.01", "--json"],
        &["play", "--side", "none", "--depth", "1"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let output = under_test::kaeshi()
            .args(arguments)
            .stdout(full.expect("a device"))
            .output()
            .expect("the binary is built before its tests");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("No space left"), "{arguments:?}: {said}");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    }
}

/// The standard output of a command that succeeds.
fn answer(arguments: &[&str]) -> String {
    let output = kaeshi(arguments);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_command_has_a_manual_page_and_completions() {
    let listed = answer(&["manual", "--list"]);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = answer(&["completions", shell]);
        for (command, _) in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    for (command, _) in COMMANDS {
        assert!(listed.lines().any(|line| line == command), "{command}");
        let page = answer(&["manual", command]);
        let title = format!(".TH kaeshi-{command} 1 ");
        assert!(page.contains(&title), "{command}: {page}");
        assert!(
            page.contains(".SH OPTIONS") && page.contains(".SH EXTRA"),
            "{command}"
        );
    }
    assert!(answer(&["manual"]).contains(".TH kaeshi 1 "));
    assert!(listed.contains("\nbook new\n"), "{listed}");
    assert!(answer(&["manual", "book", "new"]).contains(".TH kaeshi-book-new 1 "));
    assert_refused(
        &["manual", "book", "old"],
        "kaeshi has no command 'book old'",
    );
    assert_refused(&["manual", "nonsense"], "kaeshi has no command 'nonsense'");
}

#[test]
fn the_version_names_the_processors_of_the_build() {
    let version = answer(&["--version"]);
    let first = version.lines().next().expect("a line");
    let start = format!("kaeshi {} (", env!("CARGO_PKG_VERSION"));
    assert!(first.starts_with(&start) && first.ends_with(')'), "{first}");
    let is_known = ["x86-64-v", "aarch64"]
        .iter()
        .any(|name| first.contains(name));
    assert!(is_known || !cfg!(target_arch = "x86_64"), "{first}");
}
