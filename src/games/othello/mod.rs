//! Othello.
//!
//! [`board`], [`moves`] and [`flip`] are the rules on bitboards; [`Othello`] is the game
//! as the search and the shell see it.

pub mod board;
mod evaluate;
pub mod flip;
pub mod last_disc;
pub mod moves;
pub mod perft;
mod policy;
mod position;
pub mod solver;
pub mod stability;
pub mod symmetry;
mod text;

pub use position::{DISC, Othello, Placement};

#[cfg(test)]
pub(crate) mod samples;
