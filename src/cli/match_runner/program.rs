//! A program connected by pipes, which is not trusted.
//!
//! Every wait for the program ends at a deadline, and its memory use here is bounded. Lines and the output after a
//! command have a maximum length, and a reading thread without room stops reading.

use std::collections::VecDeque;
use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, SendTimeoutError, Sender, bounded, select};
use kaeshi::game::InputError;
use thiserror::Error;

use super::process::{Exit, Process};

/// Why a program gave no valid answer.
#[derive(Debug, Error)]
pub(super) enum ProgramError {
    /// No answer before the deadline.
    #[error("no answer in time")]
    Late,
    /// The program has ended.
    #[error("{0}")]
    Ended(Exit),
    /// The program runs, but has closed its output.
    #[error("the program closed its output")]
    Closed,
    /// The program does not read its input.
    #[error("the program does not read its input")]
    NotReading,
    /// A line is too long.
    #[error("it printed a line of more than {} KiB", MAX_LINE / 1024)]
    LongLine,
    /// There is too much output after one command.
    #[error("it printed more than {} MiB after one command", MAX_OUTPUT / 1024 / 1024)]
    Flood,
    /// The answer is not valid.
    #[error("{0}")]
    Nonsense(String),
    /// The program resigned.
    #[error("the program resigned")]
    Resigned,
    /// The match was ended from outside; this is no failure of the program.
    #[error("interrupted")]
    Interrupted,
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(0) => f.write_str("the program ended"),
            // Exit statuses of a shell that could not run the command.
            Self::Status(126) => {
                f.write_str("the command cannot be executed (exit status 126 of the shell)")
            }
            Self::Status(127) => {
                f.write_str("the command was not found (exit status 127 of the shell)")
            }
            // The shell of Windows returns 1 for that.
            Self::Status(1) if cfg!(windows) => {
                f.write_str("the command was not found, or ended with exit status 1")
            }
            Self::Status(status) => write!(f, "the program ended with exit status {status}"),
            #[cfg(unix)]
            Self::Signal(signal) => write!(f, "the program was ended by signal {signal}"),
        }
    }
}

/// Maximum length of a line in bytes, far above that of `list_commands` and of long variations.
const MAX_LINE: usize = 64 * 1024;

/// Maximum output after one command in bytes.
const MAX_OUTPUT: usize = 16 * 1024 * 1024;

/// Maximum number of commands waiting to be sent to a program.
const MAX_COMMANDS: usize = 32;

/// Maximum number of pieces of output waiting to be read, and their length in bytes.
const MAX_PIECES: usize = 16;
const PIECE: usize = 16 * 1024;

/// Time for a program to read a waiting line, and to end after its output has ended.
const MOMENT: Duration = Duration::from_millis(500);

/// Time for programs to end after the command to quit.
const QUIT_TIME: Duration = Duration::from_secs(1);

/// The settings that all programs of a match share.
#[derive(Debug, Clone)]
pub(super) struct Supervision {
    /// Time limit to start, and for commands without a search.
    pub(super) patience: Duration,
    /// Closed when the match is ended from outside.
    pub(super) interrupt: Receiver<()>,
}

/// A running program.
pub(super) struct Program {
    process: Process,
    /// To the writing thread; `None` after the command to quit.
    input: Option<Sender<String>>,
    /// Pieces of output from the reading thread.
    output: Receiver<Vec<u8>>,
    /// Output that was received but not yet read as lines.
    received: VecDeque<u8>,
    /// Number of bytes read since the last command.
    read: usize,
    supervision: Supervision,
}

impl Program {
    /// Starts a command line in the system's shell.
    ///
    /// # Errors
    /// If no process can be started. That a command does not exist is noticed later, by the status of the shell.
    pub(super) fn start(command: &str, supervision: &Supervision) -> Result<Self, InputError> {
        let (process, stdin, stdout) = Process::start(command)
            .map_err(|why| InputError::new(format_args!("cannot start '{command}': {why}")))?;
        let (input, commands) = bounded(MAX_COMMANDS);
        let (printed, output) = bounded(MAX_PIECES);
        let writer = thread::Builder::new().spawn(move || write_lines(stdin, &commands));
        let reader = thread::Builder::new().spawn(move || read_pieces(stdout, &printed));
        let program = Self {
            process,
            input: Some(input),
            output,
            received: VecDeque::new(),
            read: 0,
            supervision: supervision.clone(),
        };
        // The program is dropped, and with it the process, if a thread is missing.
        writer.and(reader).map_err(|why| {
            InputError::new(format_args!("no thread to talk to '{command}': {why}"))
        })?;
        Ok(program)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the program does not read it.
    pub(super) fn send(&mut self, line: &str) -> Result<(), ProgramError> {
        log::debug!("> {line}");
        self.read = 0;
        let Some(input) = &self.input else {
            return Err(ProgramError::Closed);
        };
        match input.send_timeout(format!("{line}\n"), MOMENT) {
            Ok(()) => Ok(()),
            Err(SendTimeoutError::Timeout(_)) => Err(ProgramError::NotReading),
            Err(SendTimeoutError::Disconnected(_)) => Err(self.gone(ProgramError::NotReading)),
        }
    }

    /// The next line, without blanks at its end.
    ///
    /// # Errors
    /// If there is none before the deadline, or it is too long.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<String, ProgramError> {
        loop {
            let now = Instant::now();
            // After the deadline no line is accepted, even if some are waiting.
            if now >= deadline {
                return Err(ProgramError::Late);
            }
            if let Some(line) = self.received_line()? {
                return Ok(line);
            }
            let piece = select! {
                recv(self.supervision.interrupt) -> _ => return Err(ProgramError::Interrupted),
                recv(self.output) -> piece => piece,
                default(deadline - now) => return Err(ProgramError::Late),
            };
            match piece {
                Ok(piece) => self.received.extend(piece),
                // The last line may have no line end.
                Err(_) if !self.received.is_empty() => self.received.push_back(b'\n'),
                Err(_) => return Err(self.gone(ProgramError::Closed)),
            }
        }
    }

    /// The next line, if it was received completely.
    fn received_line(&mut self) -> Result<Option<String>, ProgramError> {
        let end = self.received.iter().position(|byte| *byte == b'\n');
        let length = end.unwrap_or(self.received.len());
        if length > MAX_LINE {
            return Err(ProgramError::LongLine);
        }
        if end.is_none() {
            return Ok(None);
        }
        let bytes: Vec<u8> = self.received.drain(..=length).collect();
        self.read += bytes.len();
        if self.read > MAX_OUTPUT {
            return Err(ProgramError::Flood);
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end();
        log::debug!("< {line}");
        Ok(Some(line.to_owned()))
    }

    /// Discards output that was not read: output before a command is no answer to it.
    pub(super) fn discard_unread(&mut self) {
        for _ in 0..MAX_PIECES {
            match self.output.try_recv() {
                Ok(piece) => self.received.extend(piece),
                Err(_) => break,
            }
        }
        if !self.received.is_empty() {
            log::debug!("< {} bytes that were not asked for", self.received.len());
        }
        self.received.clear();
    }

    /// The deadline for a command without a search that is sent now.
    pub(super) fn soon(&self) -> Instant {
        Instant::now() + self.supervision.patience
    }

    /// Why there is no more output: the program has ended, or else `otherwise`.
    fn gone(&mut self, otherwise: ProgramError) -> ProgramError {
        let exit = self.process.wait(Instant::now() + MOMENT);
        exit.map_or(otherwise, ProgramError::Ended)
    }

    /// Sends all programs the command to quit, waits for them together, and then kills those still running.
    pub(super) fn quit(programs: &mut [&mut Self]) {
        for program in &mut *programs {
            log::debug!("> quit");
            // The input is closed after it.
            if let Some(input) = program.input.take() {
                let _ = input.try_send("quit\n".into());
            }
        }
        let deadline = Instant::now() + QUIT_TIME;
        for program in programs {
            program.process.wait(deadline);
        }
    }
}

/// Writes the lines of `commands` until the program or the match has ended.
fn write_lines(mut stdin: ChildStdin, commands: &Receiver<String>) {
    for command in commands {
        if stdin.write_all(command.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads output while there is room for it, until the program has ended.
fn read_pieces(mut stdout: ChildStdout, printed: &Sender<Vec<u8>>) {
    let mut piece = vec![0; PIECE];
    loop {
        match stdout.read(&mut piece) {
            Ok(0) => return,
            Ok(length) => {
                if printed.send(piece[..length].to_vec()).is_err() {
                    return;
                }
            }
            Err(why) if why.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writing ends even if the program does not read, and the waiting output is bounded.
    #[test]
    #[cfg(unix)]
    fn a_program_that_reads_nothing_is_given_up() {
        let supervision = Supervision {
            patience: Duration::from_secs(30),
            interrupt: crossbeam_channel::never(),
        };
        let mut program = Program::start("sleep 1000", &supervision).expect("it starts");
        let line = "x".repeat(10_000);
        let notice = (0..1000).try_for_each(|_| program.send(&line));
        assert!(
            matches!(notice, Err(ProgramError::NotReading)),
            "{notice:?}"
        );
    }
}
