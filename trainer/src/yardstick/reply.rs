//! What an engine is asked, and what it answers.

use std::time::Duration;

use kaeshi::games::othello::board::Square;

/// The limit of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    Nodes(u64),
    Time(Duration),
    Depth(u8),
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Time(time) => write!(f, "{} s", time.as_secs_f64()),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// A move, and what the search says about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reply {
    pub(super) square: Square,
    /// The score in discs for the side to move.
    pub(super) score: f64,
    pub(super) nodes: u64,
    /// Depth of the last iteration in plies.
    pub(super) depth: u32,
}
