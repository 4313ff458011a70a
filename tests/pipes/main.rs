//! Conversations with the real program: what it hears through a pipe, and what it says.

mod answers;
mod busy;
mod dialects;
mod endgame;
mod ending;
mod engine;

mod figures;
mod garbage;
mod limits;

mod matches;
mod noise;
mod options;
mod pondering;
mod positions;
mod referee;

/// The games that every conversation is tried with, as the `Game` option names them.
const GAMES: [&str; 8] = [
    "othello",
    "tictactoe",
    "mnk 5 4 4",
    "mnk 15 15 5",
    "daifugo",
    "daifugo plain",
    "daifugo uecda",
    "daifugo uecda 5",
];

/// Games far too long to be solved in a test: their searches go on until they are stopped.
const LONG_GAMES: [&str; 4] = ["othello", "gomoku", "mnk 19 19 6", "daifugo uecda 5"];

/// The games of a long match: one or more of each family.
const FAMILIES: [&str; 5] = ["othello", "tictactoe", "mnk 7 6 4", "gomoku", "daifugo"];
