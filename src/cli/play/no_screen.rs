//! Stands for the board on the terminal where there is no terminal: in WebAssembly.

use std::io;

#[path = "screen/clock.rs"]
mod clock;

pub(super) use self::clock::{ClockRule, read_rule};
use super::session::Session;

/// Never called: standard input and output are no terminals.
pub(super) fn play(_session: Session, _rule: ClockRule) -> io::Result<Vec<String>> {
    Err(io::ErrorKind::Unsupported.into())
}
