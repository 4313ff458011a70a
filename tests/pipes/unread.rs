//! The program while its output is not read.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::engine::{PATIENCE, program, wait};

/// Number of lines sent, each with a shorter answer: 40 MB in all.
const LINES: usize = 4_000;

/// Sends all [`LINES`] from a new thread, and sends a message after each.
fn send_all(mut input: impl Write + Send + 'static) -> Receiver<()> {
    let (sent, sending) = mpsc::channel();
    thread::spawn(move || {
        let line = format!("{}\n", "x".repeat(10_000));
        for _ in 0..LINES {
            if input.write_all(line.as_bytes()).is_err() || sent.send(()).is_err() {
                return;
            }
        }
    });
    sending
}

/// The resident memory of a process in MB.
fn memory(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let words = line.map(|line| line.split_ascii_whitespace());
    let kilobytes = words.and_then(|mut words| words.nth(1)?.parse::<f64>().ok());
    kilobytes.expect("the system says how much") / 1000.0
}

#[test]
#[cfg(target_os = "linux")]
fn input_is_not_kept_while_the_answers_are_not_read() {
    let mut child = program(&["--hash", "1"]).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("it is piped");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut answer = String::new();
    writeln!(input, "isready").expect("it listens");
    output.read_line(&mut answer).expect("it answers");
    let before = memory(child.id());
    let sending = send_all(input);
    let mut sent = 0;
    while sending.recv_timeout(Duration::from_secs(3)).is_ok() {
        sent += 1;
    }
    assert!(sent < LINES, "all {sent} lines were taken, none answered");
    let grown = memory(child.id()) - before;
    assert!(grown < 16.0, "it has grown by {grown} MB");
    // Once the answers are read, every line is answered.
    let answers = output.lines().map_while(Result::ok);
    assert_eq!(answers.count(), LINES);
    assert!(wait(&mut child).expect("it ends").success());
}

#[test]
#[cfg(target_os = "linux")]
fn it_ends_although_its_input_waits_for_room() {
    for close_output in [false, true] {
        let mut child = program(&["--hash", "1"]).spawn().expect("it starts");
        let sending = send_all(child.stdin.take().expect("it is piped"));
        while sending.recv_timeout(Duration::from_secs(1)).is_ok() {}
        if close_output {
            drop(child.stdout.take());
        } else {
            let id = child.id().to_string();
            let status = std::process::Command::new("kill").arg(id).status();
            assert!(status.is_ok_and(|status| status.success()), "kill failed");
        }
        assert!(wait(&mut child).is_some(), "it does not end");
        // The sending thread ends, too.
        while sending.recv_timeout(PATIENCE).is_ok() {}
    }
}
