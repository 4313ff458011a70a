//! The moves that may be searched at the root.

use crate::core::PackedMove;

/// The moves that may be searched at the root.
#[derive(Debug, Clone, Default)]
pub struct RootMoves {
    /// Only these moves; all moves if there are none.
    allowed: Vec<PackedMove>,
    /// Excluded moves.
    pub(super) excluded: Vec<PackedMove>,
}

impl RootMoves {
    /// Only these moves; all of them if `allowed` is empty.
    #[must_use]
    pub fn only(allowed: Vec<PackedMove>) -> Self {
        Self {
            allowed,
            excluded: Vec::new(),
        }
    }

    /// Whether all moves may be searched.
    pub(super) fn is_unrestricted(&self) -> bool {
        self.allowed.is_empty() && self.excluded.is_empty()
    }

    /// Whether `mv` may be searched.
    pub(super) fn allow(&self, mv: PackedMove) -> bool {
        (self.allowed.is_empty() || self.allowed.contains(&mv)) && !self.excluded.contains(&mv)
    }

    /// The same moves, except `taken`.
    pub(super) fn without(&self, taken: impl Iterator<Item = PackedMove>) -> Self {
        let mut rest = self.clone();
        rest.excluded.extend(taken);
        rest
    }
}
