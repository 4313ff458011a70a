//! Conversations written as text, one folder for each protocol, repeated with the program.
//!
//! The first character of a line tells its kind:
//!
//! ```text
//! # a comment; blank lines are comments, too
//! $ --game gomoku      arguments of the program, if it is the first line
//! > what is sent       \t \r \\ and \xHH stand for bytes
//! < what must be said  the next line, exactly, except that * stands for any text; progress lines may come before
//! ~ what must be said  the same, after any number of other lines
//! ```
//!
//! After the last line the input is closed. Then the program must end with success and without further output.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::engine::{Engine, PATIENCE};

/// The transcripts of a protocol, in the order of their names.
fn transcripts(protocol: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/protocols");
    let entries = fs::read_dir(folder.join(protocol)).expect("the folder is there");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

/// Turns escapes into the bytes they stand for.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        bytes.extend(before.bytes());
        let (byte, length) = match escape.as_bytes()[0] {
            b't' => (b'\t', 1),
            b'r' => (b'\r', 1),
            b'\\' => (b'\\', 1),
            b'x' => (
                u8::from_str_radix(&escape[1..3], 16).expect("two digits"),
                3,
            ),
            other => panic!("unknown escape {:?} in {text}", char::from(other)),
        };
        bytes.push(byte);
        rest = &escape[length..];
    }
    bytes.extend(rest.bytes());
    bytes
}

/// Whether `line` matches `pattern`, in which `*` stands for any text.
fn fits(line: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => line == pattern,
        Some((before, after)) => line.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| fits(&rest[at..], after))
        }),
    }
}

/// Whether the line is a progress line, which a busy machine may write at any time: about one a second.
fn is_sign_of_life(line: &str) -> bool {
    line.starts_with("nodestats ") || line.starts_with("info nodes ")
}

/// Repeats the conversation in `file`.
fn hold(file: &Path) {
    let text = fs::read_to_string(file).expect("a transcript is UTF-8 text");
    let mut lines = text.lines().zip(1..).peekable();
    let arguments = lines.next_if(|(line, _)| line.starts_with('$'));
    let arguments: Vec<&str> = arguments
        .map(|(line, _)| line.split_ascii_whitespace().skip(1).collect())
        .unwrap_or_default();
    let mut engine = Engine::start(&arguments);
    for (line, number) in lines {
        let place = || format!("{}, line {number}", file.display());
        let (kind, rest) = line.split_at_checked(1).unwrap_or_default();
        let text = rest.strip_prefix(' ').unwrap_or(rest);
        match kind {
            "" | "#" => {}
            ">" => {
                let mut bytes = unescape(text);
                bytes.push(b'\n');
                engine.send_bytes(&bytes);
            }
            "<" => {
                let mut said = engine.next_line();
                while !fits(&said, text) && is_sign_of_life(&said) {
                    said = engine.next_line();
                }
                if !fits(&said, text) {
                    engine.fail(&format!("{}: '{said}' is not '{text}'", place()));
                }
            }
            "~" => {
                let deadline = Instant::now() + PATIENCE;
                while !fits(&engine.next_line(), text) {
                    if Instant::now() > deadline {
                        engine.fail(&format!("{}: no '{text}'", place()));
                    }
                }
            }
            _ => panic!("{}: what is '{line}'?", place()),
        }
    }
    let rest = engine.hang_up().end();
    assert!(
        rest.is_empty(),
        "{}: too much is said: {rest:?}",
        file.display()
    );
}

/// Repeats all conversations of a protocol, of which there must be at least `least`.
fn hold_all(protocol: &str, least: usize) {
    let files = transcripts(protocol);
    assert!(files.len() >= least, "only {} transcripts", files.len());
    for file in files {
        hold(&file);
    }
}

#[test]
fn patterns_fit_what_they_should() {
    assert!(fits("= D3", "= *") && fits("a b c", "a*c") && fits("", "*") && fits("x", "x"));
    assert!(!fits("? no", "= *") && !fits("a b", "a*c") && !fits("xy", "x"));
}

/// A folder without a test below would never be read.
#[test]
fn every_folder_of_conversations_is_repeated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/protocols");
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_str().expect("text");
        let call = format!("hold_all(\"{name}\"");
        assert!(
            name == "sgf" || include_str!("protocols.rs").contains(&call),
            "no test repeats the conversations of {name}"
        );
    }
}

#[test]
fn gtp_is_spoken_as_written_down() {
    hold_all("gtp", 10);
}

#[test]
fn nboard_is_spoken_as_written_down() {
    hold_all("nboard", 7);
}

#[test]
fn ugi_is_spoken_as_written_down() {
    hold_all("ugi", 7);
}

#[test]
fn uci_is_spoken_as_written_down() {
    hold_all("uci", 4);
}

#[test]
fn usi_x_is_spoken_as_written_down() {
    hold_all("usi", 4);
}

#[test]
fn gomocup_is_spoken_as_written_down() {
    hold_all("gomocup", 4);
}

#[test]
fn cecp_is_spoken_as_written_down() {
    hold_all("cecp", 4);
}

#[cfg(unix)]
#[test]
fn a_program_called_pbrain_speaks_gomocup_from_its_first_line() {
    use std::io::Write;
    use std::os::unix::process::CommandExt;

    if crate::under_test::is_another() {
        crate::skip::say_skipped("an emulator would get the name instead of the program");
        return;
    }
    let mut command = crate::engine::program(&[]);
    let mut child = command.arg0("/some/where/pbrain-kaeshi").spawn();
    let child = child
        .as_mut()
        .expect("the binary is built before its tests");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(b"isready\nEND\n").expect("it listens");
    drop(input);
    let output = child.stdout.take().expect("it is piped");
    let said = std::io::read_to_string(output).expect("it is text");
    assert_eq!(said, "UNKNOWN unknown command 'isready' at column 1\n");
    assert!(child.wait().expect("it ends").success());
}
