//! The file format of the linear weights, its reader and its writer.
//!
//! | bytes | what, little-endian |
//! |---|---|
//! | 8 | `KAESHIW3` |
//! | 4 | number of stages |
//! | 4 | score units of one step: [`STEP`] |
//! | 8 | checksum of all that follows |
//! | stages | the smallest number of empties of each stage, ascending, the first 0 |
//! | half a byte for each eight numbers | the bits of one of them, of the first eight in the lower half |
//! | rest | the numbers, eight at a time |
//!
//! The numbers are those of the first stage, then for each further one its difference from the stage before, in steps
//! and modulo 256. Zeros follow the last ones of a stage, up to a multiple of sixteen. Mirror images are stored once: see
//! [`SymmetryMap`].

use bytemuck::allocation::{zeroed_box, zeroed_slice_box};
use thiserror::Error;

use super::table::{STEP, Table, Weights};
use crate::games::othello::eval::eights::Packing;
use crate::games::othello::eval::features::{CANONICAL_STATES, SymmetryMap};
use crate::games::othello::eval::inputs::{CANONICAL_ENTRIES, COUNTED, ENTRIES};
use crate::games::othello::eval::model_file::{
    ModelFileError, NO_HEADER, TOO_FEW_NUMBERS, checksum, stage_of_each, take, take_stages,
    too_many_numbers, verify,
};

const MAGIC: [u8; 8] = *b"KAESHIW3";
const FIXED: usize = 24;
/// Numbers in the file for each stage, with the zeros at the end.
const NUMBERS: usize = CANONICAL_ENTRIES.next_multiple_of(SIXTEEN);
/// Numbers whose widths share a byte.
const SIXTEEN: usize = 16;

/// Why a file of weights was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The bytes are not a file of weights.
    #[error("this is no file of Kaeshi's Othello weights: it does not begin with KAESHIW3")]
    Foreign,
    /// The file is cut off; holds what is missing.
    #[error("the file of weights is cut off: {0}")]
    CutOff(&'static str),
    /// The contents are inconsistent; holds how.
    #[error("the file of weights is damaged: {0}")]
    Damaged(String),
}

/// Writes weights, in units of [`STEP`], mirror images once: those of each of the stages that begin at `fewest` empties.
///
/// # Panics
/// When `fewest` and `stages` differ in length, or a stage has not exactly one weight for each entry.
#[must_use]
pub fn write(fewest: &[u8], stages: &[Vec<i8>]) -> Vec<u8> {
    assert_eq!(fewest.len(), stages.len(), "weights for every stage");
    let mut changes = Changes::default();
    let mut before = &vec![0; CANONICAL_ENTRIES];
    for stage in stages {
        assert_eq!(stage.len(), CANONICAL_ENTRIES, "a weight for every entry");
        let pairs = stage.iter().zip(before);
        changes.push_stage(pairs.map(|(now, then)| now.wrapping_sub(*then)).collect());
        before = stage;
    }
    let contents = [changes.widths, changes.packed].concat();
    let count = u32::try_from(fewest.len()).unwrap_or(u32::MAX);
    let step = u32::from(STEP.cast_unsigned());
    let check = checksum(fewest, &contents);
    let fixed = [&MAGIC[..], &count.to_le_bytes(), &step.to_le_bytes()].concat();
    [&fixed[..], &check.to_le_bytes(), fewest, &contents].concat()
}

/// What the weights of a stage differ by from those of the stage before, for all stages.
#[derive(Default)]
struct Changes<Bytes> {
    /// Half a byte for each eight numbers.
    widths: Bytes,
    packed: Bytes,
}

impl Changes<Vec<u8>> {
    fn push_stage(&mut self, mut numbers: Vec<i8>) {
        numbers.resize(NUMBERS, 0);
        let (eights, _) = numbers.as_chunks::<8>();
        let (pairs, _) = eights.as_chunks::<2>();
        for pair in pairs {
            let [first, second] = pair.each_ref().map(|eight| Packing::of(eight));
            self.widths.push(second.width() << 4 | first.width());
            first.pack(&pair[..1], &mut self.packed);
            second.pack(&pair[1..], &mut self.packed);
        }
    }
}

impl Changes<&[u8]> {
    /// Takes the changes of the next stage, and adds them to `values`.
    fn apply_stage(&mut self, values: &mut [i8; NUMBERS]) -> Result<(), ModelFileError> {
        let (eights, _) = values.as_chunks_mut::<8>();
        let (pairs, _) = eights.as_chunks_mut::<2>();
        let (widths, later) = self
            .widths
            .split_at_checked(pairs.len())
            .ok_or(TOO_FEW_NUMBERS)?;
        self.widths = later;
        for ([first, second], &widths) in pairs.iter_mut().zip(widths) {
            self.apply(first, widths & 15)?;
            self.apply(second, widths >> 4)?;
        }
        Ok(())
    }

    #[inline]
    fn apply(&mut self, values: &mut [i8; 8], width: u8) -> Result<(), ModelFileError> {
        let [changes] = Packing::new(width, 0)?.unpack(&mut self.packed)?;
        for (value, change) in values.iter_mut().zip(changes) {
            *value = value.wrapping_add(change);
        }
        Ok(())
    }
}

impl Weights {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// When the bytes are not a file of weights, or are cut off or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let (fewest, check, contents) = read_header(bytes)?;
        let mut stages: Box<[Table]> = zeroed_slice_box(fewest.len());
        let sharing = SymmetryMap::new();
        let mut values: Box<[i8; NUMBERS]> = zeroed_box();
        let widths = fewest.len() * NUMBERS / SIXTEEN;
        let (widths, packed) = contents.split_at_checked(widths).ok_or(TOO_FEW_NUMBERS)?;
        let mut changes = Changes { widths, packed };
        for table in &mut stages {
            changes.apply_stage(&mut values)?;
            fill(table, &values[..CANONICAL_ENTRIES], sharing.shared());
        }
        if !changes.packed.is_empty() {
            return Err(too_many_numbers().into());
        }
        verify(fewest, contents, check)?;
        let stage = stage_of_each(fewest);
        Ok(Self { stages, stage })
    }
}

/// The smallest number of empties of each stage, the checksum, and the bytes that follow the stages.
fn read_header(bytes: &[u8]) -> Result<(&[u8], u64, &[u8]), WeightsError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(WeightsError::Foreign);
    }
    let (mut fixed, rest) = bytes.split_at_checked(FIXED).ok_or(NO_HEADER)?;
    let _magic: [u8; MAGIC.len()] = take(&mut fixed);
    let [stages, step] = [(); 2].map(|()| u32::from_le_bytes(take(&mut fixed)));
    let check = u64::from_le_bytes(take(&mut fixed));
    if step != u32::from(STEP.cast_unsigned()) {
        return Err(WeightsError::Damaged(format!("numbers in steps of {step}")));
    }
    let (fewest, contents) = take_stages(rest, stages as usize)?;
    Ok((fewest, check, contents))
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
