//! Daifugo under all rules, for two to five players, some of whose hands may be hidden.

mod deal;
mod exchange;
mod fields;
mod perft;
mod players;
mod read;
mod state;
mod turns;
mod write;

pub use exchange::{Action, Gift};
pub use state::{MultiGame, PublicState};

pub(super) use players::only;
