//! The games.

pub mod othello;
