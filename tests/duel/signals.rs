//! SIGINT and SIGTERM end a match; two matches cannot share a record.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::engines::is_alive;
use super::{KAESHI, fake, fresh, refusal};

/// A long match with a record, and a file with the process ids of its programs.
fn begin(record: &Path, pids: &Path, more: &[&str]) -> Child {
    let program = format!("echo $$ >>{}; exec {KAESHI}", pids.display());
    let mut command = Command::new(KAESHI);
    command.args(["match", "--first", &program, "--second", &program]);
    command.args(["--depth", "1", "--games", "100000", "--record"]);
    command.arg(record).args(more).env_remove("RUST_LOG");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("it runs")
}

/// Waits until the record has a game.
fn wait_for_a_game(record: &Path) {
    while fs::read_to_string(record).map_or(0, |text| text.lines().count()) < 2 {
        thread::sleep(Duration::from_millis(10));
    }
}

/// Reads the output, so that the match never blocks, and sends a signal meanwhile.
fn end(child: Child, signal: &str) -> Output {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_signal_ends_a_match_with_its_results() {
    for (signal, status, json) in [("-TERM", 143, true), ("-INT", 130, false)] {
        let (record, pids) = (fresh("signal.jsonl"), fresh("signal.txt"));
        let child = begin(&record, &pids, if json { &["--json"] } else { &[] });
        wait_for_a_game(&record);
        let output = end(child, signal);
        let said = String::from_utf8(output.stdout).expect("it is text");
        assert_eq!(output.status.code(), Some(status), "{said}");
        let kept = fs::read_to_string(&record).expect("it is there");
        let finished = kept.lines().count() - 1;
        if json {
            let found: serde_json::Value = serde_json::from_str(&said).expect("it is JSON");
            assert_eq!(found["interrupted"], true, "{found}");
            assert_eq!(
                usize::try_from(super::games(&found)).expect("few"),
                finished,
                "{found}"
            );
        } else {
            let summary = said.lines().find(|line| line.contains(" (second): "));
            let summary = summary.unwrap_or_else(|| panic!("{said}"));
            let words = summary
                .rsplit_once("(second): ")
                .expect("found")
                .1
                .split([' ', ',']);
            let counts: usize = words
                .take(7)
                .filter_map(|word| word.parse::<usize>().ok())
                .sum();
            assert_eq!(counts, finished, "{said}");
            assert!(said.contains("\nPairs of games"), "{said}");
        }
        let pids = fs::read_to_string(&pids).expect("it is there");
        assert_eq!(pids.lines().count(), 2, "{pids}");
        assert!(!pids.lines().any(is_alive), "{pids}");
    }
}

/// A signal while a program starts: there is no game yet, but a result.
#[test]
fn a_signal_ends_a_match_that_has_not_begun() {
    let marker = fresh("started.txt");
    let slow = format!("touch {}; sleep 100", marker.display());
    let mut command = Command::new(KAESHI);
    command.args(["match", "--first", &slow, "--second", KAESHI, "--json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it runs");
    while !marker.exists() {
        thread::sleep(Duration::from_millis(10));
    }
    let output = end(child, "-INT");
    assert_eq!(output.status.code(), Some(130));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(super::games(&found), 0, "{found}");
}

/// Waits for the end of a match; kills it after a minute.
fn wait(child: &mut Child) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if let Some(status) = child.try_wait().expect("a status") {
            return status.code();
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it is ours");
    None
}

/// `kaeshi match ... | head -1`: the match ends at once, although its game takes an hour.
#[test]
fn a_reader_that_leaves_ends_a_match() {
    let (record, pids) = (fresh("unread.jsonl"), fresh("unread.txt"));
    let program = format!("echo $$ >>{}; exec {KAESHI}", pids.display());
    let slow = format!("echo $$ >>{}; {}", pids.display(), fake("sleep 3600"));
    for concurrency in ["1", "2"] {
        let _ = fs::remove_file(&record);
        let mut command = Command::new(KAESHI);
        command.args(["match", "--first", &program, "--second", &slow]);
        command.args(["--time", "3600", "--concurrency", concurrency, "--record"]);
        command.arg(&record).env_remove("RUST_LOG");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        stdout.read_line(&mut line).expect("the first line");
        assert!(line.starts_with("Record of 0 games"), "{line}");
        stdout.read_line(&mut line).expect("the second line");
        drop(stdout);
        let status = wait(&mut child);
        let said = io::read_to_string(child.stderr.take().expect("it is piped"));
        assert_eq!(said.expect("text"), "");
        assert_eq!(status, Some(141));
        let kept = fs::read_to_string(&record).expect("it is there");
        assert!(kept.ends_with('\n') && kept.lines().count() == 1, "{kept}");
        let pids = fs::read_to_string(&pids).expect("it is there");
        assert!(!pids.lines().any(is_alive), "{pids}");
    }
}

/// `kaeshi match --record - | head -2`: the report on standard error has no complaint.
#[test]
fn a_reader_of_the_record_that_leaves_ends_a_match() {
    let mut command = Command::new(KAESHI);
    command.args(["match", "--first", KAESHI, "--second", KAESHI]);
    command.args(["--depth", "1", "--games", "100000", "--record", "-"]);
    command.env_remove("RUST_LOG").stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut record = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let lines: Vec<_> = record.by_ref().take(2).collect();
    drop(record);
    let stderr = child.stderr.take().expect("it is piped");
    let reader = thread::spawn(move || io::read_to_string(stderr));
    assert_eq!(wait(&mut child), Some(141), "{lines:?}");
    let said = reader.join().expect("it ends").expect("text");
    assert!(
        said.contains(" as x ") && !said.contains("kaeshi: "),
        "{said}"
    );
}

#[test]
fn a_record_belongs_to_one_match_at_a_time() {
    let (record, pids) = (fresh("shared.jsonl"), fresh("shared.txt"));
    let child = begin(&record, &pids, &[]);
    wait_for_a_game(&record);
    let program = format!("echo $$ >>{}; exec {KAESHI}", pids.display());
    let path = record.to_str().expect("it is text");
    let said = refusal(&[
        "--first", &program, "--second", &program, "--depth", "1", "--games", "100000", "--record",
        path,
    ]);
    assert!(
        said.contains("another match is writing to this record"),
        "{said}"
    );
    end(child, "-TERM");
    let kept = fs::read_to_string(&record).expect("it is there");
    let numbers = kept.lines().skip(1).map(|line| {
        let game: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        game["number"].as_u64().expect("a number")
    });
    assert!(numbers.eq(1..kept.lines().count() as u64), "{kept}");
}
