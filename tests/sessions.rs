//! Random conversations with the real program over real pipes.
//!
//! After each, the program must have ended soon and with success, without error output, and with little more memory
//! than its table.

#[path = "common/under_test.rs"]
mod under_test;

#[path = "../fuzz/properties/src/conversation/mod.rs"]
#[allow(
    unreachable_pub,
    dead_code,
    reason = "it is a part of a library, whose other users need all of it"
)]
mod conversation;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use conversation::choices::random_bytes;
use conversation::driver::{Wire, converse};

/// Maximum memory of the program beside its table, in KiB.
const MAX_OVERHEAD: u64 = 32 << 10;
/// Initial size of the table in MiB.
const HASH: u64 = 2;

/// A running program.
struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Option<JoinHandle<String>>,
    /// Peak memory before the command to end, in KiB; `None` where the system does not report it.
    memory: Option<u64>,
}

impl Engine {
    fn start() -> Self {
        let mut child = under_test::kaeshi()
            .args(["--hash", &HASH.to_string()])
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary is built before its tests");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = stdout.lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        });
        let mut stderr = child.stderr.take().expect("stderr is piped");
        let complaints = thread::spawn(move || {
            let mut text = String::new();
            // Invalid UTF-8 is no message of a Rust program.
            let _ = stderr.read_to_string(&mut text);
            text
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
            complaints: Some(complaints),
            memory: None,
        }
    }

    /// The peak memory so far in KiB.
    fn peak_memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_ascii_whitespace().nth(1)?.parse().ok()
    }

    /// Waits for the end of the program; an error if it failed or wrote to standard error.
    fn end(&mut self, within: Duration) -> Result<(), String> {
        let told = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                break status;
            }
            if told.elapsed() > within {
                return Err("it does not end".into());
            }
            thread::sleep(Duration::from_millis(1));
        };
        let complaints = self.complaints.take().map(JoinHandle::join);
        let complaints = complaints.and_then(Result::ok).unwrap_or_default();
        if status.success() && complaints.is_empty() {
            return Ok(());
        }
        Err(format!("{status}, standard error: {complaints}"))
    }
}

impl Wire for Engine {
    fn send(&mut self, bytes: &[u8]) {
        if let Some(stdin) = &mut self.stdin {
            // A program that has ended is noticed by its missing answers.
            let _ = stdin.write_all(bytes);
        }
    }

    fn receive(&mut self, within: Duration) -> Option<String> {
        self.lines.recv_timeout(within).ok()
    }

    fn hang_up(&mut self) {
        self.stdin = None;
    }

    fn look(&mut self) {
        self.memory = self.peak_memory();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the conversation of `seed`; `limit` is the time for a stop and for the end.
fn hold(seed: u64, limit: Duration) {
    let mut bytes = random_bytes(seed, 100);
    // All protocols in turn.
    bytes[0] = u8::try_from(seed % 7).unwrap_or(0);
    let mut engine = Engine::start();
    let outcome = converse(&bytes, limit, &mut engine);
    let memory = engine.memory;
    if let Err(why) = engine.end(limit) {
        panic!("seed {seed}: {why}");
    }
    let most = (outcome.megabytes.max(HASH) << 10) + MAX_OVERHEAD;
    assert!(
        memory.is_none_or(|memory| memory < most),
        "seed {seed}: {memory:?} KiB, at most {most} were expected"
    );
}

#[test]
fn made_up_conversations_end_well() {
    // The limit is long, for busy machines: the test looks for searches that never end.
    for seed in 0..70 {
        hold(seed, Duration::from_secs(30));
    }
}

#[test]
#[ignore = "minutes, on a quiet machine: set KAESHI_SEED and KAESHI_SESSIONS to choose others"]
fn many_made_up_conversations_end_well_within_two_seconds() {
    let number = |name: &str| std::env::var(name).ok()?.parse().ok();
    let first = number("KAESHI_SEED").unwrap_or(1000);
    let count = number("KAESHI_SESSIONS").unwrap_or(5000);
    for seed in first..first + count {
        hold(seed, Duration::from_secs(2));
    }
}
