//! Othello: the rules, the evaluation, the search policies and the endgame solver.
//!
//! `rules` has the rules on bitboards, `eval` the evaluations, `endgame` the solver of the last squares, and `search`
//! the policies that use them. [`Othello`] is a position; `game` connects it to the search, `text` to the shell.

pub mod book;
mod constants;
mod endgame;
mod eval;
mod game;
pub mod openings;
mod position;
mod rules;
mod search;
mod text;

pub use constants::{DISC, MAX_DIRECT_SOLVE, MAX_LEAP, MAX_SCORE, SELECTIVITY_T};
pub use endgame::Solver;
pub use eval::model_file::stage_of_each;
pub use eval::{breakdown, features, inputs, linear, net, weights};
pub use position::{Othello, OthelloMove};
pub use rules::disc_diff::DiscDiff;
pub use rules::{board, flip, last_disc, moves, perft, stability, symmetry, variants};
pub use search::levels::LEVELS;
pub use search::probcut;
pub use search::worker_data::{Mode, WorkerData};

#[cfg(test)]
pub(crate) mod samples;
