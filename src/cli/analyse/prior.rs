//! Resumes a run: reads the games of an earlier one.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use kaeshi::game::InputError;
use serde::de::DeserializeOwned;

use crate::cli::json_lines::{Lines, emptied, mend};
use crate::cli::print_message;

/// The first characters of a record.
const BEGINNINGS: [&str; 1] = ["{\"file\":"];

/// A record of a game that an earlier run may have analysed.
pub(super) trait Keyed {
    /// What makes the game another one.
    fn key(&self) -> String;
}

/// The games of an earlier run.
pub(super) struct Prior<R> {
    path: PathBuf,
    /// The unused records of each game.
    records: HashMap<String, Vec<R>>,
    read: u64,
    used: u64,
}

impl<R: Keyed + DeserializeOwned> Prior<R> {
    /// Reads the records in the file `path`. An incomplete last line is removed from the file, so that appended records begin
    /// on a new line.
    ///
    /// # Errors
    /// If the file cannot be read, or has lines but no records.
    pub(super) fn read(path: &Path) -> Result<Self, InputError> {
        let name = path.display();
        let refuse = |why: io::Error| InputError::new(format_args!("--resume {name}: {why}"));
        let mut reader = BufReader::new(File::open(path).map_err(refuse)?);
        let mut prior = Self {
            path: path.into(),
            records: HashMap::new(),
            read: 0,
            used: 0,
        };
        let mut lines = Lines::new(&BEGINNINGS);
        while let Some(line) = lines.next::<R>(&mut reader).map_err(refuse)? {
            if let Ok(record) = line {
                prior.read += 1;
                prior.records.entry(record.key()).or_default().push(record);
            }
        }
        if lines.bad > 0 && prior.read == 0 {
            return Err(InputError::new(format_args!(
                "--resume {name}: no line of it is a game of 'kaeshi analyse --json'"
            )));
        }
        if lines.bad > 0 {
            let bad = lines.bad;
            print_message(&format!("{name}: {bad} lines are no games, ignored"));
        }
        if prior.read == 0
            && let Some(lost) = emptied(path, "games")
        {
            print_message(&lost);
        }
        if let Some(done) = mend(path, lines.end) {
            print_message(&format!("{name}: {done}"));
        }
        // The first record of a game is used first.
        prior
            .records
            .values_mut()
            .for_each(|records| records.reverse());
        Ok(prior)
    }

    /// Uses a record of the game with this key; each is used once.
    pub(super) fn take(&mut self, key: &str) -> Option<R> {
        let record = self.records.get_mut(key)?.pop()?;
        self.used += 1;
        Some(record)
    }

    /// A line with the numbers of games read and used.
    pub(super) fn summary(&self) -> String {
        let Self { read, used, .. } = self;
        format!(
            "{}: {read} games read, {used} of them used",
            self.path.display()
        )
    }
}
