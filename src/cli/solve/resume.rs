//! Resumes a run: reads the answers of an earlier one.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use kaeshi::game::Refused;
use serde::Deserialize;

use super::answer::Bound;
use super::problem::obf_position;
use super::source::Item;

/// The answers of an earlier run that are good enough.
#[derive(Debug, Default)]
pub(super) struct Answered {
    /// The position for each file and number.
    known: HashMap<(Option<String>, u64), String>,
    /// Whether the answers will be appended to a file whose last line has no end.
    pub(super) torn: bool,
}

/// The requirements for an answer of an earlier run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standard {
    pub(super) selectivity: u8,
    pub(super) exact: bool,
    pub(super) all_moves: bool,
}

/// The fields of an answer that are needed here.
#[derive(Debug, Deserialize)]
struct Record {
    file: Option<String>,
    number: u64,
    position: String,
    empties: u32,
    depth: u32,
    selectivity: u8,
    bound: Bound,
    moves: Option<Vec<serde::de::IgnoredAny>>,
}

impl Record {
    fn meets(&self, standard: Standard) -> bool {
        self.depth >= self.empties
            && self.selectivity >= standard.selectivity
            && (self.bound == Bound::Exact || !standard.exact)
            && (self.moves.is_some() || !standard.all_moves)
    }
}

impl Answered {
    /// Reads the answers in `path`, if the file exists. Calls `complain` for lines that are no answers.
    ///
    /// # Errors
    /// If the file exists and cannot be read.
    pub(super) fn read(
        path: &Path,
        standard: Standard,
        mut complain: impl FnMut(&str),
    ) -> Result<Self, Refused> {
        let name = path.display();
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(why) => return Err(Refused::new(format_args!("{name}: {why}"))),
        };
        let mut known = HashMap::new();
        for (at, line) in text.lines().enumerate() {
            match serde_json::from_str::<Record>(line) {
                _ if line.trim().is_empty() => {}
                Ok(record) if record.meets(standard) => {
                    known.insert((record.file, record.number), record.position);
                }
                Ok(_) => {}
                Err(why) => complain(&format!(
                    "{name}:{}: no answer of this program, ignored: {why}",
                    at + 1
                )),
            }
        }
        let torn = !text.is_empty() && !text.ends_with('\n') && is_output(path);
        Ok(Self { known, torn })
    }

    /// Whether `item` has been answered.
    ///
    /// # Errors
    /// If its number was answered for another position.
    pub(super) fn has(&self, item: &Item) -> Result<bool, Refused> {
        let Ok(problem) = &item.problem else {
            return Ok(false);
        };
        let key = (item.file.as_deref().map(str::to_owned), item.number);
        match self.known.get(&key) {
            None => Ok(false),
            Some(position) if *position == obf_position(&problem.position) => Ok(true),
            Some(_) => Err(Refused::new(format_args!(
                "the answers to resume from have another position as number {}: \
                 they belong to other problems",
                item.number
            ))),
        }
    }
}

/// Whether standard output appends to this file.
#[cfg(unix)]
fn is_output(path: &Path) -> bool {
    use std::fs::File;
    use std::io;
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
