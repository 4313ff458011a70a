//! What an engine says.

use std::fmt;
use std::time::Duration;

use crate::text::{Text, Word};
use crate::ugi::Declaration;
use crate::wire::{write_term, write_words};
use crate::words::in_milliseconds;

/// A line from the engine; `Display` writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `id name <text>`: who the engine is.
    Name(Text),
    /// `id author <text>`: who wrote it.
    Author(Text),
    /// `option ...`: what can be set.
    Option(Declaration),
    /// `usiok`: the answer to `usi` is complete.
    Welcome,
    /// `readyok`
    Ready,
    /// `scoretype stone min <n> max <n>`: a score is a number of discs in this range.
    ScoreInDiscs {
        /// The lowest.
        min: i32,
        /// The highest.
        max: i32,
    },
    /// `info ...`
    Info(Info),
    /// `bestmove <move> [ponder <move>]`
    BestMove {
        /// What is played.
        best: Word,
        /// The answer that is expected.
        ponder: Option<Word>,
    },
}

/// `info`: any of these.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// `depth`: plies searched.
    pub depth: Option<u32>,
    /// `seldepth`: plies of the longest line searched.
    pub seldepth: Option<u32>,
    /// `multipv`: the rank of this line among several, 1 for the best.
    pub multipv: Option<u32>,
    /// `score`: one whole number, for the player who searches.
    pub score: Option<i32>,
    /// `nodes`: positions visited.
    pub nodes: Option<u64>,
    /// `nps`: positions visited a second.
    pub nps: Option<u64>,
    /// `hashfull`: how much of the transposition table is used, in thousandths.
    pub hashfull: Option<u16>,
    /// `time` spent; written in whole milliseconds.
    pub time: Option<Duration>,
    /// `pv`: the principal variation.
    pub pv: Vec<Word>,
    /// `string`: text for people, up to the end of the line.
    pub string: Option<Text>,
}

impl Info {
    /// `info string <text>` and nothing else.
    #[must_use]
    pub fn string(text: impl Into<Text>) -> Self {
        Self {
            string: Some(text.into()),
            ..Self::default()
        }
    }
}

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

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_term(f, "depth", self.depth)?;
        write_term(f, "seldepth", self.seldepth)?;
        write_term(f, "multipv", self.multipv)?;
        write_term(f, "score", self.score)?;
        write_term(f, "nodes", self.nodes)?;
        write_term(f, "nps", self.nps)?;
        write_term(f, "hashfull", self.hashfull)?;
        write_term(f, "time", self.time.map(in_milliseconds))?;
        write_words(f, " pv", &self.pv)?;
        write_term(f, "string", self.string.as_ref())
    }
}
