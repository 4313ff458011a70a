//! Checkpoints of a training: the state of the learner, in a file beside the net.
//!
//! The file has two slots of equal size, which are written in turn, so that one of them is always valid. A slot holds
//! eight bytes `KAESHIT2`, eight bytes with a hash of labels and options, and eight bytes with the number of steps.
//! Then the learner's numbers (rows, heads, their squares), and a checksum of eight bytes.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kaeshi::core::{Checksum, splitmix64};
use kaeshi::files::{Existing, FileError, FileProblem, open_locked, shown};
use thiserror::Error;

use super::learn::Adagrad;

const MAGIC: [u8; 8] = *b"KAESHIT2";
const HEADER: usize = 24;
const CHECK: usize = 8;

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file cannot be read or written, or another process writes it.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is no checkpoint.
    #[error("{}: not a checkpoint; move it away, or start over with --force", shown(.0))]
    Foreign(PathBuf),
    /// The checkpoint was made with other labels or options.
    #[error(
        "{}: a checkpoint of other labels or options; move it away, or start over with --force",
        shown(.0)
    )]
    Other(PathBuf),
    /// Both slots are damaged.
    #[error("{}: the checkpoint is damaged; start over with --force", shown(.0))]
    Damaged(PathBuf),
}

/// The path of the checkpoint for the net `out`.
#[must_use]
pub fn checkpoint_path(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    out.with_file_name(name)
}

/// An open checkpoint, locked against other processes.
pub struct Checkpoint {
    file: File,
    path: PathBuf,
    config_hash: u64,
    /// The slot for the next state: 0 or 1.
    next: u64,
    /// The file holds no state worth keeping.
    is_void: bool,
}

impl Checkpoint {
    /// Opens or creates the checkpoint of the training with the hash `origin`.
    ///
    /// # Errors
    /// If the file cannot be opened, or another process has opened it.
    pub fn open(path: &Path, config_hash: u64) -> Result<Self, CheckpointError> {
        let file = open_locked(path)?;
        let fail = |why: io::Error| FileProblem::from(why).of(path);
        let is_void = file.metadata().map_err(fail)?.len() == 0;
        Ok(Self {
            file,
            path: path.to_owned(),
            config_hash,
            next: 0,
            is_void,
        })
    }

    /// Reads the newest state into a learner of the same shape and returns its number of steps, 0 if there is none.
    /// [`Existing::Replace`] discards a file that does not fit.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or belongs to another training.
    pub fn load(
        &mut self,
        adagrad: &mut Adagrad,
        existing: Existing,
    ) -> Result<u64, CheckpointError> {
        if self.is_void || self.is_begun(adagrad).map_err(|why| self.fail(why))? {
            return Ok(0);
        }
        match (self.newest(adagrad), existing) {
            (Err(CheckpointError::File(why)), _) => Err(why.into()),
            (Err(why), Existing::Keep) => Err(why),
            (Err(_), Existing::Replace) => {
                let emptied = self.file.set_len(0);
                emptied.map_err(|why| self.fail(why))?;
                self.is_void = true;
                Ok(0)
            }
            (Ok((slot, state)), _) => {
                self.next = 1 - slot;
                Ok(state.load(adagrad))
            }
        }
    }

    /// Writes the state over the older one.
    ///
    /// # Errors
    /// If the file cannot be written. The newer state then stays valid.
    pub fn save(&mut self, steps: u64, adagrad: &Adagrad) -> Result<(), CheckpointError> {
        let mut bytes = [MAGIC, self.config_hash.to_le_bytes(), steps.to_le_bytes()].concat();
        for numbers in adagrad.numbers() {
            bytes.extend(bytemuck::must_cast_slice::<f32, u8>(numbers));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        let start = SeekFrom::Start(self.next * bytes.len() as u64);
        let sought = self.file.seek(start).map(drop);
        let written = sought.and_then(|()| self.file.write_all(&bytes));
        let kept = written.and_then(|()| self.file.sync_data());
        kept.map_err(|why| self.fail(why))?;
        self.next = 1 - self.next;
        self.is_void = false;
        Ok(())
    }

    /// Removes the file after the training.
    pub fn remove(mut self) {
        self.is_void = true;
    }

    /// The newest state for this learner, and its slot.
    fn newest(&mut self, adagrad: &Adagrad) -> Result<(u64, State), CheckpointError> {
        let size = state_size(adagrad);
        let start = self.file.rewind();
        start.map_err(|why| self.fail(why))?;
        let mut slots = Vec::new();
        for slot in 0..2 {
            let mut bytes = Vec::new();
            let read = (&self.file).take(size as u64).read_to_end(&mut bytes);
            read.map_err(|why| self.fail(why))?;
            slots.push((slot, State(bytes)));
        }
        let (whole, broken): (Vec<_>, Vec<_>) = slots
            .into_iter()
            .partition(|(_, state)| state.0.len() == size && state.is_whole());
        let ours = whole
            .into_iter()
            .filter(|(_, state)| state.config_hash() == self.config_hash);
        let newest = ours.max_by_key(|(_, state)| state.steps());
        newest.ok_or_else(|| {
            let path = self.path.clone();
            match broken.first() {
                _ if broken.len() < 2 => CheckpointError::Other(path),
                Some((_, state)) if !state.0.starts_with(&MAGIC) => CheckpointError::Foreign(path),
                Some((_, state)) if state.config_hash() != self.config_hash => {
                    CheckpointError::Other(path)
                }
                _ => CheckpointError::Damaged(path),
            }
        })
    }

    /// Whether the file holds only the first part of a state of this training: the first save was interrupted.
    fn is_begun(&mut self, adagrad: &Adagrad) -> io::Result<bool> {
        let length = self.file.metadata()?.len();
        let expected = [MAGIC, self.config_hash.to_le_bytes()].concat();
        let mut found = Vec::new();
        self.file.rewind()?;
        (&self.file)
            .take(expected.len() as u64)
            .read_to_end(&mut found)?;
        Ok(length < state_size(adagrad) as u64 && expected.starts_with(&found))
    }

    fn fail(&self, why: io::Error) -> CheckpointError {
        FileProblem::from(why).of(&self.path).into()
    }
}

/// Removes a file without a state.
impl Drop for Checkpoint {
    fn drop(&mut self) {
        if self.is_void {
            // Errors are ignored, since an unnecessary file does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The bytes of a slot.
struct State(Vec<u8>);

impl State {
    fn is_whole(&self) -> bool {
        let split = self.0.split_last_chunk::<CHECK>();
        self.0.starts_with(&MAGIC)
            && split.is_some_and(|(content, check)| checksum(content).to_le_bytes() == *check)
    }

    fn number(&self, at: usize) -> u64 {
        let word = self.0.get(at..at + 8).and_then(|word| word.try_into().ok());
        word.map_or(0, u64::from_le_bytes)
    }

    fn config_hash(&self) -> u64 {
        self.number(8)
    }

    fn steps(&self) -> u64 {
        self.number(16)
    }

    /// Copies the numbers to the learner and returns the number of steps.
    fn load(&self, adagrad: &mut Adagrad) -> u64 {
        let mut numbers = &self.0[HEADER..];
        for part in adagrad.numbers_mut() {
            let part: &mut [u8] = bytemuck::must_cast_slice_mut(part);
            let (mine, rest) = numbers.split_at(part.len());
            part.copy_from_slice(mine);
            numbers = rest;
        }
        self.steps()
    }
}

/// Size of a slot for this learner, in bytes.
fn state_size(adagrad: &Adagrad) -> usize {
    let numbers = adagrad.numbers();
    let bytes: usize = numbers.iter().map(|part| size_of_val(*part)).sum();
    HEADER + bytes + CHECK
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Checksum::new(splitmix64(bytes.len() as u64));
    sum.add(bytes);
    sum.value()
}
