//! Kaeshi for a web page, without threads: lines of UGI in a Web Worker, positions and pasted games in the page.
//!
//! The interface is plain: JavaScript asks for a buffer ([`exports::input`]), writes UTF-8 text into it, calls a function,
//! and reads the answer ([`exports::output`]). `web/src/engine/module.ts` is the other side.

mod analysis;
pub mod exports;
mod game;
mod party;
mod pasted;
mod set_up;
mod written;

pub use analysis::{Analysed, AnalysisRequest, Values};
pub use game::{OpeningName, Position, Request};
pub use party::{CardMove, Known, Party, PartyPlayer, PartyRequest, Played};
pub use pasted::Pasted;
pub use set_up::SetUpRequest;
pub use written::{Format, WriteRequest, Written};
