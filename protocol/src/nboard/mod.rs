//! NBoard's protocol, version 2, between Othello engines and the programs that show or referee them.
//!
//! A graphical interface sends [`Command`]s, an engine answers with [`Reply`]s. State comes first (`set game`, `move`),
//! then `ping`, then a request. Replies before the answer to `ping` are about the old state.
//!
//! Taken from the protocol's description (Chris Welty) and from what its programs do in practice. Version 1 sends a
//! move without the word `move`; evaluations are in discs with two decimals.
//!
//! ```
//! use kaeshi_protocol::nboard::{Command, Reply};
//!
//! assert_eq!(Command::parse("ping 3"), Ok(Some(Command::Ping(3))));
//! let Ok(Some(Command::Move(item))) = Command::parse("F5//1.2") else { panic!() };
//! assert_eq!(item.seconds, Some(1.2));
//! assert_eq!(Reply::Move(item).to_string(), "=== F5//1.20");
//! ```

mod command;
mod reply;

pub use command::Command;
pub use reply::{Depth, Reply};
