//! The analysis of a game: what each move was worth, and where the game was lost.
//!
//! [`analyse`] judges a game of Othello from its end backwards. [`Summary`] adds up what the moves of each side lost.
//! [`prove`] says who wins an m,n,k game after each move, as far as that can be proven. Nothing here reads files or
//! prints.

mod backwards;
mod book;
mod candidates;
mod effort;
mod judged;
mod played_game;
mod proof;
mod summary;

pub use backwards::{Step, analyse, judge_moves};
pub use effort::Effort;
pub use judged::{Analysis, Judged, MIN_LOSS, Player, Reliability, Value, ValuedMove};
pub use played_game::PlayedGame;
pub use proof::{ProvenGame, ProvenPly, prove};
pub use summary::{Change, Leader, SideSummary, Summary, Thresholds};

#[cfg(test)]
mod tests;
