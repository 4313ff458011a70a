//! The search of Othello: what its policies do inside a node, and the sequence of its iterations.

mod cuts;
pub(super) mod levels;
mod order;
pub(super) mod policy;
pub mod probcut;
pub(super) mod schedule;
mod solve;
pub(super) mod speed_probe;
mod static_eval;
pub(super) mod worker_data;
