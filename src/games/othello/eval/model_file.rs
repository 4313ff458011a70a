//! What the files of both models have in common.

use crate::core::{Checksum, splitmix64};

/// What is wrong with a file.
#[derive(Debug)]
pub(super) enum ModelFileError {
    /// The bytes end too early; holds what is missing.
    CutOff(&'static str),
    /// The bytes differ from what was written; holds how.
    Damaged(String),
}

/// The error of a file that ends before its numbers begin.
pub(super) const NO_HEADER: ModelFileError = ModelFileError::CutOff("its header is not complete");
/// The error of a file that ends before its last number.
pub(super) const TOO_FEW_NUMBERS: ModelFileError =
    ModelFileError::CutOff("numbers are missing at its end");

/// The error of a file with bytes behind its last number.
pub(super) fn too_many_numbers() -> ModelFileError {
    ModelFileError::Damaged("it holds more numbers than it should".to_owned())
}

/// Takes the next `N` bytes off `bytes`; zeros if fewer are left, which callers rule out.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (first, rest) = bytes.split_first_chunk().unwrap_or((&[0; N], &[]));
    *bytes = rest;
    *first
}

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

/// The checksum of a model: of its stages, then of the bytes that follow them.
pub(super) fn checksum(fewest: &[u8], contents: &[u8]) -> u64 {
    let mut sum = Checksum::new(splitmix64(fewest.len() as u64));
    sum.add(fewest);
    sum.add(contents);
    sum.value()
}

/// Checks that the [`checksum`] of a model is `check`.
pub(super) fn verify(fewest: &[u8], contents: &[u8], check: u64) -> Result<(), ModelFileError> {
    if checksum(fewest, contents) == check {
        return Ok(());
    }
    Err(ModelFileError::Damaged("its checksum is wrong".to_owned()))
}
