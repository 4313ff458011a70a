//! Othello: the rules, the evaluation, the search policies and the endgame solver.
//!
//! [`board`], [`moves`] and [`flip`] are the rules on bitboards; [`Othello`] connects them to the search and the shell.

mod constants;
mod cuts;
mod endgame;
mod eval;
mod levels;
mod order;
mod policy;
mod position;
pub mod probcut;
mod rules;
mod schedule;
mod static_eval;
mod text;

pub use constants::{DISC, MAX_DIRECT_SOLVE, MAX_SCORE, MAX_SKIP, SELECTIVITY_T};
pub use endgame::Solver;
pub use eval::model_file::stage_of_each;
pub use eval::{breakdown, features, inputs, linear, net, weights};
pub use levels::LEVELS;
pub use policy::WorkerData;
pub use position::{Othello, OthelloMove};
pub use rules::{board, flip, last_disc, moves, perft, stability, symmetry};

#[cfg(test)]
pub(crate) mod samples;
