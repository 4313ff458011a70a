//! The rules: the rule sets, the legal melds, and the game of two players with open hands.

mod deal;
mod dominance;
mod equivalence;
pub(super) mod fields;
pub(super) mod movegen;
mod moves;
mod notation;
mod position;
mod read;
mod rule_set;
mod shuffle;

pub use dominance::{Answerable, Round, any_two, down_to, up_to};
pub use moves::Move;
pub use position::Daifugo;
pub use rule_set::Rules;

pub(super) use movegen::{SPADE_THREE, ToBeat};
pub(super) use rule_set::MAX_PLAYERS;
pub(super) use shuffle::shuffled;
