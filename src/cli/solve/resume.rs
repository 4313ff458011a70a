//! Resumes a run: reads the answers of an earlier one.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use kaeshi::files::BYTE_ORDER_MARK;
use kaeshi::game::InputError;
use serde::Deserialize;

use super::answer::Bound;
use super::problem::{Problem, obf_position};
use super::window::DiscWindow;

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

/// How a file ends.
enum End {
    /// With a whole line.
    Whole,
    /// With a complete answer without a line end.
    Unterminated,
    /// With an incomplete answer, which begins at this byte, from 0.
    CutShort(u64),
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
        let mut lines = Lines::default();
        while let Some(line) = lines.next(&mut reader).map_err(refuse)? {
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

/// Reads a file of answers line by line.
struct Lines {
    number: u64,
    /// Number of lines that are no answers.
    bad: u64,
    /// The position of the next line, in bytes from the start of the file.
    at: u64,
    end: End,
}

impl Default for Lines {
    fn default() -> Self {
        Self {
            number: 0,
            bad: 0,
            at: 0,
            end: End::Whole,
        }
    }
}

impl Lines {
    /// The answer in the next line that is not blank, or why the line is no answer. `None` at the end of the file, and
    /// at an incomplete last line.
    fn next(
        &mut self,
        reader: &mut impl BufRead,
    ) -> io::Result<Option<serde_json::Result<Record>>> {
        /// Maximum length of a line in bytes, ten times that of the longest answer.
        const MAX_LINE: u64 = 1 << 17;
        loop {
            let mut bytes = Vec::new();
            let length = reader
                .by_ref()
                .take(MAX_LINE)
                .read_until(b'\n', &mut bytes)?;
            if length == 0 {
                return Ok(None);
            }
            let start = self.at;
            self.at += length as u64;
            self.number += 1;
            let line = bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes());
            let line = line.unwrap_or(&bytes);
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let record = serde_json::from_slice::<Record>(line);
            let has_end = bytes.ends_with(b"\n");
            match &record {
                Ok(_) if !has_end => self.end = End::Unterminated,
                Err(why) if !has_end && why.is_eof() && is_ours(line) => {
                    self.end = End::CutShort(start);
                    return Ok(None);
                }
                Err(_) => self.bad += 1,
                Ok(_) => {}
            }
            return Ok(Some(record));
        }
    }
}

/// Whether `line` may be the first part of an answer. Otherwise the file is not changed.
fn is_ours(line: &[u8]) -> bool {
    let beginnings = [&b"{\"file\":"[..], b"{\"line\":", b"{\"number\":"];
    let is_beginning = |whole: &[u8]| line.starts_with(whole) || whole.starts_with(line);
    beginnings.into_iter().any(is_beginning)
}

/// Repairs the last line of the file. Returns a message about the change or the failure, if there is one.
fn mend(path: &Path, end: End) -> Option<String> {
    let what = match end {
        End::Whole => return None,
        End::Unterminated => "the last line has no end",
        End::CutShort(_) => "the last line was cut short",
    };
    if !path.is_file() {
        return Some(format!("{what}: it is ignored"));
    }
    let file = OpenOptions::new().append(true).open(path);
    let mended = file.and_then(|mut file| match end {
        End::CutShort(start) => file.set_len(start),
        _ => file.write_all(b"\n"),
    });
    Some(match (mended, end) {
        (Err(why), _) => format!("{what}, and cannot be mended: {why}"),
        (Ok(()), End::CutShort(_)) => format!("{what}: it is removed"),
        (Ok(()), _) => return None,
    })
}

/// Whether standard output is redirected to the file `path`.
#[cfg(unix)]
fn is_output(path: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    let output = io::stdout().as_fd().try_clone_to_owned();
    let output = output.and_then(|output| File::from(output).metadata());
    match (output, path.metadata()) {
        (Ok(output), Ok(file)) => (output.dev(), output.ino()) == (file.dev(), file.ino()),
        _ => false,
    }
}

/// Unknown on systems other than Unix.
#[cfg(not(unix))]
fn is_output(_path: &Path) -> bool {
    false
}
