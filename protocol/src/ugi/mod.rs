//! UGI, the Universal Game Interface, version 1.0.
//!
//! UGI is UCI for any game of two players who move one at a time. A manager sends [`Command`]s, an engine answers with
//! [`Reply`]s. Where UCI has other words for the same (`uci`, `wtime`), both are read.
//!
//! Taken from the specification (`ugi.md` of kz04px/ugi) and from what its managers and engines do in practice.
//! Examples are `moves` on its own, `wtime` for the player who moves first, and `query fen`.
//!
//! Only space, tab and carriage return separate words. Words of the protocol are lower case.
//!
//! ```
//! use kaeshi_protocol::ugi::{Command, Setup};
//!
//! let command = Command::parse("position startpos moves d3 c5");
//! let (setup, moves) = (Setup::StartPos, vec!["d3", "c5"]);
//! assert_eq!(command, Ok(Some(Command::Position { setup, moves })));
//! ```

mod command;
mod declaration;
mod go;
mod info;
mod query;
mod reply;
mod score;
mod setup;

pub use command::Command;
pub(crate) use command::option_and_value;
pub use declaration::{Declaration, Kind};
pub use go::Go;
pub use info::Info;
pub use query::{Answer, Query};
pub use reply::{Reply, UgiOrUci};
pub use score::{Bound, Score, Value};
pub use setup::Setup;
