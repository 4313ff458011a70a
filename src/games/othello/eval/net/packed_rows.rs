//! The rows in the file of a net.
//!
//! All numbers of a row are multiples of its *step*, a power of two. Training gives large steps to rows that matter
//! little, so that their numbers take few bits. The file has a byte for each row, the logarithm of its step times 16 plus
//! the bits of a number, then the numbers of all rows, divided by the steps, eight at a time. A row of zeros has the byte
//! 0, and no numbers.

use bytemuck::must_cast;

use super::layout::EMBEDDING_DIM;
use super::rows::Embedding;
use crate::games::othello::eval::eights::Packing;
use crate::games::othello::eval::model_file::ModelFileError;

/// The bytes of `rows`.
pub(super) fn write_rows(rows: &[Embedding]) -> Vec<u8> {
    let (mut bytes, mut packed) = (Vec::new(), Vec::new());
    for row in rows {
        let numbers = row.numbers();
        let packing = Packing::divided(&numbers);
        bytes.push(packing.step() << 4 | packing.width());
        let (eights, _) = numbers.as_chunks();
        packing.pack(eights, &mut packed);
    }
    bytes.extend(packed);
    bytes
}

/// A reader of rows.
pub(super) struct RowReader<'b> {
    /// A byte for each row that is left.
    packings: &'b [u8],
    /// The numbers of those rows, and what follows them.
    packed: &'b [u8],
}

impl<'b> RowReader<'b> {
    /// A reader of the `count` rows that `bytes` begin with.
    ///
    /// # Errors
    /// When `bytes` is too short.
    pub(super) fn new(bytes: &'b [u8], count: usize) -> Result<Self, ModelFileError> {
        let (packings, packed) = bytes.split_at_checked(count).ok_or(TOO_FEW)?;
        Ok(Self { packings, packed })
    }

    /// The next row.
    ///
    /// # Errors
    /// When there are no more rows, or the numbers have no room in one.
    #[inline]
    pub(super) fn next_row(&mut self) -> Result<Embedding, ModelFileError> {
        let (&packing, left) = self.packings.split_first().ok_or(TOO_FEW)?;
        self.packings = left;
        let packing = Packing::new(packing & 15, packing >> 4)?;
        let eights: [[i8; 8]; EMBEDDING_DIM / 8] = packing.unpack(&mut self.packed)?;
        Ok(Embedding::new(must_cast(eights)))
    }

    /// What follows the rows that have been read.
    pub(super) const fn rest(self) -> &'b [u8] {
        self.packed
    }
}

const TOO_FEW: ModelFileError = ModelFileError::CutOff("it has too few rows");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::splitmix64;

    /// A row for every step and width that fit into a number.
    fn samples() -> Vec<Embedding> {
        let sample = |step: u8, width: u8| {
            let mut seed = u64::from(step << 4 | width);
            let numbers = [(); EMBEDDING_DIM].map(|()| {
                seed = splitmix64(seed);
                let number = seed.to_le_bytes()[0].cast_signed();
                number.unbounded_shr((8 - width).into()) << step
            });
            Embedding::new(numbers)
        };
        let widths = |step: u8| (1..=8 - step).map(move |width| sample(step, width));
        let zeros = Embedding::new([0; _]);
        (0..8).flat_map(widths).chain([zeros]).collect()
    }

    #[test]
    fn rows_are_read_as_they_were_written() -> Result<(), ModelFileError> {
        let rows = samples();
        let bytes = write_rows(&rows);
        for width in 0..=8 {
            assert!(bytes[..rows.len()].contains(&width), "{bytes:?}");
        }
        let bits: usize = bytes[..rows.len()]
            .iter()
            .map(|&byte| usize::from(byte & 15))
            .sum();
        assert_eq!(bytes.len(), rows.len() + 4 * bits);
        let followed = [&bytes[..], b"heads"].concat();
        let mut reader = RowReader::new(&followed, rows.len())?;
        for row in rows {
            assert_eq!(reader.next_row()?.numbers(), row.numbers());
        }
        assert!(reader.next_row().is_err());
        assert_eq!(reader.rest(), b"heads");
        Ok(())
    }

    #[test]
    fn rows_without_room_and_those_cut_off_are_refused() {
        let read = |bytes: &[u8]| RowReader::new(bytes, 1)?.next_row();
        let mut bytes = write_rows(&[Embedding::new([-12; _])]);
        // The numbers are -3, coded 5.
        assert_eq!(bytes[..5], [0x23, 0xff, 0, 0xff, 0xff]);
        for length in 0..bytes.len() {
            let cut = read(&bytes[..length]);
            assert!(matches!(cut, Err(ModelFileError::CutOff(_))), "{length}");
        }
        for (first, bits) in [(0x63, 9), (0x09, 9), (0xff, 30)] {
            bytes[0] = first;
            let said = format!("{bits} bits");
            let refused = read(&bytes);
            assert!(
                matches!(&refused, Err(ModelFileError::Damaged(why)) if why.contains(&said)),
                "{refused:?}"
            );
        }
    }
}
