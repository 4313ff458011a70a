//! Matches of Daifugo: deals of cards, each played with the programs in all seats.

mod entry;
mod game;
mod points;
mod report;
mod run;
mod seating;

pub(super) use self::run::run;
