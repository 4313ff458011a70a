//! Runs a program as a person at a terminal does: reads, types a line, reads.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::block::{LEFT_OUT, Turn};
use crate::pattern::fits;

/// Time limit for any answer, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// An empty folder in which the commands of a document run, with tests/ and scripts/ of the repository.
pub(crate) struct Workplace(PathBuf);

impl Workplace {
    pub(crate) fn new(document: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{document}-{}-{number}", process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder can be made");
        for name in ["tests", "scripts"] {
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
            symlink(source, folder.join(name)).expect("a link can be made");
        }
        Self(folder)
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A running command.
pub(crate) struct Program {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The output since the last input.
    said: Vec<String>,
}

impl Program {
    /// Starts `command` in the shell, with the `kaeshi` of this build first in the path.
    pub(crate) fn start(command: &str, workplace: &Workplace) -> Self {
        let binary = Path::new(env!("CARGO_BIN_EXE_kaeshi"));
        let mut path = binary
            .parent()
            .expect("a file lies in a folder")
            .as_os_str()
            .to_owned();
        path.push(":");
        path.push(env::var_os("PATH").unwrap_or_default());
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{command}")])
            .env("PATH", path)
            .env_remove("RUST_LOG")
            .current_dir(&workplace.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()
            .expect("there is a shell");
        let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
            said: Vec::new(),
        }
    }

    /// Sends the line of a turn and reads the answer up to the last line shown.
    pub(crate) fn take(&mut self, turn: &Turn) -> Result<(), String> {
        self.type_line(turn)?;
        let deadline = Instant::now() + PATIENCE;
        let mut skips = false;
        for pattern in &turn.answer {
            if pattern == LEFT_OUT {
                skips = true;
                continue;
            }
            loop {
                let Some(line) = self.next_line(deadline) else {
                    return Err(format!("no line '{pattern}'{}", self.handled(turn)));
                };
                if fits(&line, pattern) {
                    break;
                }
                if !skips && !is_progress(&line) {
                    return Err(format!(
                        "'{pattern}' is shown, '{line}' was said{}",
                        self.handled(turn)
                    ));
                }
            }
            skips = false;
        }
        Ok(())
    }

    /// Sends the line of a turn, if it has one.
    pub(crate) fn type_line(&mut self, turn: &Turn) -> Result<(), String> {
        self.said.clear();
        if let (Some(line), Some(stdin)) = (&turn.input, &mut self.stdin) {
            let sent = stdin.write_all(format!("{line}\n").as_bytes());
            sent.map_err(|why| format!("'{line}' cannot be typed: {why}"))?;
        }
        Ok(())
    }

    /// The next line; `None` if there is none before `deadline`.
    pub(crate) fn next_line(&mut self, deadline: Instant) -> Option<String> {
        let left = deadline.saturating_duration_since(Instant::now());
        let line = self.lines.recv_timeout(left).ok()?;
        self.said.push(line.clone());
        Some(line)
    }

    /// The answer to `turn` so far, for an error message.
    fn handled(&self, turn: &Turn) -> String {
        let input = turn.input.as_deref().unwrap_or_default();
        format!("; the answer was:\n> {input}\n{}", self.said.join("\n"))
    }

    /// Closes the input. The program must then succeed without further output, unless the transcript `is_open`.
    pub(crate) fn end(mut self, is_open: bool) -> Result<(), String> {
        drop(self.stdin.take());
        let deadline = Instant::now() + PATIENCE;
        self.said.clear();
        while self.next_line(deadline).is_some() {}
        if Instant::now() >= deadline {
            return Err("it does not end when its input ends".into());
        }
        let more: Vec<_> = self.said.iter().filter(|line| !is_progress(line)).collect();
        if !is_open && !more.is_empty() {
            return Err(format!("it says more than is shown: {more:?}"));
        }
        match self.child.wait() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("it ended with {status}: {:?}", self.said)),
            Err(why) => Err(why.to_string()),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The shell may have started several processes.
        if self.child.try_wait().is_ok_and(|status| status.is_none()) {
            let group = format!("-{}", self.child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = self.child.wait();
        }
    }
}

/// Whether the line is a progress line of a search, which a slow machine may write at any time.
pub(crate) fn is_progress(line: &str) -> bool {
    line.starts_with("nodestats ") || line.starts_with("info nodes ")
}
