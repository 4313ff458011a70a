//! Conversations with the real program: what it hears through a pipe, and what it says.

mod answers;
mod busy;
mod ending;
mod engine;

mod garbage;
mod limits;

mod options;
mod positions;
mod referee;

/// The games that every conversation is tried with, as the `Game` option names them.
const GAMES: [&str; 1] = ["othello"];

/// Games far too long to be solved in a test: their searches go on until they are stopped.
const LONG_GAMES: [&str; 1] = ["othello"];
