//! The rows to check: all of them in turn, or a random sample.

use std::collections::BinaryHeap;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::Arc;

use kaeshi::files::{BYTE_ORDER_MARK, Lines, open_text};
use kaeshi::game::{InputError, splitmix64};

use super::check::PlacedRow;
use super::row::Row;
use crate::cli::{Failure, print_message};

/// The lines of all files.
pub(super) struct Rows {
    files: Vec<PathBuf>,
    includes_predictions: bool,
    /// Number of rows so far.
    pub(super) read: u64,
    /// Number of predictions that were left out.
    pub(super) predictions: u64,
    /// Number of lines that cannot be read.
    pub(super) bad: u64,
}

impl Rows {
    pub(super) fn new(files: &[PathBuf], includes_predictions: bool) -> Self {
        let files = if files.is_empty() {
            vec![PathBuf::from("-")]
        } else {
            files.to_vec()
        };
        Self {
            files,
            includes_predictions,
            read: 0,
            predictions: 0,
            bad: 0,
        }
    }

    /// Calls `each` with every row, until it returns false.
    ///
    /// # Errors
    /// If a file cannot be read, or `each` fails.
    pub(super) fn each(
        &mut self,
        mut each: impl FnMut(PlacedRow) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        for path in self.files.clone() {
            let is_stdin = path.as_os_str() == "-";
            let name: Arc<str> = if is_stdin {
                "standard input".into()
            } else {
                path.display().to_string().into()
            };
            let refuse = |why: io::Error| InputError::new(format_args!("{name}: {why}"));
            let input: Box<dyn io::Read> = if is_stdin {
                Box::new(io::stdin())
            } else {
                open_text(&path).map_err(refuse)?
            };
            let mut lines = Lines::new(BufReader::with_capacity(1 << 16, input));
            while let Some(line) = lines.next_text().map_err(refuse)? {
                let number = lines.number() as u64;
                let row = match line {
                    Ok(line) => Row::parse(line.trim_start_matches(BYTE_ORDER_MARK)),
                    Err(why) => Err(InputError::new(why)),
                };
                let row = match row {
                    Ok(Some(row)) => row,
                    Ok(None) => continue,
                    Err(why) => {
                        self.bad += 1;
                        print_message(&format!("{name}, line {number}, {why}"));
                        continue;
                    }
                };
                if row.accuracy < 100 && !self.includes_predictions {
                    self.predictions += 1;
                    continue;
                }
                self.read += 1;
                let placed = PlacedRow {
                    file: (!is_stdin).then(|| Arc::clone(&name)),
                    line: number,
                    number: self.read,
                    row,
                };
                if !each(placed)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Reads all rows, and keeps `count` of them, chosen by `seed`, in their order. Which rows are chosen depends on their
    /// numbers only.
    ///
    /// # Errors
    /// As [`Rows::each`].
    pub(super) fn sample(&mut self, count: u64, seed: u64) -> Result<Vec<PlacedRow>, Failure> {
        let mut chosen: BinaryHeap<Chosen> = BinaryHeap::new();
        self.each(|row| {
            let lot = splitmix64(splitmix64(seed) ^ row.number);
            if (chosen.len() as u64) < count {
                chosen.push(Chosen { lot, row });
            } else if chosen.peek().is_some_and(|last| lot < last.lot) {
                chosen.pop();
                chosen.push(Chosen { lot, row });
            }
            Ok(true)
        })?;
        let mut rows: Vec<_> = chosen.into_iter().map(|chosen| chosen.row).collect();
        rows.sort_by_key(|row| row.number);
        Ok(rows)
    }
}

/// A row of the sample, compared by its random number: the rows with the lowest ones are kept.
struct Chosen {
    lot: u64,
    row: PlacedRow,
}

impl Ord for Chosen {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.lot.cmp(&other.lot)
    }
}

impl PartialOrd for Chosen {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Chosen {
    fn eq(&self, other: &Self) -> bool {
        self.lot == other.lot
    }
}

impl Eq for Chosen {}
