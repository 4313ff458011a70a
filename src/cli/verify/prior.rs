//! The rows that an earlier run has checked.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use kaeshi::game::InputError;
use serde::Deserialize;

use super::check::{BEGINNINGS, Verdict};
use super::row::Row;
use crate::cli::json_lines::{Lines, mend};
use crate::cli::print_message;
use crate::cli::solve::obf_position;

/// The fields of a result that are needed here.
#[derive(Debug, Deserialize)]
struct Record {
    position: String,
    claimed: [i8; 2],
    verdict: Verdict,
}

/// The verdicts of an earlier run that are not used yet, by position and claim.
#[derive(Debug, Default)]
pub(super) struct PriorVerdicts(HashMap<(String, [i8; 2]), Vec<Verdict>>);

impl PriorVerdicts {
    /// Reads the results in the file `path`. An incomplete last line is removed, so that appended results begin on a new
    /// line.
    ///
    /// # Errors
    /// If the file cannot be read or changed, or has a line that is no result.
    pub(super) fn read(path: &Path) -> Result<Self, InputError> {
        let name = path.display();
        let refuse = |why: &dyn Display| InputError::new(format_args!("--resume {name}: {why}"));
        let mut reader = BufReader::new(File::open(path).map_err(|why| refuse(&why))?);
        let mut prior = Self::default();
        let mut lines = Lines::new(&BEGINNINGS);
        while let Some(line) = lines
            .next::<Record>(&mut reader)
            .map_err(|why| refuse(&why))?
        {
            let number = lines.number;
            let record =
                line.map_err(|why| refuse(&format_args!("line {number} is no result: {why}")))?;
            prior.add(record);
        }
        if let Some(done) = mend(path, lines.end) {
            print_message(&format!("{name}: {done}"));
        }
        Ok(prior)
    }

    fn add(&mut self, record: Record) {
        if record.verdict != Verdict::Unfinished {
            let verdicts = self.0.entry((record.position, record.claimed)).or_default();
            verdicts.push(record.verdict);
        }
    }

    /// Uses the verdict on a row, if there is one.
    pub(super) fn take(&mut self, row: &Row) -> Option<Verdict> {
        let verdicts = self.0.get_mut(&(obf_position(&row.position), row.claimed));
        verdicts.and_then(Vec::pop)
    }
}
