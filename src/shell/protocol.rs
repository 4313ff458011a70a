//! The interface of a protocol, and its detection.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use kaeshi_protocol::{Malformed, cecp, gomocup, gtp, nboard, ugi, usi};

use super::cecp::Cecp;
use super::gomocup::Gomocup;
use super::gtp::Gtp;
use super::nboard::Nboard;
use super::session::Session;
use super::ugi::Ugi;
use super::usi::Usi;
use crate::engine;

/// What to do with a line that arrives during a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheduling {
    /// Answer the line at once.
    Immediate,
    /// Queue the line until the search has ended.
    Queue,
    /// Stop the search, and queue the line until it has ended.
    StopThenQueue,
}

/// One protocol: turns lines into calls of the session, and events into lines.
///
/// A dialect only turns lines into calls of the [`Session`], and the events of the engine into text. It never blocks:
/// the event loop calls it, and flushes its output.
pub trait Protocol {
    /// Answers a line; [`ControlFlow::Break`] ends the conversation.
    ///
    /// # Errors
    /// If the output is closed.
    fn handle_line(
        &mut self,
        line: &str,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>>;

    /// Reports a line that could not be read, with the reason.
    ///
    /// # Errors
    /// If the output is closed.
    fn write_error(&mut self, why: &str, out: &mut dyn Write) -> io::Result<()>;

    /// Writes an event of the engine. A result may also change the game, or start the next search.
    ///
    /// # Errors
    /// If the output is closed.
    fn handle_event(
        &mut self,
        event: &engine::Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Writes a periodic progress line of a long search, if the protocol has one.
    ///
    /// # Errors
    /// If the output is closed.
    fn write_progress(
        &mut self,
        _progress: engine::Progress,
        _out: &mut dyn Write,
    ) -> io::Result<()> {
        Ok(())
    }

    /// How to schedule `line` during a search, with `waiting` lines queued before it.
    ///
    /// A dialect may note that the result of the search will be discarded.
    fn scheduling(&mut self, line: &str, waiting: usize) -> Scheduling;
}

/// The protocol of a program with that name, if the name determines it.
///
/// Gomocup's managers start programs called `pbrain-...`, and any line may be the first.
#[must_use]
pub fn from_program_name(program: &Path) -> Option<Box<dyn Protocol>> {
    let name = program.file_name()?.to_str()?.to_ascii_lowercase();
    name.starts_with("pbrain-")
        .then(|| Box::new(Gomocup::default()) as Box<dyn Protocol>)
}

/// The protocol that `line` belongs to, if it can begin a conversation.
#[must_use]
pub fn detect(line: &str) -> Option<Box<dyn Protocol>> {
    if is_ugi(line) {
        Some(Box::new(Ugi::default()))
    } else if is_usi(line) {
        Some(Box::new(Usi))
    } else if is_cecp(line) {
        Some(Box::new(Cecp::default()))
    } else if is_gtp(line) {
        Some(Box::new(Gtp::default()))
    } else if is_nboard(line) {
        Some(Box::new(Nboard::default()))
    } else if is_gomocup(line) {
        Some(Box::new(Gomocup::default()))
    } else {
        None
    }
}

/// Whether the line is a UGI command, even if its arguments are wrong.
fn is_ugi(line: &str) -> bool {
    !matches!(
        ugi::Command::parse(line),
        Ok(None) | Err(Malformed::Unknown { .. })
    )
}

/// Whether the line is USI-X's greeting; all other words of USI-X also belong to UGI.
fn is_usi(line: &str) -> bool {
    matches!(usi::Command::parse(line), Ok(Some(usi::Command::Hello)))
}

/// Whether the line is `XBoard`'s greeting.
fn is_cecp(line: &str) -> bool {
    matches!(
        cecp::Command::parse(line),
        Ok(Some(cecp::Command::Hello | cecp::Command::Version(_)))
    )
}

/// Whether the line is an NBoard command, even if its arguments are wrong; a move alone is not.
fn is_nboard(line: &str) -> bool {
    !matches!(
        nboard::Command::parse(line),
        Ok(None | Some(nboard::Command::Move(_))) | Err(Malformed::Unknown { .. })
    )
}

/// Whether the line is a number, a GTP command, or a comment, which only GTP has.
fn is_gtp(line: &str) -> bool {
    let cleaned = gtp::clean(line);
    match gtp::Request::parse(&cleaned) {
        None => line.contains('#'),
        Some(request) => {
            request.id.is_some() || !matches!(request.command, Ok(gtp::Command::Other { .. }))
        }
    }
}

/// Whether the line is a Gomocup command, even if its arguments are wrong; a stone alone is not.
fn is_gomocup(line: &str) -> bool {
    !matches!(
        gomocup::Command::parse(line),
        Ok(None | Some(gomocup::Command::Stone(..))) | Err(Malformed::Unknown { .. })
    )
}
