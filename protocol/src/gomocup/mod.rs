//! The protocol of Gomocup and Piskvork, for five in a row.
//!
//! A manager sends [`Command`]s, an engine ("brain") answers with [`Reply`]s. Squares are counted from 0; `0,0` is in
//! the upper left corner. The engine keeps the board: it receives the opponent's moves and plays its own.
//!
//! Taken from the protocol's description (Petr Laštovička) and from what its managers do in practice.
//!
//! ```
//! use kaeshi_protocol::gomocup::{Command, Point, Reply};
//!
//! let at = Point { x: 7, y: 6 };
//! assert_eq!(Command::parse("TURN 7,6\r\n"), Ok(Some(Command::Turn(at))));
//! assert_eq!(Reply::Move(at).to_string(), "7,6");
//! ```

mod command;
mod info;
mod keyword;
mod reply;

pub use command::{Command, Owner, Point};
pub use info::Info;
pub use reply::Reply;
