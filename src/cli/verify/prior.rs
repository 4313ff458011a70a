//! The rows that an earlier run has checked.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use kaeshi::game::InputError;
use serde::Deserialize;

use super::check::Verdict;
use super::row::Row;
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
        let refuse = |why: &dyn std::fmt::Display| {
            InputError::new(format_args!("--resume {}: {why}", path.display()))
        };
        let mut reader = BufReader::new(File::open(path).map_err(|why| refuse(&why))?);
        let mut prior = Self::default();
        let (mut at, mut number) = (0, 0);
        loop {
            let mut line = Vec::new();
            let length = reader
                .read_until(b'\n', &mut line)
                .map_err(|why| refuse(&why))?;
            if length == 0 {
                return Ok(prior);
            }
            number += 1;
            let is_whole = line.ends_with(b"\n");
            match serde_json::from_slice::<Record>(&line) {
                Ok(record) => prior.add(record),
                Err(why) if !is_whole && why.is_eof() => {
                    print_message(&format!(
                        "{}: the last line was cut short: it is removed",
                        path.display()
                    ));
                    return mend(path, Some(at))
                        .map(|()| prior)
                        .map_err(|why| refuse(&why));
                }
                Err(why) => return Err(refuse(&format_args!("line {number} is no result: {why}"))),
            }
            if !is_whole {
                return mend(path, None).map(|()| prior).map_err(|why| refuse(&why));
            }
            at += length as u64;
        }
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

/// Cuts the file to `length` bytes, or ends its last line.
fn mend(path: &Path, length: Option<u64>) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).open(path)?;
    match length {
        Some(length) => file.set_len(length),
        None => file.write_all(b"\n"),
    }
}
