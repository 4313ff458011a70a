//! `kaeshi solve`: solves Othello endgame problems, one after the other.

mod answer;
mod estimate;
mod options;
mod problem;
mod progress;
mod report;
mod resume;
mod run;
mod source;

pub(crate) use self::estimate::long_time;
pub(crate) use self::options::Solve;
pub(in crate::cli) use self::progress::Lines as ProgressLines;
