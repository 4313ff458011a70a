//! Resumes a run: reads the answers of an earlier one.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use kaeshi::game::InputError;
use kaeshi::search::Selectivity;

use super::answer::Bound;
use super::problem::{Key, Problem, key};
use super::stored_answer::StoredAnswer;
use super::unused_answers::UnusedAnswers;
use super::window::DiscWindow;
use crate::cli::json_lines::{Lines, emptied, mend};

/// The answers of an earlier run.
#[derive(Debug)]
pub(super) struct PriorAnswers {
    path: PathBuf,
    /// For each position, what unused answers say that meet the criteria of this run.
    good: HashMap<Key, UnusedAnswers<Known>>,
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
    pub(super) selectivity: Selectivity,
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

impl StoredAnswer {
    fn meets(&self, criteria: Criteria) -> bool {
        let sure = self.proven || (self.finished && self.selectivity >= criteria.selectivity);
        sure && (!criteria.all_moves || (self.finished && self.moves.is_some()))
    }

    fn known(&self) -> Known {
        match self.bound {
            Bound::Exact => Known::Exact,
            Bound::Lower => Known::AtLeast(self.score),
            Bound::Upper => Known::AtMost(self.score),
            Bound::Estimate => Known::Estimate(self.window),
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
        while let Some(line) = lines.next::<StoredAnswer>(&mut reader).map_err(refuse)? {
            match line {
                Ok(answer) => answers.add(answer, criteria),
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
        if answers.read == 0
            && let Some(lost) = emptied(path, "answers")
        {
            print_message(&lost);
        }
        if let Some(done) = mend(path, lines.end) {
            print_message(&format!("{name}: {done}"));
        }
        Ok(answers)
    }

    fn add(&mut self, answer: StoredAnswer, criteria: Criteria) {
        self.read += 1;
        if answer.meets(criteria) {
            let known = answer.known();
            let all = self.good.entry(key(&answer.position)).or_default();
            all.add(answer.id, known);
        } else {
            self.poor += 1;
        }
    }

    /// Uses one answer to `problem` in `window`; false if none is left. Each answer is used for one problem, and not for one
    /// with another identity.
    pub(super) fn take(&mut self, problem: &Problem, window: DiscWindow) -> bool {
        let Some(left) = self.good.get_mut(&key(&problem.position)) else {
            return false;
        };
        let found = left.take(problem.id.as_ref(), |known| known.answers(window));
        self.used += u64::from(found == Some(true));
        // Such an answer is of a problem that was asked for, but not good enough.
        self.too_narrow += u64::from(found == Some(false));
        found == Some(true)
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
            let _ = write!(line, "; {other} are of problems that were not asked for");
        }
        line
    }
}
