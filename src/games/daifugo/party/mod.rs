//! Daifugo under all rules, for two to five players, some of whose hands may be hidden.

mod deal;
mod exchange;
mod fields;
mod read;
mod state;
mod turns;
mod write;

pub use exchange::Action;
pub use state::{MultiGame, PublicState};

/// Maximum number of players.
pub(super) const MAX_PLAYERS: usize = 5;

/// A set of players, a bit for each.
pub(super) type Players = u8;

/// The set of `player` alone.
pub(super) const fn only(player: u8) -> Players {
    1 << player
}
