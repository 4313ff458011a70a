//! Cards and melds as bits, and their texts; no rules of play.

mod card;
mod card_set;
mod forms;
mod meld;
pub(super) mod meld_text;
mod names;
mod ranks;
mod sequences;
mod uecda_table;

pub use card::{Card, Rank, Suit};
pub use card_set::Cards;
pub use forms::{Counts, Located};
pub use meld::{Kind, Meld};
pub use names::NotCards;
pub use ranks::Ranks;
pub use uecda_table::{Shown, hand_showing};

#[cfg(test)]
pub(super) use meld::tests::all_melds;
pub(super) use ranks::every;
