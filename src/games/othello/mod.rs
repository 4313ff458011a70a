//! Othello.
//!
//! [`board`], [`moves`] and [`flip`] are the rules on bitboards; [`Othello`] is the game
//! as the search and the shell see it.

pub mod board;
mod evaluate;
pub mod flip;
pub mod moves;
mod policy;
mod position;
mod text;

pub use position::{DISC, Othello, Placement};

#[cfg(test)]
pub(crate) mod samples;
