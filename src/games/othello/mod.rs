//! Othello.

pub mod board;
pub mod flip;
pub mod moves;

#[cfg(test)]
pub(crate) mod samples;
