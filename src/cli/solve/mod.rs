//! `kaeshi solve`: solves Othello endgame problems, one or several at a time.

mod answer;
mod estimate;
mod options;
mod problem;
mod problem_id;
mod progress;
mod report;
mod resume;
mod run;
mod source;
mod stored_answer;
mod summary;
mod unused_answers;
mod window;

pub(in crate::cli) use self::answer::{Bound, Relation, in_discs};
pub(crate) use self::estimate::long_time;
pub(crate) use self::options::Solve;
pub(in crate::cli) use self::problem::obf_position;
pub(in crate::cli) use self::progress::Lines as ProgressLines;
pub(in crate::cli) use self::stored_answer::{StoredAnswer, StoredMove};
pub(in crate::cli) use self::window::DiscWindow;
