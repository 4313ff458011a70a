//! Commands whose reader leaves before they have written everything, as `head` does.
#![cfg(unix)]

#[path = "common/under_test.rs"]
mod under_test;

use std::io::Write as _;
use std::process::Stdio;

/// A position of Othello after one move.
const POSITION: &str = "---------------------------OX------XO--------------------------- X";

/// A command whose output is not read to its end says so by its status alone, as if SIGPIPE had ended it.
#[test]
fn a_reader_that_leaves_ends_a_command_quietly() {
    let game = "f5d6c3d3c4f4f6f3\n";
    for arguments in [
        &["perft", "1", "--divide"][..],
        &["eval", "--json"],
        &["value", "tictactoe"],
        &["solve", "--position", POSITION, "--time", "0.01"],
        &["analyse", "-", "--level", "1", "--quiet", "--json"],
        &["convert", "--from", "transcript", "--to", "ggf"],
        &["marubatsu", "cells"],
        &["bits", "daifugo", "C3"],
        &["completions", "bash"],
        &["manual", "--list"],
        &["play", "--side", "none", "--depth", "1"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut child = under_test::kaeshi()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(Stdio::piped())
            .env_remove("RUST_LOG")
            .spawn()
            .expect("the binary is built before its tests");
        let mut stdin = child.stdin.take().expect("it is piped");
        // Commands that read nothing may have ended.
        let _ = stdin.write_all(game.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(141), "{arguments:?}: {said}");
        assert_eq!(said, "", "{arguments:?}");
    }
}
