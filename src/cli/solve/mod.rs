//! `kaeshi solve`: solves Othello endgame problems, one or several at a time.

mod answer;
mod estimate;
mod options;
mod problem;
mod progress;
mod report;
mod resume;
mod run;
mod source;
mod summary;
mod window;

pub(crate) use self::estimate::long_time;
pub(crate) use self::options::Solve;
