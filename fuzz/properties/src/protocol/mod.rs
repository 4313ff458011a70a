//! Properties of the protocol crate: commands, replies, games and files.

mod commands;
mod files;
mod games;
mod lines;

pub use commands::{cecp, fairy, gomocup, gtp, nboard, ugi, usi};
pub use files::{uecda, wthor};
pub use games::{ggf, obf, pgn, sgf, transcript};
