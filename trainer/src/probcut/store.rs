//! The file of pairs. Its first line holds a hash of everything that the pairs depend on. Then come the pairs of each
//! position, one a line, with a blank line after each position.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kaeshi::files::{FileProblem, open_locked, shown};

use super::pairs::Pair;
use crate::Failure;

/// Maximum size of the file in bytes; a pair takes about 40.
const MAX_BYTES: u64 = 1 << 30;

/// The open file. No other process can write it.
pub(super) struct Store {
    file: File,
    path: PathBuf,
}

/// The contents of the file when it was opened.
#[derive(Default)]
pub(super) struct Known {
    pub(super) pairs: Vec<Pair>,
    /// Number of positions with stored pairs.
    pub(super) positions: usize,
}

impl Store {
    /// Opens or creates the file of pairs for the hash `origin`. An incomplete last position, left by an interruption,
    /// is removed.
    pub(super) fn open(path: &Path, config_hash: u64) -> Result<(Self, Known), Failure> {
        let mut store = Self {
            file: open_locked(path)?,
            path: path.to_owned(),
        };
        let mut text = String::new();
        let read = (&store.file).take(MAX_BYTES + 1).read_to_string(&mut text);
        read.map_err(|why| store.fail(why))?;
        if text.len() as u64 > MAX_BYTES {
            return Err(FileProblem::TooLong(MAX_BYTES).of(path).into());
        }
        let header = format!("# kaeshi-trainer probcut, pairs of {config_hash:016x}\n\n");
        let known = if text.starts_with(&header) {
            let end = text.rfind("\n\n").map_or(header.len(), |end| end + 2);
            store.cut(end).map_err(|why| store.fail(why))?;
            store.parse(&text[..end])?
        } else if header.starts_with(&text) {
            let begun = store
                .cut(0)
                .and_then(|()| store.file.write_all(header.as_bytes()));
            begun.map_err(|why| store.fail(why))?;
            Known::default()
        } else {
            return Err(Failure::Pairs(format!(
                "{}: not the pairs of these games, options and net; choose another name or remove it",
                shown(path)
            )));
        };
        Ok((store, known))
    }

    fn parse(&self, text: &str) -> Result<Known, Failure> {
        let mut known = Known::default();
        for (line, number) in text.lines().zip(1..).skip(2) {
            if line.is_empty() {
                known.positions += 1;
                continue;
            }
            let pair = line.parse();
            known.pairs.push(pair.map_err(|why: String| {
                Failure::Pairs(format!("{}, line {number}: {why}", shown(&self.path)))
            })?);
        }
        Ok(known)
    }

    /// Adds the pairs of a position.
    pub(super) fn add(&mut self, pairs: &[Pair]) -> Result<(), Failure> {
        let mut text = String::new();
        for pair in pairs {
            let _ = writeln!(text, "{pair}");
        }
        text.push('\n');
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|why| self.fail(why))
    }

    fn cut(&mut self, end: usize) -> io::Result<()> {
        let end = end as u64;
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end)).map(drop)
    }

    fn fail(&self, why: io::Error) -> Failure {
        FileProblem::from(why).of(&self.path).into()
    }
}
