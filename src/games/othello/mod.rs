//! Othello: the rules, the evaluation, the search policies and the endgame solver.
//!
//! [`board`], [`moves`] and [`flip`] are the rules on bitboards; [`Othello`] connects them to the search and the shell.

pub mod board;
mod cuts;
pub mod evaluate;
pub mod features;
pub mod flip;
mod judgement;
pub mod last_disc;
mod levels;
pub mod moves;
pub mod net;
mod order;
mod packed;
pub mod parts;
pub mod perft;
mod policy;
mod position;
pub mod probcut;
mod schedule;
pub mod solver;
pub mod stability;
pub mod symmetry;
mod text;
pub mod weights;

pub use levels::LEVELS;
pub use packed::stage_of_each;
pub use policy::WorkerData;
pub use position::{DISC, Othello, OthelloMove};

#[cfg(test)]
pub(crate) mod samples;
