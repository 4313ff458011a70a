//! USI-X for Othello, a relative of shogi's USI.
//!
//! Taken from the specification (`YuaHyodo/USI-X-protocol_othello_version`) and from what its programs do in practice.
//! Examples are clocks of 0 while every move has its `byoyomi`, `stop` and `quit` at once, and scores that are one
//! whole number.
//!
//! `btime` is the clock of Black, who moves first. A position is one word, a pass is `pass`.
//!
//! ```
//! use kaeshi_protocol::usi::{Command, Setup};
//!
//! let command = Command::parse("position startpos moves f5 d6");
//! let (setup, moves) = (Setup::StartPos, vec!["f5", "d6"]);
//! assert_eq!(command, Ok(Some(Command::Position { setup, moves })));
//! ```

mod command;
mod go;
mod reply;
mod sfen;

pub use command::{Command, Setup};
pub use go::Go;
pub use reply::{Info, Reply};
pub use sfen::Sfen;
