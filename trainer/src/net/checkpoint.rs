//! Checkpoints of a training: the state of the learner, in a file beside the net.
//!
//! Eight bytes `KAESHIT1`, eight bytes with a hash of labels and options, eight bytes with the number of steps. Then
//! the learner's numbers (rows, heads, their squares), and a checksum of eight bytes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kaeshi::game::mix;

use super::learn::Learner;

const MAGIC: [u8; 8] = *b"KAESHIT1";
const HEADER: usize = 24;
const CHECK: usize = 8;

/// The path of the checkpoint for the net `out`.
#[must_use]
pub fn beside(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    out.with_file_name(name)
}

/// Writes a checkpoint, completely or not at all.
///
/// # Errors
/// If the file cannot be written.
pub fn save(path: &Path, origin: u64, steps: u64, learner: &Learner) -> io::Result<()> {
    let mut bytes = [&MAGIC[..], &origin.to_le_bytes(), &steps.to_le_bytes()].concat();
    for numbers in learner.numbers() {
        bytes.extend(bytemuck::must_cast_slice::<f32, u8>(numbers));
    }
    bytes.extend(check_sum(&bytes).to_le_bytes());
    let draft = path.with_extension("new");
    fs::write(&draft, bytes)?;
    fs::rename(draft, path)
}

/// Reads a checkpoint into a learner of the same shape and returns the number of steps. `None` if the file is missing,
/// damaged, or of another training.
#[must_use]
pub fn load(path: &Path, origin: u64, learner: &mut Learner) -> Option<u64> {
    let bytes = fs::read(path).ok()?;
    let (content, check) = bytes.split_last_chunk::<CHECK>()?;
    let (header, mut numbers) = content.split_at_checked(HEADER)?;
    let length: usize = learner.numbers().iter().map(|part| 4 * part.len()).sum();
    let expected = [&MAGIC[..], &origin.to_le_bytes()].concat();
    if !header.starts_with(&expected)
        || numbers.len() != length
        || check_sum(content).to_le_bytes() != *check
    {
        return None;
    }
    for part in learner.numbers_mut() {
        let part: &mut [u8] = bytemuck::must_cast_slice_mut(part);
        let (mine, rest) = numbers.split_at(part.len());
        part.copy_from_slice(mine);
        numbers = rest;
    }
    header.last_chunk().map(|steps| u64::from_le_bytes(*steps))
}

fn check_sum(bytes: &[u8]) -> u64 {
    let chunks = bytes.chunks(8);
    chunks.fold(mix(bytes.len() as u64), |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}
