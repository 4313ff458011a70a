//! Conversations with the real program over pipes.

#[path = "../common/skip.rs"]
mod skip;
#[path = "../common/under_test.rs"]
mod under_test;

mod answers;
mod book;
mod busy;
mod endgame;
mod ending;
mod engine;
mod protocols;

mod figures;
mod garbage;
mod limits;

mod matches;
mod noise;
mod options;
mod pondering;
mod positions;
mod referee;
mod unread;

/// The games of every conversation test, as the `Game` option names them.
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

/// Games that cannot be solved during a test: their searches run until they are stopped.
const LONG_GAMES: [&str; 4] = ["othello", "gomoku", "mnk 19 19 6", "daifugo uecda 5"];

/// The games of a long match: at least one of each family.
const MATCH_GAMES: [&str; 5] = ["othello", "tictactoe", "mnk 7 6 4", "gomoku", "daifugo"];
