//! What the engine searches, and what it has said.

use super::super::evaluation::Eval;

/// What the engine has said about the current position.
#[derive(Debug, Clone, Default)]
pub(super) struct EngineOutput {
    /// Moves with their values for the first player.
    pub(super) values: Vec<(String, Eval)>,
    /// The principal variation.
    pub(super) line: Vec<String>,
    /// The value of the position.
    pub(super) eval: Option<Eval>,
    /// The moves that the opening book knows.
    pub(super) book: Vec<String>,
}

/// A running search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Search {
    pub(super) id: u64,
    pub(super) purpose: Purpose,
    /// The version of the position that is searched.
    pub(super) version: u64,
}

/// Why the engine searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It has to move.
    Answer,
    /// The values of all moves are wanted.
    Hints,
}
