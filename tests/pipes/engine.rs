//! A driver for the real program over real pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Time limit for any answer, long enough for a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The program with `args`, its three streams piped, without logging.
pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = crate::under_test::kaeshi();
    command.args(args).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    command
}

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    complaints: Option<JoinHandle<String>>,
    /// Input and output so far, for the failure message.
    transcript: Vec<String>,
    /// The time when the last awaited line was read.
    pub(crate) heard_at: Instant,
}

impl Engine {
    /// Starts the program with `args`.
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut child = program(args)
            .spawn()
            .expect("the binary is built before its tests");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let mut stderr = child.stderr.take().expect("stderr is piped");
        let complaints = thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
            complaints: Some(complaints),
            transcript: Vec::new(),
            heard_at: Instant::now(),
        }
    }

    /// Starts the program at the starting position of `game`.
    pub(crate) fn playing(game: &str) -> Self {
        Self::start(&["--game", game])
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends one line.
    #[track_caller]
    pub(crate) fn send(&mut self, line: &str) -> &mut Self {
        self.send_bytes(format!("{line}\n").as_bytes())
    }

    /// Sends bytes unchanged.
    #[track_caller]
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) -> &mut Self {
        let shown: String = String::from_utf8_lossy(bytes).chars().take(200).collect();
        self.transcript.push(format!("> {}", shown.trim_end()));
        let stdin = self.stdin.as_mut().expect("the input is still open");
        if let Err(why) = stdin.write_all(bytes) {
            self.fail(&format!("it does not listen any more ({why})"));
        }
        self
    }

    /// The next line.
    #[track_caller]
    pub(crate) fn next_line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok((at, line)) => {
                self.transcript.push(format!("< {line}"));
                self.heard_at = at;
                line
            }
            Err(why) => self.fail(&format!("no further line ({why})")),
        }
    }

    /// All lines up to and including the first that starts with `prefix`.
    #[track_caller]
    pub(crate) fn until(&mut self, prefix: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            if Instant::now() > deadline {
                self.fail(&format!("no line '{prefix}'"));
            }
            let line = self.next_line();
            let found = line.starts_with(prefix);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Waits for a line that starts with `prefix`, and returns it.
    #[track_caller]
    pub(crate) fn expect(&mut self, prefix: &str) -> String {
        self.until(prefix).pop().unwrap_or_default()
    }

    /// Checks that the next line is `line`.
    #[track_caller]
    pub(crate) fn expect_exactly(&mut self, line: &str) -> &mut Self {
        if self.next_line() != line {
            self.fail(&format!("not '{line}'"));
        }
        self
    }

    /// The unread output before the answer to a new `isready`.
    #[track_caller]
    pub(crate) fn remarks(&mut self) -> Vec<String> {
        let mut lines = self.send("isready").until("readyok");
        lines.pop();
        lines
    }

    /// The output until everything sent so far is done, including searches.
    #[track_caller]
    pub(crate) fn settle(&mut self) -> Vec<String> {
        // Unlike `isready`, an option waits for the end of a search.
        let mut lines = self
            .send("setoption name Everything value done")
            .until("info string error: no option is called 'Everything'");
        lines.pop();
        lines
    }

    /// The lines until there is none for `time`.
    #[track_caller]
    pub(crate) fn until_silent(&mut self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        while let Ok((_, line)) = self.lines.recv_timeout(time) {
            self.transcript.push(format!("< {line}"));
            lines.push(line);
            if Instant::now() > deadline {
                self.fail("it is never silent");
            }
        }
        lines
    }

    /// Waits until everything is done, and checks that there was no output.
    #[track_caller]
    pub(crate) fn quietly(&mut self) -> &mut Self {
        let remarks = self.remarks();
        if !remarks.is_empty() {
            self.fail("a remark where there should be none");
        }
        self
    }

    /// The answer to a `query`.
    #[track_caller]
    pub(crate) fn ask(&mut self, question: &str) -> String {
        let answer = self.send(&format!("query {question}")).next_line();
        match answer.strip_prefix("response ") {
            Some(answer) => answer.to_owned(),
            None => self.fail(&format!("no response to '{question}'")),
        }
    }

    /// Sends a signal (`TERM`, `INT`).
    pub(crate) fn signal(&mut self, name: &str) -> &mut Self {
        self.transcript.push(format!("> signal {name}"));
        let status = Command::new("kill")
            .args([format!("-{name}"), self.id().to_string()])
            .status();
        assert!(status.is_ok_and(|status| status.success()), "kill failed");
        self
    }

    /// Closes the input.
    pub(crate) fn hang_up(&mut self) -> &mut Self {
        self.transcript.push("> (end of the input)".into());
        drop(self.stdin.take());
        self
    }

    /// Waits for a successful exit without error messages; returns the remaining output.
    #[track_caller]
    pub(crate) fn end(&mut self) -> Vec<String> {
        let status = self.wait();
        let rest: Vec<String> = self.lines.iter().map(|(_, line)| line).collect();
        self.transcript
            .extend(rest.iter().map(|line| format!("< {line}")));
        let complaints = self.complaints.take().map(JoinHandle::join);
        let complaints = complaints.and_then(Result::ok).unwrap_or_default();
        if !status.success() || !complaints.is_empty() {
            self.fail(&format!(
                "ended with {status}, standard error: {complaints}"
            ));
        }
        rest
    }

    #[track_caller]
    fn wait(&mut self) -> ExitStatus {
        match wait(&mut self.child) {
            Some(status) => status,
            None => self.fail("it does not end"),
        }
    }

    /// Panics with the conversation so far.
    #[track_caller]
    pub(crate) fn fail(&self, why: &str) -> ! {
        let from = self.transcript.len().saturating_sub(200);
        panic!("{why}:\n{}", self.transcript[from..].join("\n"));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The exit status; `None` after [`PATIENCE`].
pub(crate) fn wait(child: &mut Child) -> Option<ExitStatus> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(2));
    }
    None
}
