//! `kaeshi match`: games between two programs, with clocks, a referee and a count.

mod cards;
mod conclusion;
mod contestant;
mod digest;
mod driver;
pub(super) mod elo;
mod game;
mod openings;
mod options;
mod player;
mod process;
mod program;
pub(super) mod record;
mod report;
pub(super) mod results;
mod run;
mod sprt;
mod time_usage;

pub(crate) use self::options::Match;
