//! Kaeshi for a web page, without threads: lines of UGI in a Web Worker, positions and pasted games in the page.
//!
//! The interface is plain: JavaScript asks for a buffer ([`exports::input`]), writes UTF-8 text into it, calls a function,
//! and reads the answer ([`exports::output`]). `web/src/engine/module.ts` is the other side.

pub mod exports;
mod game;
mod pasted;

pub use game::{Position, Request};
pub use pasted::Pasted;
