//! The interface of a protocol.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

use kaeshi_protocol::Malformed;

use super::session::Session;
use crate::engine::{Event, Progress};
use crate::game::InputError;

/// What to do with a command that arrives during a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheduling {
    /// Carry it out at once.
    Immediate,
    /// Queue it until the search has ended.
    Queue,
    /// Stop the search, and queue the command until it has ended.
    StopThenQueue,
}

/// The outcome of a command: done, or why it was refused.
pub type CommandResult = Result<(), InputError>;

/// One protocol: turns lines into commands, commands into calls of the [`Session`], and events into lines.
///
/// A protocol never blocks: the event loop calls it, and flushes its output. A line is parsed once, into a command that
/// is scheduled and carried out; only a queued line is parsed again when its turn comes.
pub trait Protocol {
    /// A parsed line.
    type Command<'a>;

    /// Prepares a line for [`Protocol::parse`], if the protocol says how.
    #[must_use]
    fn clean(line: &str) -> Cow<'_, str> {
        Cow::Borrowed(line)
    }

    /// Reads a line after [`Protocol::clean`]; `None` if it is blank.
    ///
    /// # Errors
    /// If it is no command, or its arguments are wrong.
    fn parse(line: &str) -> Result<Option<Self::Command<'_>>, Malformed>;

    /// How to schedule `command` during a search, with `queued` commands queued before it.
    fn scheduling(command: &Self::Command<'_>, queued: usize) -> Scheduling;

    /// Whether `command` ends the conversation.
    fn is_quit(command: &Self::Command<'_>) -> bool;

    /// Carries out a command and answers it. If it is refused, the reason is returned and not yet written.
    ///
    /// # Errors
    /// If the output is closed.
    fn handle(
        &mut self,
        command: Self::Command<'_>,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<CommandResult>;

    /// Notes that a command with [`Scheduling::StopThenQueue`] is queued behind the running search, whose result may
    /// have become obsolete.
    fn search_interrupted(&mut self) {}

    /// Writes an event of the engine. A result may also change the game, or start the next search.
    ///
    /// # Errors
    /// If the output is closed.
    fn handle_event(
        &mut self,
        event: &Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Writes that the book has learned a game, if the user asked for it.
    ///
    /// # Errors
    /// If the output is closed.
    fn handle_learned(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Tells the user `text`, which answers no command, if the protocol has a line for that.
    ///
    /// # Errors
    /// If the output is closed.
    fn write_notice(&self, _text: &str, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes why `line` was refused; `line` is empty if it could not be read.
    ///
    /// # Errors
    /// If the output is closed.
    fn write_error(&self, line: &str, why: &dyn Display, out: &mut dyn Write) -> io::Result<()>;

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
        self.write_error(line, why, out)
    }

    /// Writes a periodic progress line of a long search, if the protocol has one.
    ///
    /// # Errors
    /// If the output is closed.
    fn write_progress(&self, _progress: Progress, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
