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

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kaeshi::game::mix;
use kaeshi::games::othello::DISC;
use kaeshi::games::othello::board::Board;
use thiserror::Error;

const MAGIC: [u8; 8] = *b"KAESHIL1";
const HEADER: usize = 32;
const RECORD: usize = 24;
const CHECK: usize = 8;

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
    pub strayed: u8,
    /// The number of the game, from 0.
    pub game: u32,
}

impl Label {
    /// Whether the label belongs to the held-out games, which are never trained on.
    #[must_use]
    pub const fn is_held_out(&self) -> bool {
        mix(self.game as u64).is_multiple_of(32)
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
        bytes.extend([self.depth, self.strayed]);
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
            strayed: bytes[19],
            game: u32::from_le_bytes(bytes[20..].try_into().ok()?),
        };
        (board.own & board.other == 0 && label.score.unsigned_abs() <= 64 * 128).then_some(label)
    }
}

/// Why a label file was refused.
#[derive(Debug, Error)]
pub enum LabelsError {
    /// A file cannot be read or written.
    #[error("{path}: {why}")]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        why: io::Error,
    },
    /// The file is no label file.
    #[error("{0} is not a file of Kaeshi labels")]
    Foreign(PathBuf),
    /// The labels were made from other games or with other options.
    #[error(
        "{0} holds labels made from other games or with other options; choose another name or remove it"
    )]
    Other(PathBuf),
    /// The file is cut off or damaged.
    #[error(
        "{path} is damaged or cut off in block {block}; run the generator again to repair its end"
    )]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The block, from 0.
        block: usize,
    },
}

fn header(block: u32, origin: u64) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&block.to_le_bytes());
    bytes[16..24].copy_from_slice(&origin.to_le_bytes());
    bytes
}

fn check_sum(bytes: &[u8]) -> [u8; CHECK] {
    let mut sum = bytes.len() as u64;
    for chunk in bytes.chunks_exact(8) {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        sum = mix(sum ^ u64::from_le_bytes(word));
    }
    sum.to_le_bytes()
}

fn is_sound(block: &[u8]) -> bool {
    let (records, check) = block.split_at(block.len() - CHECK);
    check_sum(records) == check
}

const fn block_bytes(records: u32) -> usize {
    records as usize * RECORD + CHECK
}

/// Reads all labels of a file.
///
/// # Errors
/// If the file cannot be read, is no label file, or is damaged.
pub fn read(path: &Path) -> Result<Vec<Label>, LabelsError> {
    let file = |why| LabelsError::File {
        path: path.to_owned(),
        why,
    };
    let bytes = std::fs::read(path).map_err(file)?;
    let records = records_per_block(&bytes).ok_or_else(|| LabelsError::Foreign(path.to_owned()))?;
    let mut labels = Vec::with_capacity(bytes.len() / RECORD);
    for (block, content) in bytes[HEADER..].chunks(block_bytes(records)).enumerate() {
        let damaged = || LabelsError::Damaged {
            path: path.to_owned(),
            block,
        };
        if content.len() != block_bytes(records) || !is_sound(content) {
            return Err(damaged());
        }
        for record in content[..content.len() - CHECK].as_chunks().0 {
            labels.push(Label::read(record).ok_or_else(damaged)?);
        }
    }
    Ok(labels)
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
    others.retain(|label| mix(!u64::from(label.game)).is_multiple_of(one_in.into()));
    Ok((held_out, others))
}

fn records_per_block(bytes: &[u8]) -> Option<u32> {
    let word = bytes.get(8..12)?.try_into().ok()?;
    let records = u32::from_le_bytes(word);
    (bytes.len() >= HEADER && bytes.starts_with(&MAGIC) && records > 0).then_some(records)
}

/// A label file being written, block by block.
pub struct Writer {
    file: File,
    path: PathBuf,
    records: u32,
    /// Number of blocks in the file.
    blocks: usize,
}

impl Writer {
    /// Creates a file with blocks of `records` labels, or continues one that was made with the same options.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds something else.
    pub fn open(path: &Path, records: u32, origin: u64) -> Result<Self, LabelsError> {
        let fail = |why| LabelsError::File {
            path: path.to_owned(),
            why,
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(fail)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        let header = header(records, origin);
        if bytes.is_empty() {
            file.write_all(&header).map_err(fail)?;
        } else if !bytes.starts_with(&MAGIC) {
            return Err(LabelsError::Foreign(path.to_owned()));
        } else if !bytes.starts_with(&header) {
            return Err(LabelsError::Other(path.to_owned()));
        }
        let size = block_bytes(records);
        let content = bytes.get(HEADER..).unwrap_or_default();
        let blocks = content
            .chunks_exact(size)
            .take_while(|block| is_sound(block))
            .count();
        let end = (HEADER + blocks * size) as u64;
        file.set_len(end).map_err(fail)?;
        file.seek(SeekFrom::Start(end)).map_err(fail)?;
        Ok(Self {
            file,
            path: path.to_owned(),
            records,
            blocks,
        })
    }

    /// Number of blocks in the file.
    #[must_use]
    pub const fn blocks(&self) -> usize {
        self.blocks
    }

    /// Appends a block.
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
        bytes.extend(check_sum(&bytes));
        self.blocks += 1;
        self.file
            .write_all(&bytes)
            .map_err(|why| LabelsError::File {
                path: self.path.clone(),
                why,
            })
    }
}
