//! The games, and the registry that opens them by name.

use std::sync::Arc;

use crate::engine::{Player, Seat};
use crate::game::Refused;
use crate::search::Table;

pub mod daifugo;
pub mod mnk;
pub mod othello;

/// The game played unless another one is asked for.
pub const DEFAULT: &str = "othello";

/// The names [`open`] understands, with what they are.
pub const NAMES: [(&str, &str); 6] = [
    ("othello", "Othello (Reversi) on 8x8"),
    ("tictactoe", "three in a row on 3x3"),
    ("gomoku", "five in a row on 15x15"),
    (
        "mnk M N K",
        "K in a row on M files and N ranks, each up to 26",
    ),
    (
        "daifugo",
        "Daifugo for two with open hands: groups of a rank, eights clear the table",
    ),
    ("daifugo plain", "the same with one card at a time"),
];

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
/// The words of a name may be separated by commas, for managers that split arguments at blanks.
///
/// # Errors
/// When there is no such game; the reason lists those there are.
pub fn open(name: &str, table: Arc<Table>) -> Result<Box<dyn Seat>, Refused> {
    let lower = name.trim().to_ascii_lowercase().replace(',', " ");
    match lower.split_ascii_whitespace().next() {
        Some("othello" | "reversi") if !lower.contains(' ') => {
            Ok(Box::new(Player::new(&othello::Othello::default(), table)))
        }
        Some("mnk" | "tictactoe" | "tic-tac-toe" | "gomoku") => {
            Ok(mnk::open(mnk::Variant::named(name)?, TakeSeat(table)))
        }
        Some(game @ "daifugo") => {
            let start = daifugo::Daifugo::variant(&lower[game.len()..])?;
            Ok(Box::new(Player::new(&start, table)))
        }
        _ => {
            let known: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
            Err(Refused::new(format_args!(
                "unknown game '{name}': known are {}",
                known.join(", ")
            )))
        }
    }
}

/// Gives an m,n,k game of any size a seat that thinks with this table.
struct TakeSeat(Arc<Table>);

impl mnk::Visitor for TakeSeat {
    type Output = Box<dyn Seat>;

    fn visit<B: mnk::bits::Bits>(self, start: mnk::Mnk<B>) -> Box<dyn Seat> {
        Box::new(Player::new(&start, self.0))
    }
}
