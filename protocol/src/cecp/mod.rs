//! The Chess Engine Communication Protocol, version 2, which `XBoard` speaks, for its variant `reversi`.
//!
//! White moves first. A move is written as in [`crate::fairy`]: `P@f5`, a pass is `@@@@`. The labels of the squares are
//! Othello's.
//!
//! Taken from the protocol's description (Tim Mann, H. G. Muller) and from what `XBoard` does in practice.
//!
//! ```
//! use kaeshi_protocol::cecp::{Command, Reply};
//!
//! assert_eq!(Command::parse("ping 3"), Ok(Some(Command::Ping(3))));
//! let Ok(Some(Command::Move(mv))) = Command::parse("usermove P@f5") else { panic!() };
//! assert_eq!(Reply::Move(mv).to_string(), "move P@f5");
//! ```

mod command;
mod reply;

pub use command::{Command, Level};
pub use reply::{Ending, Reply, Value};
