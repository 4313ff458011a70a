//! The file format of the linear weights, and its reader.
//!
//! | bytes | what, little-endian |
//! |---|---|
//! | 8 | `KAESHIW2` |
//! | 4 | number of stages |
//! | 4 | score units of one step: [`STEP`] |
//! | 8 | checksum of the stages and the unpacked bytes, stage by stage |
//! | stages | the smallest number of empties of each stage, ascending, the first 0 |
//! | rest | Zstandard: the numbers, a byte each |
//!
//! The numbers are those of the first stage, then for each further one its difference from the stage before, in steps
//! and modulo 256. Mirror images are stored once: see [`SymmetryMap`].

use bytemuck::zeroed_slice_box;
use thiserror::Error;

use super::table::{STEP, Table, Weights};
use crate::games::othello::eval::features::{CANONICAL_STATES, SymmetryMap};
use crate::games::othello::eval::inputs::{CANONICAL_ENTRIES, COUNTED, ENTRIES};
use crate::games::othello::eval::model_file::{
    ModelFileError, NO_HEADER, checksum_of_stages, stage_of_each, take_stages, unpack,
};

const MAGIC: [u8; 8] = *b"KAESHIW2";
const FIXED: usize = 24;
/// Numbers stored for each stage.
const NUMBERS: usize = CANONICAL_ENTRIES;

/// Why a file of weights was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The bytes are not a file of weights.
    #[error("this is no file of Kaeshi's Othello weights: it does not begin with KAESHIW2")]
    Foreign,
    /// The file is cut off; holds what is missing.
    #[error("the file of weights is cut off: {0}")]
    CutOff(&'static str),
    /// The contents are inconsistent; holds how.
    #[error("the file of weights is damaged: {0}")]
    Damaged(String),
}

/// The header: all that precedes the compressed numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Smallest number of empties of each stage, 0 to 60, ascending; the first is 0.
    pub fewest: Vec<u8>,
    /// Check sum of the stages and the unpacked bytes, stage by stage.
    pub check: u64,
}

impl Header {
    /// The header for `unpacked` numbers of stages that begin at `fewest` empties.
    #[must_use]
    pub fn new(fewest: Vec<u8>, unpacked: &[u8]) -> Self {
        let mut sum = checksum_of_stages(&fewest);
        unpacked.chunks(NUMBERS).for_each(|stage| sum.add(stage));
        let check = sum.value();
        Self { fewest, check }
    }

    /// The header as it is in the file.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let stages = u32::try_from(self.fewest.len()).unwrap_or(u32::MAX);
        let step = u32::from(STEP.cast_unsigned());
        let fixed = [&MAGIC[..], &stages.to_le_bytes(), &step.to_le_bytes()].concat();
        [&fixed, &self.check.to_le_bytes()[..], &self.fewest].concat()
    }

    /// Reads a header; the second value is the rest of the bytes.
    fn read(bytes: &[u8]) -> Result<(Self, &[u8]), WeightsError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(WeightsError::Foreign);
        }
        let (fixed, rest) = bytes.split_at_checked(FIXED).ok_or(NO_HEADER)?;
        let number = |at: usize| {
            u32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]])
        };
        let (stages, step) = (number(8), number(12));
        let check = u64::from(number(16)) | u64::from(number(20)) << 32;
        if step != u32::from(STEP.cast_unsigned()) {
            return Err(WeightsError::Damaged(format!("numbers in steps of {step}")));
        }
        let (fewest, rest) = take_stages(rest, stages as usize)?;
        let fewest = fewest.to_vec();
        Ok((Self { fewest, check }, rest))
    }
}

impl Weights {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// When the bytes are not a file of weights, or are cut off or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let (header, packed) = Header::read(bytes)?;
        let mut unpacking = unpack(packed, checksum_of_stages(&header.fewest))?;
        let mut stages: Box<[Table]> = zeroed_slice_box(header.fewest.len());
        let sharing = SymmetryMap::new();
        let mut values = vec![0_i8; NUMBERS];
        let mut changes = vec![0_i8; NUMBERS];
        for table in &mut stages {
            unpacking.fill(bytemuck::must_cast_slice_mut(&mut changes))?;
            for (value, &change) in values.iter_mut().zip(&changes) {
                *value = value.wrapping_add(change);
            }
            fill(table, &values, sharing.shared());
        }
        unpacking.finish(header.check)?;
        let stage = stage_of_each(&header.fewest);
        Ok(Self { stages, stage })
    }
}

impl From<ModelFileError> for WeightsError {
    fn from(trouble: ModelFileError) -> Self {
        match trouble {
            ModelFileError::CutOff(what) => Self::CutOff(what),
            ModelFileError::Damaged(why) => Self::Damaged(why),
        }
    }
}

fn fill(table: &mut Table, values: &[i8], shared: &[u32]) {
    let (patterns, counts) = values.split_at(CANONICAL_STATES);
    for (weight, &number) in table.0.iter_mut().zip(shared) {
        *weight = patterns[number as usize];
    }
    table.0[ENTRIES - COUNTED..ENTRIES].copy_from_slice(counts);
}
