//! The opening of a game.

/// The start of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Opening {
    /// The position before the moves; `None` for the starting position.
    pub(super) position: Option<String>,
    pub(super) moves: Vec<String>,
}
