//! The events that the threads of the shell send to its loop.

use super::input_line::InputLine;
use crate::engine;

/// An event for the loop.
#[derive(Debug)]
pub enum Event {
    /// A line of input.
    Line(InputLine),
    /// The end of the input.
    EndOfInput,
    /// A signal asks the program to end.
    Terminate,
    /// An event of the engine.
    Engine(engine::Event),
}
