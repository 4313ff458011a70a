//! The replies of a USI engine.

use std::fmt;

use crate::text::{Text, Word};
use crate::ugi::{self, Declaration};
use crate::write::write_term;

/// A line from the engine; `Display` writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `id name <text>`: the engine's name.
    Name(Text),
    /// `id author <text>`: the engine's author.
    Author(Text),
    /// `option ...`: an option of the engine.
    Option(Declaration),
    /// `usiok`: the end of the answer to `usi`.
    Welcome,
    /// `readyok`
    Ready,
    /// `scoretype stone min <n> max <n>`: scores are discs in this range.
    ScoreInDiscs {
        /// The lowest score in discs.
        min: i32,
        /// The highest score in discs.
        max: i32,
    },
    /// `info ...`
    Info(Info),
    /// `bestmove <move> [ponder <move>]`
    BestMove {
        /// The best move.
        best: Word,
        /// The expected reply to it.
        ponder: Option<Word>,
    },
}

/// `info`: any of its fields; a score is one whole number, for the player who searches.
pub type Info = ugi::Info<i32>;

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) => write!(f, "id name {text}"),
            Self::Author(text) => write!(f, "id author {text}"),
            Self::Option(declaration) => write!(f, "{declaration}"),
            Self::Welcome => f.write_str("usiok"),
            Self::Ready => f.write_str("readyok"),
            Self::ScoreInDiscs { min, max } => write!(f, "scoretype stone min {min} max {max}"),
            Self::Info(info) => write!(f, "{info}"),
            Self::BestMove { best, ponder } => {
                write!(f, "bestmove {best}")?;
                write_term(f, "ponder", ponder.as_ref())
            }
        }
    }
}
