//! The common part of most dialects: every line is a command of one type, or refused.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;

use kaeshi_protocol::Malformed;

use super::dialect::{Dialect, Scheduling};
use super::session::Session;
use crate::engine::{Event, Progress};
use crate::game::InputError;

/// The outcome of a command: done, or why it was refused.
pub type Done = Result<(), InputError>;

/// A protocol whose lines are commands. Every implementation is a [`Dialect`].
pub trait Tongue {
    /// A parsed line.
    type Command<'a>;

    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// If it is no command, or its arguments are wrong.
    fn parse(line: &str) -> Result<Option<Self::Command<'_>>, Malformed>;

    /// Whether a command ends the conversation; it is then not carried out.
    fn ends(&mut self, command: &Self::Command<'_>) -> bool;

    /// Carries out a command and answers it. If it is refused, the reason is returned and not yet written.
    ///
    /// # Errors
    /// If the output is closed.
    fn obey(
        &mut self,
        command: Self::Command<'_>,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<Done>;

    /// Writes why `line` was refused; `line` is empty if it could not be read.
    ///
    /// # Errors
    /// If the output is closed.
    fn refuse(&mut self, line: &str, why: &dyn Display, out: &mut dyn Write) -> io::Result<()>;

    /// Writes why `line` is no command, or has wrong arguments.
    ///
    /// # Errors
    /// If the output is closed.
    fn misread(&mut self, line: &str, why: &Malformed, out: &mut dyn Write) -> io::Result<()> {
        self.refuse(line, why, out)
    }

    /// As [`Dialect::tell`].
    ///
    /// # Errors
    /// If the output is closed.
    fn report(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// As [`Dialect::pulse`].
    ///
    /// # Errors
    /// If the output is closed.
    fn beat(&mut self, _progress: Progress, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// As [`Dialect::patience`], for a parsed line.
    fn wait_for(&mut self, command: &Self::Command<'_>, waiting: usize) -> Scheduling;
}

impl<T: Tongue> Dialect for T {
    fn hear(
        &mut self,
        line: &str,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>> {
        match T::parse(line) {
            Ok(Some(command)) if self.ends(&command) => return Ok(ControlFlow::Break(())),
            Ok(Some(command)) => {
                if let Err(why) = self.obey(command, session, out)? {
                    self.refuse(line, &why, out)?;
                }
            }
            Ok(None) => {}
            Err(why) => self.misread(line, &why, out)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn complain(&mut self, why: &str, out: &mut dyn Write) -> io::Result<()> {
        self.refuse("", &why, out)
    }

    fn tell(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.report(event, session, out)
    }

    fn pulse(&mut self, progress: Progress, out: &mut dyn Write) -> io::Result<()> {
        self.beat(progress, out)
    }

    fn patience(&mut self, line: &str, waiting: usize) -> Scheduling {
        match T::parse(line) {
            Ok(Some(command)) => self.wait_for(&command, waiting),
            // A line that is not understood does not stop the search.
            Ok(None) | Err(_) => Scheduling::Immediate,
        }
    }
}
