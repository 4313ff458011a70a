//! The two players, and how a game between them ends.

use std::ops::Not;

/// One of the two players: the one who moves first in the starting position, or the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Side {
    /// Moves first in the starting position (Black in Othello, `x` in m,n,k games).
    #[default]
    First,
    /// The player who moves second.
    Second,
}

impl Side {
    /// The index of the side in arrays of two: 0 for the first player, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// How a finished game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Won(Side),
    /// A draw.
    Drawn,
}
