//! What most dialects share: every line is a command of one type, or refused.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;

use kaeshi_protocol::Malformed;

use super::dialect::{Dialect, Patience};
use super::session::Session;
use crate::engine::{Event, Progress};
use crate::game::Refused;

/// What became of a command: nothing more has to be said, or why it was refused.
pub type Done = Result<(), Refused>;

/// A protocol whose lines are commands; whatever has it is a [`Dialect`].
pub trait Tongue {
    /// A line that is understood.
    type Command<'a>;

    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// When it is no command, or a broken one.
    fn parse(line: &str) -> Result<Option<Self::Command<'_>>, Malformed>;

    /// Whether a command, which then is not obeyed, ends the conversation.
    fn ends(&mut self, command: &Self::Command<'_>) -> bool;

    /// Carries out a command, and answers it; the reason why it cannot be done is not said yet.
    ///
    /// # Errors
    /// When the output is gone.
    fn obey(
        &mut self,
        command: Self::Command<'_>,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<Done>;

    /// Says why `line`, empty if it could not even be read, is not carried out.
    ///
    /// # Errors
    /// When the output is gone.
    fn refuse(&mut self, line: &str, why: &dyn Display, out: &mut dyn Write) -> io::Result<()>;

    /// Says why `line` is no command, or a broken one.
    ///
    /// # Errors
    /// When the output is gone.
    fn misread(&mut self, line: &str, why: &Malformed, out: &mut dyn Write) -> io::Result<()> {
        self.refuse(line, why, out)
    }

    /// As [`Dialect::tell`].
    ///
    /// # Errors
    /// When the output is gone.
    fn report(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// As [`Dialect::pulse`].
    ///
    /// # Errors
    /// When the output is gone.
    fn beat(&mut self, _progress: Progress, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// As [`Dialect::patience`], of a line that is understood.
    fn wait_for(&mut self, command: &Self::Command<'_>, waiting: usize) -> Patience;
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

    fn patience(&mut self, line: &str, waiting: usize) -> Patience {
        match T::parse(line) {
            Ok(Some(command)) => self.wait_for(&command, waiting),
            // What is not understood must not end a search.
            Ok(None) | Err(_) => Patience::Now,
        }
    }
}
