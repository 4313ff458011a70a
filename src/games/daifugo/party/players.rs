//! Sets of players.

/// A set of players, a bit for each.
pub(in super::super) type Players = u8;

/// The set of `player` alone.
pub(in super::super) const fn only(player: u8) -> Players {
    1 << player
}
