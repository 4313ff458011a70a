//! The common part of most dialects: every line is a command of one type, or refused.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;

use kaeshi_protocol::Malformed;

use super::protocol::{Protocol, Scheduling};
use super::session::Session;
use crate::engine::{Event, Progress};
use crate::game::InputError;

/// The outcome of a command: done, or why it was refused.
pub type Executed = Result<(), InputError>;

/// A protocol whose lines are commands. Every implementation is a [`Protocol`].
pub trait CommandProtocol {
    /// A parsed line.
    type Command<'a>;

    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// If it is no command, or its arguments are wrong.
    fn parse(line: &str) -> Result<Option<Self::Command<'_>>, Malformed>;

    /// Whether a command ends the conversation; it is then not carried out.
    fn is_quit(&mut self, command: &Self::Command<'_>) -> bool;

    /// Carries out a command and answers it. If it is refused, the reason is returned and not yet written.
    ///
    /// # Errors
    /// If the output is closed.
    fn execute(
        &mut self,
        command: Self::Command<'_>,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<Executed>;

    /// Writes why `line` was refused; `line` is empty if it could not be read.
    ///
    /// # Errors
    /// If the output is closed.
    fn write_refusal(
        &mut self,
        line: &str,
        why: &dyn Display,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Writes why `line` is no command, or has wrong arguments.
    ///
    /// # Errors
    /// If the output is closed.
    fn write_malformed(
        &mut self,
        line: &str,
        why: &Malformed,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.write_refusal(line, why, out)
    }

    /// As [`Protocol::handle_event`].
    ///
    /// # Errors
    /// If the output is closed.
    fn write_event(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// As [`Protocol::write_progress`].
    ///
    /// # Errors
    /// If the output is closed.
    fn write_alive(&mut self, _progress: Progress, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// As [`Protocol::scheduling`], for a parsed line.
    fn schedule(&mut self, command: &Self::Command<'_>, waiting: usize) -> Scheduling;
}

impl<T: CommandProtocol> Protocol for T {
    fn handle_line(
        &mut self,
        line: &str,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>> {
        match T::parse(line) {
            Ok(Some(command)) if self.is_quit(&command) => return Ok(ControlFlow::Break(())),
            Ok(Some(command)) => {
                if let Err(why) = self.execute(command, session, out)? {
                    self.write_refusal(line, &why, out)?;
                }
            }
            Ok(None) => {}
            Err(why) => self.write_malformed(line, &why, out)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn write_error(&mut self, why: &str, out: &mut dyn Write) -> io::Result<()> {
        self.write_refusal("", &why, out)
    }

    fn handle_event(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.write_event(event, session, out)
    }

    fn write_progress(&mut self, progress: Progress, out: &mut dyn Write) -> io::Result<()> {
        self.write_alive(progress, out)
    }

    fn scheduling(&mut self, line: &str, waiting: usize) -> Scheduling {
        match T::parse(line) {
            Ok(Some(command)) => self.schedule(&command, waiting),
            // A line that is not understood does not stop the search.
            Ok(None) | Err(_) => Scheduling::Immediate,
        }
    }
}
