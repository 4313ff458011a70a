//! Resumes a run: reads the answers of an earlier one.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use kaeshi::game::InputError;
use serde::Deserialize;

use super::answer::Bound;
use super::problem::{Problem, obf_position};
use super::window::DiscWindow;
use crate::cli::json_lines::{Lines, is_output, mend};

/// The answers of an earlier run.
#[derive(Debug)]
pub(super) struct PriorAnswers {
    path: PathBuf,
    /// For each position in OBF, what unused answers say that meet the criteria of this run.
    good: HashMap<String, Vec<Known>>,
    /// Number of answers in the file.
    read: u64,
    /// Number of answers that do not meet the criteria of this run.
    poor: u64,
    /// Number of answers from other windows than that of their problem.
    too_narrow: u64,
    /// Number of answers used for a problem of this run.
    used: u64,
}

/// The requirements for an answer of an earlier run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Criteria {
    pub(super) selectivity: u8,
    pub(super) all_moves: bool,
}

/// What an answer says about the score, in discs.
#[derive(Debug, Clone, Copy)]
enum Known {
    Exact,
    AtLeast(i32),
    AtMost(i32),
    /// An estimate from a search with this window.
    Estimate(DiscWindow),
}

impl Known {
    /// Whether a search with `window` would say no more.
    fn answers(self, window: DiscWindow) -> bool {
        match self {
            Self::Exact => true,
            Self::AtLeast(score) => score >= window.high.into(),
            Self::AtMost(score) => score <= window.low.into(),
            Self::Estimate(known) => known == window || known == DiscWindow::FULL,
        }
    }
}

/// The first characters of an answer. Another last line is not changed.
const BEGINNINGS: [&str; 3] = ["{\"file\":", "{\"line\":", "{\"number\":"];

/// The fields of an answer that are needed here.
#[derive(Debug, Deserialize)]
struct Record {
    position: String,
    selectivity: u8,
    score: i32,
    bound: Bound,
    #[serde(default)]
    wld: bool,
    window: Option<DiscWindow>,
    proven: bool,
    /// `None` in files written by older versions.
    finished: Option<bool>,
    moves: Option<Vec<serde::de::IgnoredAny>>,
}

impl Record {
    fn meets(&self, criteria: Criteria) -> bool {
        let finished = self.finished.unwrap_or(self.proven && self.moves.is_none());
        let sure = self.proven || (finished && self.selectivity >= criteria.selectivity);
        sure && (!criteria.all_moves || (finished && self.moves.is_some()))
    }

    fn known(&self) -> Known {
        let common = if self.wld {
            DiscWindow::WINNER
        } else {
            DiscWindow::FULL
        };
        match self.bound {
            Bound::Exact => Known::Exact,
            Bound::Lower => Known::AtLeast(self.score),
            Bound::Upper => Known::AtMost(self.score),
            Bound::Estimate => Known::Estimate(self.window.unwrap_or(common)),
        }
    }
}

impl PriorAnswers {
    /// Reads the answers in the file `path`. An incomplete last line is removed from the file, so that appended answers
    /// begin on a new line. `print_message` is called with messages, such as for lines that are no answers.
    ///
    /// # Errors
    /// If the file cannot be read, or has lines but no answers.
    pub(super) fn read(
        path: &Path,
        criteria: Criteria,
        mut print_message: impl FnMut(&str),
    ) -> Result<Self, InputError> {
        let name = path.display();
        let refuse = |why: io::Error| InputError::new(format_args!("--resume {name}: {why}"));
        let mut reader = BufReader::new(File::open(path).map_err(refuse)?);
        let mut answers = Self {
            path: path.into(),
            good: HashMap::new(),
            read: 0,
            poor: 0,
            too_narrow: 0,
            used: 0,
        };
        let mut lines = Lines::new(&BEGINNINGS);
        while let Some(line) = lines.next::<Record>(&mut reader).map_err(refuse)? {
            match line {
                Ok(record) => answers.add(record, criteria),
                Err(why) => {
                    let (number, bad) = (lines.number, lines.bad);
                    if bad == 1 {
                        print_message(&format!("{name}:{number}: no answer, ignored: {why}"));
                    }
                }
            }
        }
        if lines.bad > 0 && answers.read == 0 {
            return Err(InputError::new(format_args!(
                "--resume {name}: no line of it is an answer of 'kaeshi solve --json'"
            )));
        }
        if lines.bad > 1 {
            let more = lines.bad - 1;
            print_message(&format!(
                "{name}: {more} more lines are no answers, ignored"
            ));
        }
        if answers.read == 0 && is_output(path) {
            print_message(&format!(
                "{name} holds no answers; if it did, '>' has emptied it: '>>' appends"
            ));
        }
        if let Some(done) = mend(path, lines.end) {
            print_message(&format!("{name}: {done}"));
        }
        Ok(answers)
    }

    fn add(&mut self, record: Record, criteria: Criteria) {
        self.read += 1;
        if record.meets(criteria) {
            let known = record.known();
            self.good.entry(record.position).or_default().push(known);
        } else {
            self.poor += 1;
        }
    }

    /// Uses one answer to `problem` in `window`; false if none is left. Each answer is used for one problem.
    pub(super) fn take(&mut self, problem: &Problem, window: DiscWindow) -> bool {
        let Some(left) = self.good.get_mut(&obf_position(&problem.position)) else {
            return false;
        };
        let Some(index) = left.iter().position(|known| known.answers(window)) else {
            // This answer is of a position that was asked for, but not good enough.
            self.too_narrow += u64::from(left.pop().is_some());
            return false;
        };
        left.swap_remove(index);
        self.used += 1;
        true
    }

    /// A line with the numbers of answers read and used.
    pub(super) fn summary(&self) -> String {
        let name = self.path.display();
        let (read, used, poor) = (self.read, self.used, self.poor + self.too_narrow);
        let mut line = format!("{name}: {read} answers read, {used} of them used");
        if poor > 0 {
            let _ = write!(line, "; {poor} do not answer what is asked now");
        }
        let other = read - used - poor;
        if other > 0 {
            let _ = write!(line, "; {other} are of positions that were not asked for");
        }
        line
    }
}
