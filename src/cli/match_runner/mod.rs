//! `kaeshi match`: games between two programs or many, with clocks, a referee and a count.

mod cards;
mod closed_output;
mod conclusion;
mod contestant;
mod digest;
mod driver;
pub(super) mod elo;
mod engine_spec;
mod game;
mod games_file;
mod opening;
mod openings;
mod options;
mod pinning;
mod player;
mod process;
mod program;
mod rating;
pub(super) mod record;
mod report;
pub(super) mod results;
mod run;
mod schedule;
mod sprt;
mod stall;
mod table;
mod tally;
mod time_usage;
mod tournament_options;
mod worker;

pub(crate) use self::options::Match;
