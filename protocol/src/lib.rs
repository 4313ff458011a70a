//! Typed commands and replies of the text protocols that board game engines speak.
//!
//! A line of text becomes a value and a value a line. Nothing here knows the rules of a game, so positions and moves
//! stay text. There is one module for each protocol:
//!
//! * [`ugi`], the Universal Game Interface, and its model UCI where the two agree; [`fairy`], the notation of UCI's
//!   relatives for positions and moves;
//! * [`usi`], UCI's other relative, for Othello;
//! * [`gtp`], the Go Text Protocol, for board games other than Go;
//! * [`nboard`], which Othello engines speak with NBoard and its relatives, and [`ggf`], its games;
//! * [`cecp`], which `XBoard` speaks, for Othello;
//! * [`gomocup`], which programs for five in a row speak;
//! * [`sgf`], games as [`gtp`] programs keep them;
//! * [`obf`], Othello problems with their answers, [`transcript`] and [`pgn`], Othello games, all built from [`board`];
//! * [`wthor`], the binary files of the games of Othello tournaments;
//! * [`uecda`], the tables of numbers on the wire of a tournament of Daifugo.
//!
//! Reading never panics and takes time in proportion to the line. A line is either read completely or refused with a
//! [`Malformed`] that says what was expected and where:
//!
//! ```
//! use kaeshi_protocol::ugi::Command;
//!
//! assert_eq!(Command::parse("isready"), Ok(Some(Command::IsReady)));
//! assert_eq!(Command::parse("   "), Ok(None));
//!
//! let refused = Command::parse("go depth many").unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "expected a depth from 1 to 4294967295 at column 10, found 'many'"
//! );
//! ```
//!
//! Writing is `Display`. It writes exactly one line, without its line end; only a game in [`pgn`] has several:
//!
//! ```
//! use kaeshi_protocol::ugi::{Info, Reply};
//!
//! let reply = Reply::Info(Info::string("two\nlines"));
//! assert_eq!(reply.to_string(), "info string two lines");
//! assert_eq!(Reply::parse("info string two lines"), Ok(Some(reply)));
//! ```

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod board;
pub mod cecp;
pub mod fairy;
pub mod ggf;
pub mod gomocup;
pub mod gtp;
mod lexer;
mod line;
mod malformed;
pub mod nboard;
pub mod obf;
pub mod pgn;
pub mod sgf;
mod space;
mod text;
mod time;
pub mod transcript;
pub mod uecda;
pub mod ugi;
pub mod usi;
mod write;
pub mod wthor;

pub use malformed::{Excerpt, Malformed};
pub use text::{Text, Word};
pub use time::{MAX_TIME, parse_seconds};
