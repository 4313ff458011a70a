//! The events that the threads of the shell send to its loop.

use crate::engine;
use crate::files::LineError;

/// An event for the loop.
#[derive(Debug)]
pub enum Event {
    /// A line of input, or why it is skipped.
    Line(Result<String, LineError>),
    /// Why the input cannot be read on; the end of the input follows.
    Unreadable(String),
    /// The end of the input.
    EndOfInput,
    /// A signal asks the program to end.
    Terminate,
    /// An event of the engine.
    Engine(engine::Event),
    /// The book has learned a game, or was told to stop.
    Learned,
}
