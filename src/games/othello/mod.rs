//! Othello: the rules, the evaluation, the search policies and the endgame solver.
//!
//! [`board`], [`moves`] and [`flip`] are the rules on bitboards; [`Othello`] connects them to the search and the shell.

pub mod board;
pub mod breakdown;
mod cuts;
mod eval_cache;
pub mod evaluate;
pub mod features;
pub mod flip;
pub mod last_disc;
mod levels;
mod model_file;
pub mod moves;
pub mod net;
mod order;
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
pub use model_file::stage_of_each;
pub use policy::WorkerData;
pub use position::{DISC, Othello, OthelloMove};

#[cfg(test)]
pub(crate) mod samples;
