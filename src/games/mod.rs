//! The games, and the registry that opens them by name.

use std::sync::Arc;

use crate::engine::{Player, Seat};
use crate::game::Refused;
use crate::search::Table;

pub mod mnk;
pub mod othello;

/// The game played unless another one is asked for.
pub const DEFAULT: &str = "othello";

/// The names [`open`] understands, with what they are.
pub const NAMES: [(&str, &str); 1] = [("othello", "Othello (Reversi) on 8x8")];

/// Whether `word` begins the name of a game.
#[must_use]
pub fn is_known(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    NAMES
        .iter()
        .any(|(name, _)| name.split(' ').next() == Some(word.as_str()))
}

/// A seat at the starting position of the game called `name`, thinking with `table`.
///
/// # Errors
/// When there is no such game; the reason lists those there are.
pub fn open(name: &str, table: Arc<Table>) -> Result<Box<dyn Seat>, Refused> {
    match name.to_ascii_lowercase().as_str() {
        "othello" | "reversi" => Ok(Box::new(Player::new(&othello::Othello::default(), table))),
        _ => {
            let known: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
            Err(Refused::new(format_args!(
                "unknown game '{name}': known are {}",
                known.join(", ")
            )))
        }
    }
}
