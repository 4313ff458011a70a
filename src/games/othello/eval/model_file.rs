//! The reader of model files: decompresses them piece by piece, without a second copy in memory.

use std::io::{BufReader, ErrorKind, Read};

use crate::core::{Checksum, splitmix64};

/// What is wrong with packed bytes.
#[derive(Debug)]
pub(super) enum ModelFileError {
    /// The bytes end too early; holds what is missing.
    CutOff(&'static str),
    /// The bytes differ from what was written; holds how.
    Damaged(String),
}

/// The error of a file that ends before its numbers begin.
pub(super) const NO_HEADER: ModelFileError = ModelFileError::CutOff("its header is not complete");

/// Splits off the smallest number of empties of each of `count` stages; the second value is the rest of the bytes.
pub(super) fn take_stages(bytes: &[u8], count: usize) -> Result<(&[u8], &[u8]), ModelFileError> {
    let (fewest, rest) = bytes.split_at_checked(count).ok_or(NO_HEADER)?;
    let ascending = fewest.is_sorted_by(|a, b| a < b);
    if fewest.first() == Some(&0) && ascending && fewest.iter().all(|&fewest| fewest <= 60) {
        return Ok((fewest, rest));
    }
    Err(ModelFileError::Damaged(format!(
        "its {count} stages do not ascend from 0 to 60 empty squares at most"
    )))
}

/// The stage for each number of empties, 0 to 64. `fewest` has the smallest number of empties of each stage, ascending
/// from 0.
#[must_use]
pub fn stage_of_each(fewest: &[u8]) -> [u8; 65] {
    std::array::from_fn(|empties| {
        let later = fewest.partition_point(|&fewest| usize::from(fewest) <= empties);
        u8::try_from(later.saturating_sub(1)).unwrap_or(0)
    })
}

/// The checksum of a model, which starts with its stages.
pub(super) fn checksum_of_stages(fewest: &[u8]) -> Checksum {
    let mut sum = Checksum::new(splitmix64(fewest.len() as u64));
    sum.add(fewest);
    sum
}

/// Bytes that are unpacked at once. The decoder keeps as much memory as is asked of it, and what it used stays with the
/// process.
const PIECE: usize = 1 << 13;

/// A reader that decompresses bytes and computes their checksum.
pub(super) struct Unpacking<R> {
    bytes: BufReader<R>,
    sum: Checksum,
}

/// Starts to decompress Zstandard data; `sum` continues over the output.
pub(super) fn unpack(packed: &[u8], sum: Checksum) -> Result<Unpacking<impl Read>, ModelFileError> {
    let decoder = ruzstd::decoding::StreamingDecoder::new(packed)
        .map_err(|why| ModelFileError::Damaged(why.to_string()))?;
    Ok(Unpacking {
        bytes: BufReader::new(decoder),
        sum,
    })
}

/// Why no more bytes can be unpacked.
fn cannot_fill(why: &std::io::Error) -> ModelFileError {
    match why.kind() {
        ErrorKind::UnexpectedEof => ModelFileError::CutOff("numbers are missing at its end"),
        _ => ModelFileError::Damaged(why.to_string()),
    }
}

impl<R: Read> Unpacking<R> {
    /// Reads the next `part.len()` bytes.
    pub(super) fn fill(&mut self, part: &mut [u8]) -> Result<(), ModelFileError> {
        for piece in part.chunks_mut(PIECE) {
            self.bytes
                .read_exact(piece)
                .map_err(|why| cannot_fill(&why))?;
        }
        self.sum.add(part);
        Ok(())
    }

    /// Checks that no bytes are left and that the checksum is `check`.
    pub(super) fn finish(mut self, check: u64) -> Result<(), ModelFileError> {
        let damaged = |why: &str| Err(ModelFileError::Damaged(why.to_owned()));
        match self.bytes.read(&mut [0]) {
            Ok(0) if self.sum.value() == check => Ok(()),
            Ok(0) => damaged("its checksum is wrong"),
            Ok(_) => damaged("it holds more numbers than it should"),
            Err(why) => damaged(&why.to_string()),
        }
    }
}
