//! Resumes a run: reads the answers of an earlier one.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use kaeshi::game::Refused;
use serde::Deserialize;

use super::answer::Bound;
use super::problem::{Problem, obf_position};
use super::source::BYTE_ORDER_MARK;

/// The answers of an earlier run.
#[derive(Debug)]
pub(super) struct PriorAnswers {
    path: PathBuf,
    /// For each position, as OBF writes it, the answers that are as good as what is asked for and not used yet.
    good: HashMap<String, u64>,
    /// Answers in the file.
    read: u64,
    /// Those that are not as good as what is asked for.
    poor: u64,
    /// Those that answered a problem of this run.
    used: u64,
}

/// The requirements for an answer of an earlier run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Criteria {
    pub(super) selectivity: u8,
    pub(super) wld: bool,
    pub(super) all_moves: bool,
}

/// The fields of an answer that are needed here.
#[derive(Debug, Deserialize)]
struct Record {
    position: String,
    selectivity: u8,
    bound: Bound,
    #[serde(default)]
    wld: bool,
    proven: bool,
    /// Files written by older versions do not say.
    finished: Option<bool>,
    moves: Option<Vec<serde::de::IgnoredAny>>,
}

impl Record {
    fn meets(&self, criteria: Criteria) -> bool {
        let finished = self.finished.unwrap_or(self.proven && self.moves.is_none());
        let sure = self.proven || (finished && self.selectivity >= criteria.selectivity);
        let has_score = match self.bound {
            Bound::Exact => true,
            Bound::Lower | Bound::Upper => false,
            Bound::Estimate => !self.wld,
        };
        sure && (has_score || criteria.wld)
            && (!criteria.all_moves || (finished && self.moves.is_some()))
    }
}

/// How a file ends.
enum End {
    /// With a whole line.
    Whole,
    /// With an answer whose line end is missing.
    Unterminated,
    /// With the first part of an answer, which begins at this byte.
    CutShort(u64),
}

impl PriorAnswers {
    /// Reads the answers in the file `path`. If its last line was cut short, that is removed from the file, so
    /// that answers written behind it begin a line of their own. `complain` is told of lines that are no answers.
    ///
    /// # Errors
    /// When the file cannot be read, or holds lines but no answers.
    pub(super) fn read(
        path: &Path,
        criteria: Criteria,
        mut complain: impl FnMut(&str),
    ) -> Result<Self, Refused> {
        let name = path.display();
        let refuse = |why: io::Error| Refused::new(format_args!("--resume {name}: {why}"));
        let mut reader = BufReader::new(File::open(path).map_err(refuse)?);
        let mut answers = Self {
            path: path.into(),
            good: HashMap::new(),
            read: 0,
            poor: 0,
            used: 0,
        };
        let mut lines = Lines::default();
        while let Some(line) = lines.next(&mut reader).map_err(refuse)? {
            match line {
                Ok(record) => answers.add(record, criteria),
                Err(why) => {
                    let (number, bad) = (lines.number, lines.bad);
                    if bad == 1 {
                        complain(&format!("{name}:{number}: no answer, ignored: {why}"));
                    }
                }
            }
        }
        if lines.bad > 0 && answers.read == 0 {
            return Err(Refused::new(format_args!(
                "--resume {name}: no line of it is an answer of 'kaeshi solve --json'"
            )));
        }
        if lines.bad > 1 {
            let more = lines.bad - 1;
            complain(&format!(
                "{name}: {more} more lines are no answers, ignored"
            ));
        }
        if answers.read == 0 && is_output(path) {
            complain(&format!(
                "{name} holds no answers; if it did, '>' has emptied it: '>>' appends"
            ));
        }
        if let Some(done) = mend(path, lines.end) {
            complain(&format!("{name}: {done}"));
        }
        Ok(answers)
    }

    fn add(&mut self, record: Record, criteria: Criteria) {
        self.read += 1;
        if record.meets(criteria) {
            *self.good.entry(record.position).or_default() += 1;
        } else {
            self.poor += 1;
        }
    }

    /// Uses an answer to `problem`, if there is one left: each answers one problem.
    pub(super) fn take(&mut self, problem: &Problem) -> bool {
        let Some(left) = self.good.get_mut(&obf_position(&problem.position)) else {
            return false;
        };
        if *left == 0 {
            return false;
        }
        *left -= 1;
        self.used += 1;
        true
    }

    /// How many answers were read and used, in a line.
    pub(super) fn summary(&self) -> String {
        let name = self.path.display();
        let Self {
            read, used, poor, ..
        } = self;
        let mut line = format!("{name}: {read} answers read, {used} of them used");
        if *poor > 0 {
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
    /// Lines that are no answers.
    bad: u64,
    /// Where the next line begins.
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
    /// The next line that is not blank, or why it is no answer; `None` at the end of the file, and where its
    /// last line was cut short.
    fn next(
        &mut self,
        reader: &mut impl BufRead,
    ) -> io::Result<Option<serde_json::Result<Record>>> {
        /// The longest line, in bytes: ten times the longest answer.
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

/// Whether this can be the beginning of an answer: any other file is left as it is.
fn is_ours(line: &[u8]) -> bool {
    let beginnings = [&b"{\"file\":"[..], b"{\"line\":", b"{\"number\":"];
    let is_beginning = |whole: &[u8]| line.starts_with(whole) || whole.starts_with(line);
    beginnings.into_iter().any(is_beginning)
}

/// Makes the file end with a whole line. Says what was done, or why it could not be.
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

/// Whether standard output goes to this very file.
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

/// Other systems cannot tell.
#[cfg(not(unix))]
fn is_output(_path: &Path) -> bool {
    false
}
