//! Kaeshi (返し): a game engine for Othello, the m,n,k family and Daifugo.

pub mod analysis;
pub mod bench;
pub mod core;
pub mod engine;
pub mod files;
pub mod game;
pub mod games;
pub mod perft;
pub mod search;
pub mod shell;
