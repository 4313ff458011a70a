//! The rules of Othello on bitboards: the board, its moves, what they turn over, and what follows from geometry alone.

pub mod board;
pub(super) mod disc_diff;
pub mod flip;
pub(super) mod hash;
pub mod last_disc;
pub mod moves;
pub mod perft;
pub(super) mod spread;
pub(super) mod square;
pub mod stability;
pub mod symmetry;
pub mod variants;
