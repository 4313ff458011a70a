//! GTP, the Go Text Protocol, version 2, for board games other than Go.
//!
//! A controller sends [`Request`]s; an engine answers each with one [`Response`], in order. Commands for Go alone are
//! left out. GoGui's `gogui-rules_*`, which describe any game, and Quarry's `set_game` are included. Lines pass through
//! [`clean`] before they are read.
//!
//! Taken from the specification (Gunnar Farnebäck, GTP draft 2), GoGui's manual, and from what controllers do in
//! practice. Examples are colours and vertices in any case, `play b` without a vertex, and `# interrupt`.
//!
//! ```
//! use kaeshi_protocol::gtp::{Color, Command, Request, Response, Vertex, clean};
//!
//! let line = clean("5 play\twhite D3 # in the corner\r");
//! let request = Request::parse(&line).expect("the line is not blank");
//! let d3 = Vertex::Point { file: 3, rank: 2 };
//! assert_eq!(request.id, Some(5));
//! assert_eq!(request.command, Ok(Command::Play(Color::White, d3)));
//!
//! let response = Response { id: Some(5), result: Err("illegal move".into()) };
//! assert_eq!(response.to_string(), "?5 illegal move\n\n");
//! ```

mod command;
mod request;
mod response;
mod vertex;

pub use command::{Command, Rule, Time};
pub use request::{Request, clean, is_interrupt};
pub use response::Response;
pub use vertex::{Color, MAX_FILES, Vertex};
