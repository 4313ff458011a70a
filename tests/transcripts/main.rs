//! The transcripts in README.md and docs/ as tests: the program must answer what they show.
//!
//! A transcript is a block fenced with `text`. Its lines are:
//!
//! ```text
//! $ kaeshi --game gomoku    a command, run by the shell; without one the block talks to plain `kaeshi`
//! > go depth 8              a line that is typed
//! ...                       any number of lines that are left out; a line of the answer or the end must follow
//! bestmove d3               any other line: the program's next line, literally except for marks
//! ```
//!
//! A mark is a name in angle brackets and stands for what depends on the machine: `<ms>` for one word or a part of it.
//! `<...>` stands for any text up to the end of the line. In a line with marks several blanks are like one.
//!
//! A line is typed when the answer shown above it has come. After the last line the input ends. Then the program must
//! end with success and say no more than what is shown.
//!
//! When the program says something new on purpose, `KAESHI_BLESS=1 cargo test --test transcripts` writes it into the
//! documents. Read the difference, and run the test again without the variable.

#![cfg(unix)]

mod bless;
mod block;
mod pattern;
mod program;
mod references;

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use block::Block;
use program::{Program, Workplace};

/// The documents that may hold transcripts: all Markdown files in the root and in docs/.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in [root.to_owned(), root.join("docs")] {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("a folder can be read").path();
            if path.extension().is_some_and(|end| end == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Runs a block; the error says how it differs.
fn check(block: &Block, workplace: &Workplace) -> Result<(), String> {
    for run in &block.runs {
        let mut program = Program::start(&run.command, workplace);
        for turn in &run.turns {
            program.take(turn)?;
        }
        program.end(run.is_open())?;
    }
    Ok(())
}

#[test]
fn the_program_says_what_the_documents_show() {
    let bless = env::var_os("KAESHI_BLESS").is_some_and(|value| value == "1");
    let (mut count, mut wrong) = (0, String::new());
    for path in documents() {
        let name = path.file_name().expect("a file").to_string_lossy();
        let text = fs::read_to_string(&path).expect("a document is UTF-8 text");
        let blocks = block::find(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        let workplace = Workplace::new(&name);
        count += blocks.len();
        if bless {
            let renewed = bless::renew(&text, &blocks, &workplace);
            if renewed != text {
                fs::write(&path, renewed).expect("the document can be written");
            }
            continue;
        }
        for block in &blocks {
            if let Err(why) = check(block, &workplace) {
                let _ = writeln!(wrong, "\n{name}, block at line {}: {why}", block.line);
            }
        }
    }
    assert!(count >= 10, "only {count} transcripts were found");
    assert!(
        wrong.is_empty(),
        "{wrong}\nKAESHI_BLESS=1 rewrites what changed on purpose."
    );
}

/// Runs the only block of `text`.
fn check_text(text: &str) -> Result<(), String> {
    let blocks = block::find(text)?;
    assert_eq!(blocks.len(), 1);
    check(&blocks[0], &Workplace::new("example"))
}

#[test]
fn a_true_transcript_is_accepted() {
    let text = "```text\n> isready\nreadyok\n> go depth 2\n...\ninfo depth 2 <...>\n...\nbestmove <move>\n> quit\n```\n";
    assert_eq!(check_text(text), Ok(()));
}

#[test]
fn a_wrong_line_is_noticed() {
    let text = "```text\n> isready\nreadyOK\n> quit\n```\n";
    let why = check_text(text).expect_err("it says readyok");
    assert!(why.contains("readyOK") && why.contains("readyok"), "{why}");
}

#[test]
fn a_line_that_is_not_shown_is_noticed() {
    let text = "```text\n> position startpos moves a1\n> isready\nreadyok\n```\n";
    let why = check_text(text).expect_err("the error is not shown");
    assert!(why.contains("info string error"), "{why}");
}

#[test]
fn more_than_is_shown_at_the_end_is_noticed() {
    let text = "```text\n$ kaeshi perft 2\n```\n";
    let why = check_text(text).expect_err("the counts are not shown");
    assert!(why.contains("more than is shown"), "{why}");
}

#[test]
fn what_was_left_out_must_end_before_the_next_line_is_typed() {
    let text = "```text\n> go depth 2\n...\n> quit\n```\n";
    let why = check_text(text).expect_err("nobody knows when the answer is complete");
    assert!(why.contains("line 4"), "{why}");
}

#[test]
fn a_changed_answer_is_written_with_its_marks() {
    let text = "# Title\n```text\n> ugi\n...\nid name Nobody\n...\nugiok\n> go depth 2\n...\n\
                info depth 1 <...>\ninfo depth 2 score cp 999 nodes 0 nps <nps> time <ms> pv a1\n...\nbestmove a1\n> quit\n```\nEnd.\n";
    let blocks = block::find(text).expect("it is one");
    let workplace = Workplace::new("example");
    let renewed = bless::renew(text, &blocks, &workplace);
    assert!(
        renewed.starts_with("# Title\n```text\n> ugi\nid name Kaeshi"),
        "{renewed}"
    );
    assert!(
        renewed.contains("\ninfo depth 2 seldepth 2 ") && renewed.contains(" nps <nps> "),
        "{renewed}"
    );
    assert!(
        renewed.contains(" time <ms> pv ") && renewed.ends_with("\n> quit\n```\nEnd.\n"),
        "{renewed}"
    );
    assert_eq!(check_text(&renewed), Ok(()));
    let again = bless::renew(
        &renewed,
        &block::find(&renewed).expect("it is one"),
        &workplace,
    );
    assert_eq!(again, renewed);
}
