//! How one protocol is spoken.

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

/// What a line has to wait for while the engine thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// Nothing: it is answered at once.
    Now,
    /// The answer to the search.
    Wait,
    /// The answer to the search, which is told to stop.
    Hurry,
}

/// One protocol: from lines to the session, from events to lines.
///
/// A dialect only turns what it hears into calls of the [`Session`], and what the engine
/// says into text. It never waits: the loop calls it, and flushes what it wrote.
pub trait Dialect {
    /// Answers a line; [`ControlFlow::Break`] ends the conversation.
    ///
    /// # Errors
    /// When the output is gone.
    fn hear(
        &mut self,
        line: &str,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>>;

    /// Complains about a line that cannot be heard at all, with the reason.
    ///
    /// # Errors
    /// When the output is gone.
    fn complain(&mut self, why: &str, out: &mut dyn Write) -> io::Result<()>;

    /// Says what the engine said; an answer may also change the game, or ask for the next one.
    ///
    /// # Errors
    /// When the output is gone.
    fn tell(
        &mut self,
        event: &engine::Event,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// A sign of life from a long search, if the protocol has any.
    ///
    /// # Errors
    /// When the output is gone.
    fn pulse(&mut self, _progress: engine::Progress, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// What `line` has to wait for while the engine thinks; `waiting` lines are before it.
    ///
    /// A dialect may take note that nobody wants the answer any more.
    fn patience(&mut self, line: &str, waiting: usize) -> Patience;
}

/// The protocol that a program of that name speaks from the beginning, if the name says so.
///
/// Gomocup's managers start programs called `pbrain-...`, whatever they say first.
#[must_use]
pub fn called(program: &Path) -> Option<Box<dyn Dialect>> {
    let name = program.file_name()?.to_str()?.to_ascii_lowercase();
    name.starts_with("pbrain-")
        .then(|| Box::new(Gomocup::default()) as Box<dyn Dialect>)
}

/// The protocol that `line` belongs to, if it can begin a conversation.
#[must_use]
pub fn recognise(line: &str) -> Option<Box<dyn Dialect>> {
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

/// A command that UGI knows, even if the rest is broken.
fn is_ugi(line: &str) -> bool {
    !matches!(
        ugi::Command::parse(line),
        Ok(None) | Err(Malformed::Unknown { .. })
    )
}

/// USI-X's greeting; all its other words are also UGI's.
fn is_usi(line: &str) -> bool {
    matches!(usi::Command::parse(line), Ok(Some(usi::Command::Hello)))
}

/// `XBoard`'s greeting.
fn is_cecp(line: &str) -> bool {
    matches!(
        cecp::Command::parse(line),
        Ok(Some(cecp::Command::Hello | cecp::Command::Version(_)))
    )
}

/// A command that NBoard knows, even if the rest is broken; a move alone is none.
fn is_nboard(line: &str) -> bool {
    !matches!(
        nboard::Command::parse(line),
        Ok(None | Some(nboard::Command::Move(_))) | Err(Malformed::Unknown { .. })
    )
}

/// A number, a command that GTP knows, or a comment, which only GTP has.
fn is_gtp(line: &str) -> bool {
    let cleaned = gtp::clean(line);
    match gtp::Request::parse(&cleaned) {
        None => line.contains('#'),
        Some(request) => {
            request.id.is_some() || !matches!(request.command, Ok(gtp::Command::Other { .. }))
        }
    }
}

/// A command that Gomocup knows, even if the rest is broken; a stone alone is none.
fn is_gomocup(line: &str) -> bool {
    !matches!(
        gomocup::Command::parse(line),
        Ok(None | Some(gomocup::Command::Stone(..))) | Err(Malformed::Unknown { .. })
    )
}
