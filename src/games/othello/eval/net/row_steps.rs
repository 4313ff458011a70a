//! The rows in the file of a net: sorted by their steps.
//!
//! All numbers of a row are multiples of its *step*, a power of two. Training gives large steps to rows that matter
//! little, and numbers of few values take little room. So the file has blocks of [`BLOCK`] rows: the logarithms of their
//! steps, zeros up to a multiple of eight bytes (the checksum counts in such words), then the rows of the smallest step,
//! divided by it, those of the next one, and so on. A row of zeros has a logarithm of its own, and nothing else.

use super::layout::EMBEDDING_DIM;
use super::rows::Embedding;
use crate::games::othello::eval::model_file::ModelFileError;

/// Rows that are sorted together. More would take more memory while a file is read, fewer more room in it.
const BLOCK: usize = 1 << 14;
/// In the place of the logarithm of a step: all numbers of the row are zero.
const ZEROS: u8 = 8;

/// The logarithm of the largest step of a row.
fn step(row: &Embedding) -> u8 {
    let bits = row.numbers().iter().fold(0, |bits, number| bits | number);
    // 0 to 8, the width of a number.
    bits.trailing_zeros().to_le_bytes()[0]
}

/// Appends `rows` to `bytes`.
pub(super) fn write_rows(rows: &[Embedding], bytes: &mut Vec<u8>) {
    for block in rows.chunks(BLOCK) {
        write_block(block, bytes);
    }
}

fn write_block(rows: &[Embedding], bytes: &mut Vec<u8>) {
    let steps: Vec<u8> = rows.iter().map(step).collect();
    bytes.extend(&steps);
    bytes.resize(
        bytes.len() + steps.len().next_multiple_of(8) - steps.len(),
        0,
    );
    for wanted in 0..ZEROS {
        let rows = rows.iter().zip(&steps).filter(|&(_, &step)| step == wanted);
        let numbers = rows.flat_map(|(row, _)| row.numbers());
        bytes.extend(numbers.map(|number| (number >> wanted).cast_unsigned()));
    }
}

/// A reader of rows, a block at a time.
pub(super) struct RowReader<F> {
    /// Fills room with the next bytes.
    fill: F,
    /// Rows after those of the block.
    left: usize,
    block: Vec<Embedding>,
    /// Rows of the block that have been returned.
    used: usize,
}

impl<F: FnMut(&mut [u8]) -> Result<(), ModelFileError>> RowReader<F> {
    /// A reader of `count` rows; `fill` fills room with the next bytes.
    pub(super) fn new(count: usize, fill: F) -> Self {
        Self {
            fill,
            left: count,
            block: Vec::new(),
            used: 0,
        }
    }

    /// The next row.
    ///
    /// # Errors
    /// Those of `fill`; when there are no more rows, or a step or a number is too large.
    pub(super) fn next_row(&mut self) -> Result<Embedding, ModelFileError> {
        if self.used == self.block.len() {
            self.read_block()?;
        }
        let row = self.block.get(self.used).copied();
        self.used += 1;
        row.ok_or(ModelFileError::CutOff("it has too few rows"))
    }

    fn read_block(&mut self) -> Result<(), ModelFileError> {
        let count = self.left.min(BLOCK);
        self.left -= count;
        self.used = 0;
        let mut steps = vec![0; count.next_multiple_of(8)];
        (self.fill)(&mut steps)?;
        steps.truncate(count);
        if let Some(step) = steps.iter().find(|&&step| step > ZEROS) {
            let why = format!("a row has step 2^{step}, more than its numbers have room for");
            return Err(ModelFileError::Damaged(why));
        }
        self.block.clear();
        self.block.resize(count, Embedding::new([0; EMBEDDING_DIM]));
        for wanted in 0..ZEROS {
            self.read_step(&steps, wanted)?;
        }
        Ok(())
    }

    /// Reads the rows of the block whose step is 2^`wanted`, a few at a time: memory that is used once while a file is
    /// read stays with the process.
    fn read_step(&mut self, steps: &[u8], wanted: u8) -> Result<(), ModelFileError> {
        let mut room = [[0; EMBEDDING_DIM]; 64];
        let rows = self.block.iter_mut().zip(steps);
        let mut rows = rows.filter_map(|(row, &step)| (step == wanted).then_some(row));
        loop {
            let group: Vec<_> = rows.by_ref().take(room.len()).collect();
            let numbers = &mut room[..group.len()];
            if group.is_empty() {
                return Ok(());
            }
            (self.fill)(bytemuck::must_cast_slice_mut(numbers.as_flattened_mut()))?;
            for (row, numbers) in group.into_iter().zip(numbers) {
                *row = multiplied(*numbers, wanted)?;
            }
        }
    }
}

/// The row of these numbers times 2^`step`.
fn multiplied(numbers: [i8; EMBEDDING_DIM], step: u8) -> Result<Embedding, ModelFileError> {
    let row = numbers.map(|number| number << step);
    // All at once, so that vectors do it.
    if row.map(|number| number >> step) == numbers {
        return Ok(Embedding::new(row));
    }
    let lost = numbers
        .iter()
        .find(|&&number| (number << step) >> step != number);
    let lost = lost.copied().unwrap_or_default();
    Err(ModelFileError::Damaged(format!(
        "{lost} times the step 2^{step} of a row is more than it has room for"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A whole block, and a part of one that has no multiple of eight rows.
    const COUNT: usize = BLOCK + 1234;

    fn written(rows: &[Embedding]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_rows(rows, &mut bytes);
        bytes
    }

    fn read(mut bytes: &[u8]) -> Result<Vec<Embedding>, ModelFileError> {
        let mut reader = RowReader::new(COUNT, |room| {
            let (part, rest) = bytes
                .split_at_checked(room.len())
                .ok_or(ModelFileError::CutOff("numbers are missing"))?;
            room.copy_from_slice(part);
            bytes = rest;
            Ok(())
        });
        let rows: Result<Vec<_>, _> = (0..COUNT).map(|_| reader.next_row()).collect();
        assert!(rows.is_err() || reader.next_row().is_err());
        assert!(
            rows.is_err() || bytes.is_empty(),
            "{} bytes left",
            bytes.len()
        );
        rows
    }

    /// Rows of all steps, zeros among them.
    fn samples() -> Vec<Embedding> {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut numbers = |step: usize| {
            std::array::from_fn(|_| {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                // Shifted out of its width, a number is zero.
                state.to_le_bytes()[7]
                    .checked_shl(step.try_into().unwrap_or(8))
                    .unwrap_or(0)
                    .cast_signed()
            })
        };
        (0..COUNT).map(|k| Embedding::new(numbers(k % 9))).collect()
    }

    #[test]
    fn rows_of_every_step_are_read_as_they_were_written() -> Result<(), ModelFileError> {
        let rows = samples();
        let steps: [usize; 9] = std::array::from_fn(|wanted| {
            rows.iter()
                .filter(|row| usize::from(step(row)) == wanted)
                .count()
        });
        assert!(steps.iter().all(|&count| count > COUNT / 10), "{steps:?}");
        let bytes = written(&rows);
        assert_eq!(bytes.len(), COUNT + 6 + EMBEDDING_DIM * (COUNT - steps[8]));
        let again = read(&bytes)?;
        assert!(
            rows.iter()
                .map(Embedding::numbers)
                .eq(again.iter().map(Embedding::numbers))
        );
        Ok(())
    }

    #[test]
    fn steps_and_numbers_without_room_are_refused() {
        let sound = written(&samples());
        for (at, byte, expected) in [
            (4, 9, "step 2^9"),
            (BLOCK - 1, 255, "step 2^255"),
            // The numbers of the largest step come last: -1 and 0 are left to them.
            (sound.len() - 1, 1, "1 times the step 2^7"),
            (sound.len() - 1, 0xfe, "-2 times the step 2^7"),
        ] {
            let mut bytes = sound.clone();
            bytes[at] = byte;
            match read(&bytes) {
                Err(ModelFileError::Damaged(why)) => assert!(why.contains(expected), "{why}"),
                other => panic!("byte {at}: {other:?}"),
            }
        }
        assert!(matches!(
            read(&sound[..sound.len() - 1]),
            Err(ModelFileError::CutOff(_))
        ));
    }
}
