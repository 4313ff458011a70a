//! The file of labelled positions.
//!
//! A header of 32 bytes, then blocks of equal size. All numbers are little-endian.
//!
//! | bytes | header | bytes | record |
//! |---|---|---|---|
//! | 8 | `KAESHIL1` | 8 | discs of the side to move, bit 0 is a1 |
//! | 4 | records in a block | 8 | discs of the other side |
//! | 4 | zero | 2 | score for the side to move, in 1/128 disc |
//! | 8 | what the labels depend on (games, seed, options), as a hash | 1 | depth searched; 0 is exact, the number of empty squares: to the end with Multi-ProbCut |
//! | 8 | zero | 1 | random moves between the game and the position |
//! | | | 4 | number of the game |
//!
//! A block is its records and a checksum of 8 bytes. A block is written at once. So an interrupted generator leaves at
//! most one broken block at the end, and drops it when it continues.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kaeshi::core::{Checksum, splitmix64};
use kaeshi::files::{FileError, FileProblem, open_locked, shown};
use kaeshi::games::othello::board::Board;
use kaeshi::games::othello::{DISC, MAX_SCORE};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"KAESHIL1";
const HEADER: usize = 32;
const RECORD: usize = 24;
const CHECK: usize = 8;
/// Maximum number of records in a block; files with larger blocks are refused.
pub const MAX_BLOCK: u32 = 1_000_000;

/// A position and its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label {
    /// The position; the side to move has a legal move.
    pub board: Board,
    /// The score for the side to move, in 1/128 disc.
    pub score: i16,
    /// The depth of the search in plies. 0 means an exact score; the number of empty squares means a search to the end
    /// with Multi-ProbCut.
    pub depth: u8,
    /// Number of random moves between the game and the position.
    pub random_plies: u8,
    /// The number of the game, from 0.
    pub game: u32,
}

impl Label {
    /// Whether the label belongs to the held-out games, which are never trained on.
    #[must_use]
    pub const fn is_held_out(&self) -> bool {
        splitmix64(self.game as u64).is_multiple_of(32)
    }

    /// The score in discs.
    #[must_use]
    pub fn discs(&self) -> f32 {
        f32::from(self.score) / f32::from(DISC)
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.board.own.to_le_bytes());
        bytes.extend(self.board.other.to_le_bytes());
        bytes.extend(self.score.to_le_bytes());
        bytes.extend([self.depth, self.random_plies]);
        bytes.extend(self.game.to_le_bytes());
    }

    fn read(bytes: &[u8; RECORD]) -> Option<Self> {
        let word = |at: usize| bytes[at..at + 8].try_into().map(u64::from_le_bytes);
        let board = Board {
            own: word(0).ok()?,
            other: word(8).ok()?,
        };
        let label = Self {
            board,
            score: i16::from_le_bytes([bytes[16], bytes[17]]),
            depth: bytes[18],
            random_plies: bytes[19],
            game: u32::from_le_bytes(bytes[20..].try_into().ok()?),
        };
        let is_sound = board.own & board.other == 0 && board.legal() != 0;
        (is_sound && label.score.unsigned_abs() <= MAX_SCORE.0.unsigned_abs()).then_some(label)
    }
}

/// Why a label file was refused.
#[derive(Debug, Error)]
pub enum LabelsError {
    /// A file cannot be read or written, or another process writes it.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is no label file.
    #[error("{}: not a file of Kaeshi labels", shown(.0))]
    Foreign(PathBuf),
    /// The labels were made from other games or with other options.
    #[error(
        "{}: holds labels made from other games or with other options; choose another name or remove it",
        shown(.0)
    )]
    Other(PathBuf),
    /// The file is cut off or damaged.
    #[error(
        "{}: block {block} is damaged or cut off; if it is the last one, datagen repairs it",
        shown(path)
    )]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The block, from 1.
        block: usize,
    },
}

fn header(block: u32, config_hash: u64) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&block.to_le_bytes());
    bytes[16..24].copy_from_slice(&config_hash.to_le_bytes());
    bytes
}

fn checksum(bytes: &[u8]) -> [u8; CHECK] {
    let mut sum = Checksum::new(bytes.len() as u64);
    sum.add(bytes);
    sum.value().to_le_bytes()
}

fn is_sound(block: &[u8]) -> bool {
    let (records, check) = block.split_at(block.len() - CHECK);
    checksum(records) == check
}

const fn block_bytes(records: u32) -> usize {
    records as usize * RECORD + CHECK
}

/// Reads all labels of a file.
///
/// # Errors
/// If the file cannot be read, is no label file, or is damaged.
pub fn read(path: &Path) -> Result<Vec<Label>, LabelsError> {
    let fail = |why: io::Error| FileProblem::from(why).of(path);
    let file = File::open(path).map_err(fail)?;
    let mut file = BufReader::with_capacity(1 << 16, file);
    let records = take(&mut file, HEADER).map_err(fail)?;
    let records =
        records_per_block(&records).ok_or_else(|| LabelsError::Foreign(path.to_owned()))?;
    let mut labels = Vec::new();
    for block in 1.. {
        let content = take(&mut file, block_bytes(records)).map_err(fail)?;
        if content.is_empty() {
            break;
        }
        let damaged = || LabelsError::Damaged {
            path: path.to_owned(),
            block,
        };
        if content.len() != block_bytes(records) || !is_sound(&content) {
            return Err(damaged());
        }
        for record in content[..content.len() - CHECK].as_chunks().0 {
            labels.push(Label::read(record).ok_or_else(damaged)?);
        }
    }
    Ok(labels)
}

/// The next `size` bytes, or fewer at the end of the file.
fn take(file: &mut impl Read, size: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(size as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads all labels of the files: those of held-out games, then, of one game in `one_in`, the others.
///
/// # Errors
/// As for [`read`].
pub fn read_all(paths: &[PathBuf], one_in: u32) -> Result<(Vec<Label>, Vec<Label>), LabelsError> {
    let mut all = Vec::new();
    for path in paths {
        all.extend(read(path)?);
    }
    let (held_out, mut others): (Vec<Label>, Vec<Label>) =
        all.into_iter().partition(Label::is_held_out);
    // A hash other than the one that chooses the held-out games.
    others.retain(|label| splitmix64(!u64::from(label.game)).is_multiple_of(one_in.into()));
    Ok((held_out, others))
}

fn records_per_block(bytes: &[u8]) -> Option<u32> {
    let word = bytes.get(8..12)?.try_into().ok()?;
    let records = u32::from_le_bytes(word);
    let is_ours = bytes.len() >= HEADER && bytes.starts_with(&MAGIC);
    (is_ours && (1..=MAX_BLOCK).contains(&records)).then_some(records)
}

/// A label file being written, block by block. No other process can write it meanwhile.
pub struct Writer {
    file: File,
    path: PathBuf,
    records: u32,
    /// Number of blocks in the file.
    blocks: usize,
}

impl Writer {
    /// Creates a file with blocks of `records` labels, or continues one that was made with the same options. A last
    /// block that an interruption left incomplete is cut off; nothing else changes.
    ///
    /// # Errors
    /// If the file cannot be read or written, holds something else, is damaged before its last block, or is being
    /// written by another process.
    pub fn open(path: &Path, records: u32, config_hash: u64) -> Result<Self, LabelsError> {
        let mut writer = Self {
            file: open_locked(path)?,
            path: path.to_owned(),
            records,
            blocks: 0,
        };
        let header = header(records, config_hash);
        let found = take(&mut writer.file, HEADER).map_err(|why| writer.fail(why))?;
        // An interruption may leave a part of the header, too.
        if found.len() < HEADER && header.starts_with(&found) {
            let begun = writer.cut(0).and_then(|()| writer.file.write_all(&header));
            begun.map_err(|why| writer.fail(why))?;
            return Ok(writer);
        }
        if !found.starts_with(&MAGIC) {
            return Err(LabelsError::Foreign(writer.path));
        }
        if found != header {
            return Err(LabelsError::Other(writer.path));
        }
        writer.count_blocks()?;
        let end = writer.end();
        writer.cut(end).map_err(|why| writer.fail(why))?;
        Ok(writer)
    }

    /// Counts the sound blocks. Refuses a file with more than one block after them.
    fn count_blocks(&mut self) -> Result<(), LabelsError> {
        let size = block_bytes(self.records);
        let fail = |why| FileProblem::Io(why).of(&self.path);
        let mut file = BufReader::with_capacity(1 << 16, &self.file);
        loop {
            let block = take(&mut file, size).map_err(fail)?;
            if block.len() == size && is_sound(&block) {
                self.blocks += 1;
                continue;
            }
            if take(&mut file, 1).map_err(fail)?.is_empty() {
                return Ok(());
            }
            return Err(LabelsError::Damaged {
                path: self.path.clone(),
                block: self.blocks + 1,
            });
        }
    }

    /// Where the next block begins.
    fn end(&self) -> u64 {
        (HEADER + self.blocks * block_bytes(self.records)) as u64
    }

    /// Cuts the file off at byte `end` and seeks there.
    fn cut(&mut self, end: u64) -> io::Result<()> {
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end)).map(drop)
    }

    fn fail(&self, why: io::Error) -> LabelsError {
        FileProblem::from(why).of(&self.path).into()
    }

    /// Number of blocks in the file.
    #[must_use]
    pub const fn blocks(&self) -> usize {
        self.blocks
    }

    /// Appends a block. After an error the file is unchanged.
    ///
    /// # Errors
    /// If the file cannot be written.
    ///
    /// # Panics
    /// If the number of labels is not that of the file's blocks.
    pub fn push(&mut self, labels: &[Label]) -> Result<(), LabelsError> {
        assert_eq!(labels.len(), self.records as usize, "blocks have one size");
        let mut bytes = Vec::with_capacity(block_bytes(self.records));
        for label in labels {
            label.write(&mut bytes);
        }
        bytes.extend(checksum(&bytes));
        if let Err(why) = self.file.write_all(&bytes) {
            let end = self.end();
            // If this fails, too, the next run cuts the part off.
            let _ = self.cut(end);
            return Err(self.fail(why));
        }
        self.blocks += 1;
        Ok(())
    }
}
