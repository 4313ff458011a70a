//! A move in 16 bits.

/// A move as the transposition table stores it; 0 is [`PackedMove::NONE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PackedMove(pub u16);

impl PackedMove {
    /// No move.
    pub const NONE: Self = Self(0);
}
