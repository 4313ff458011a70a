//! A program that is talked to through pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};
use kaeshi::game::Refused;
use thiserror::Error;

/// Why a program did not answer as it should.
#[derive(Debug, Error)]
pub(super) enum Trouble {
    /// No answer in time.
    #[error("no answer in time")]
    Late,
    /// It has ended, or closed its output.
    #[error("the program has ended")]
    Gone,
    /// An answer that makes no sense.
    #[error("{0}")]
    Nonsense(String),
}

/// How long a program may take to get ready, or to do what takes no thought.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// A running program.
pub(super) struct Program {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    /// Starts a command line of the shell; what it writes on its standard error is not shown.
    ///
    /// # Errors
    /// When there is no shell. A command that does not exist is noticed by its silence.
    pub(super) fn start(command: &str) -> Result<Self, Refused> {
        let refuse = |why| Refused::new(format_args!("cannot start '{command}': {why}"));
        let (shell, option) = if cfg!(windows) {
            ("cmd", "/C")
        } else {
            ("sh", "-c")
        };
        let mut child = Command::new(shell)
            .args([option, command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(refuse)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.expect("both were asked for");
        let (sender, lines) = crossbeam_channel::unbounded();
        thread::spawn(move || {
            let lines = BufReader::new(stdout).lines().map_while(Result::ok);
            for line in lines {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            stdin,
            lines,
        })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// When the program does not listen any more.
    pub(super) fn say(&mut self, line: &str) -> Result<(), Trouble> {
        log::debug!("> {line}");
        let sent = writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush());
        sent.map_err(|_| Trouble::Gone)
    }

    /// The next line.
    ///
    /// # Errors
    /// When none comes before the deadline.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<String, Trouble> {
        let line = self
            .lines
            .recv_deadline(deadline)
            .map_err(|why| match why {
                RecvTimeoutError::Timeout => Trouble::Late,
                RecvTimeoutError::Disconnected => Trouble::Gone,
            })?;
        log::debug!("< {line}");
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for Program {
    /// Asks it to end, and does not wait for ever.
    fn drop(&mut self) {
        let _ = self.say("quit");
        let deadline = Instant::now() + Duration::from_secs(1);
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
