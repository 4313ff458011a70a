//! What the loop of the screen waits for.

use kaeshi::engine::Event;

/// An event of the screen.
pub(super) enum ScreenEvent {
    /// A key, the mouse, pasted text, or a new size.
    Terminal(crossterm::event::Event),
    /// An event of the search with this number.
    Search(u64, Box<Event>),
    /// The system asks the program to end, or the terminal is gone.
    End,
}
