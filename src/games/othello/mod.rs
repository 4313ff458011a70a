//! Othello: the rules, the evaluation, the search policies and the endgame solver.
//!
//! [`board`], [`moves`] and [`flip`] are the rules on bitboards; [`Othello`] connects them to the search and the shell.

pub mod breakdown;
mod constants;
mod cuts;
mod eval_cache;
pub mod evaluate;
pub mod features;
mod levels;
mod model_file;
pub mod net;
mod order;
mod policy;
mod position;
pub mod probcut;
mod rules;
mod schedule;
pub mod solver;
mod text;
pub mod weights;

pub use constants::DISC;
pub use levels::LEVELS;
pub use model_file::stage_of_each;
pub use policy::WorkerData;
pub use position::{Othello, OthelloMove};
pub use rules::{board, flip, last_disc, moves, perft, stability, symmetry};

#[cfg(test)]
pub(crate) mod samples;
