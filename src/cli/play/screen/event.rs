//! What the loop of the screen waits for.

use kaeshi::engine::Event;

use super::super::board::Reviewed;
use super::super::evaluation::Eval;

/// An event of the screen.
pub(super) enum ScreenEvent {
    /// A key, the mouse, pasted text, or a new size.
    Terminal(crossterm::event::Event),
    /// An event of the search with this number.
    Search(u64, Box<Event>),
    /// News of the analysis with this number.
    Review(u64, News),
    /// The system asks the program to end, or the terminal is gone.
    End,
}

/// What an analysis of the game has found.
pub(super) enum News {
    /// The value of the last position for the first player, if it is known.
    End(Option<Eval>),
    /// The value of the position before the move with this index, from 0, and what is said about the move.
    Move(usize, Option<Eval>, Reviewed),
    /// The analysis has ended; a sentence about the game, or about what went wrong.
    Done(String),
}
