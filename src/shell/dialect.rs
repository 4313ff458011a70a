//! How one protocol is spoken.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::input::Line;
use super::session::Session;
use super::ugi::Ugi;
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

    /// Complains about a line that is no text.
    ///
    /// # Errors
    /// When the output is gone.
    fn complain(&mut self, line: &Line, out: &mut dyn Write) -> io::Result<()>;

    /// Says what the engine said.
    ///
    /// # Errors
    /// When the output is gone.
    fn tell(
        &mut self,
        event: &engine::Event,
        session: &Session,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// A sign of life from a long search.
    ///
    /// # Errors
    /// When the output is gone.
    fn pulse(&mut self, progress: engine::Progress, out: &mut dyn Write) -> io::Result<()>;

    /// What `line` has to wait for while the engine thinks; `waiting` lines are before it.
    fn patience(&self, line: &str, waiting: usize) -> Patience;
}

/// The protocol that a conversation beginning with `line` is held in.
#[must_use]
pub fn recognise(_line: &str) -> Box<dyn Dialect> {
    Box::new(Ugi::default())
}
