//! Small numbers in few bits, eight at a time.
//!
//! Numbers are zigzag coded (0, -1, 1, -2, 2 become 0, 1, 2, 3, 4), so that small ones have few bits. Of eight numbers, a
//! byte has the lowest bit of each, the first number's in its lowest place, the next byte the next bit, and so on; bits
//! that are zero in all are left out. Zstandard makes the files of models a fifth smaller, but takes several times as
//! long to unpack at every start. Gzip compresses these bytes nearly as well: most of the highest bits are zero.

use std::array::from_fn;

use super::model_file::{ModelFileError, TOO_FEW_NUMBERS};

/// How numbers are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Packing {
    /// Bits of a packed number.
    width: u8,
    /// The logarithm of what all numbers are divided by; with the width, at most [`Self::MAX`].
    step: u8,
}

impl Packing {
    /// The bits of a number that is not packed.
    const MAX: u8 = 8;

    /// Numbers of `width` bits, divided by 2^`step`.
    ///
    /// # Errors
    /// When they have more than [`Self::MAX`] bits in all.
    pub(super) fn new(width: u8, step: u8) -> Result<Self, ModelFileError> {
        let bits = width.saturating_add(step);
        if bits > Self::MAX {
            let why = format!("a number has {bits} bits, more than there is room for");
            return Err(ModelFileError::Damaged(why));
        }
        Ok(Self { width, step })
    }

    /// The packing of `numbers` in the fewest bits if they are not divided.
    pub(super) fn of(numbers: &[i8]) -> Self {
        Self::with_step(numbers, 0)
    }

    /// The packing of `numbers` in the fewest bits: divided by the largest power of two that divides them all.
    pub(super) fn divided(numbers: &[i8]) -> Self {
        let bits = numbers.iter().fold(0, |bits, number| bits | number);
        let step = if bits == 0 { 0 } else { bits.trailing_zeros() };
        Self::with_step(numbers, step.to_le_bytes()[0])
    }

    fn with_step(numbers: &[i8], step: u8) -> Self {
        let coded = numbers.iter().map(|number| zigzag(number >> step));
        let bits = coded.fold(0, |bits, number| bits | number);
        let width = u8::BITS - bits.leading_zeros();
        Self {
            width: width.to_le_bytes()[0],
            step,
        }
    }

    /// Bits of a packed number.
    pub(super) const fn width(self) -> u8 {
        self.width
    }

    /// The logarithm of what all numbers are divided by.
    pub(super) const fn step(self) -> u8 {
        self.step
    }

    /// Appends `numbers`, which must fit.
    pub(super) fn pack(self, numbers: &[[i8; 8]], bytes: &mut Vec<u8>) {
        for eight in numbers {
            let coded = eight.map(|number| zigzag(number >> self.step));
            let packed = transposed(u64::from_le_bytes(coded)).to_le_bytes();
            bytes.extend(&packed[..self.width.into()]);
        }
    }

    /// Takes the next `N` times eight numbers off `bytes`.
    ///
    /// # Errors
    /// When `bytes` is too short.
    #[inline]
    pub(super) fn unpack<const N: usize>(
        self,
        bytes: &mut &[u8],
    ) -> Result<[[i8; 8]; N], ModelFileError> {
        let all = *bytes;
        let width = usize::from(self.width);
        let mask = !u64::MAX.unbounded_shl(8 * u32::from(self.width));
        *bytes = all.get(N * width..).ok_or(TOO_FEW_NUMBERS)?;
        Ok(from_fn(|eight| {
            let coded = transposed(first_bytes(&all[eight * width..]) & mask);
            let numbers = multiplied(without_zigzag(coded), self.step);
            numbers.to_le_bytes().map(u8::cast_signed)
        }))
    }
}

/// One in each byte.
const ONES: u64 = u64::MAX / 0xff;

/// 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4.
const fn zigzag(number: i8) -> u8 {
    ((number << 1) ^ (number >> 7)).cast_unsigned()
}

/// Undoes [`zigzag`] for eight numbers.
#[inline]
const fn without_zigzag(coded: u64) -> u64 {
    let negative = coded & ONES;
    ((coded ^ negative) >> 1) ^ (negative * 0xff)
}

/// Eight numbers times 2^`step`.
#[inline]
const fn multiplied(numbers: u64, step: u8) -> u64 {
    (numbers & (ONES * (0xff >> step))) << step
}

/// Exchanges rows and columns of an eight by eight matrix of bits: blocks of one bit, of two by two, of four by four.
#[inline]
const fn transposed(matrix: u64) -> u64 {
    let matrix = exchanged(matrix, 7, 0x00aa_00aa_00aa_00aa);
    let matrix = exchanged(matrix, 14, 0x0000_cccc_0000_cccc);
    exchanged(matrix, 28, 0x0000_0000_f0f0_f0f0)
}

/// Exchanges the bits of `places` with those `distance` higher.
#[inline]
const fn exchanged(bits: u64, distance: u32, places: u64) -> u64 {
    let differing = (bits ^ (bits >> distance)) & places;
    bits ^ differing ^ (differing << distance)
}

/// The first eight bytes as a number; zeros follow if there are fewer.
#[inline]
fn first_bytes(bytes: &[u8]) -> u64 {
    let eight = bytes.first_chunk().copied();
    u64::from_le_bytes(eight.unwrap_or_else(|| from_fn(|k| bytes.get(k).copied().unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::splitmix64;

    /// Sixteen numbers of this packing, some of which are the smallest and largest.
    fn numbers(packing: Packing, seed: u64) -> [[i8; 8]; 2] {
        let lost = u32::from(Packing::MAX - packing.width);
        [2 * seed, 2 * seed + 1].map(|seed| {
            splitmix64(seed).to_le_bytes().map(|byte| {
                let number = match byte {
                    0..32 => i8::MIN,
                    32..64 => i8::MAX,
                    _ => byte.cast_signed(),
                };
                // Of no bits, only zero.
                (number.unbounded_shr(lost) << packing.step) * i8::from(packing.width > 0)
            })
        })
    }

    #[test]
    fn numbers_of_every_packing_are_unpacked_as_they_were() -> Result<(), ModelFileError> {
        let all = (0..8).flat_map(|step| (1..=8 - step).map(move |width| (width, step)));
        for (width, step) in all.chain([(0, 0)]) {
            let packing = Packing::new(width, step)?;
            for seed in 0..1_000 {
                let numbers = numbers(packing, seed);
                let mut bytes = Vec::new();
                packing.pack(&numbers, &mut bytes);
                assert_eq!(bytes.len(), 2 * usize::from(width));
                // Alone, and with other numbers behind them.
                assert_eq!(packing.unpack(&mut &bytes[..])?, numbers);
                bytes.extend([0xff; 8]);
                let mut rest = &bytes[..];
                assert_eq!(packing.unpack(&mut rest)?, numbers);
                assert_eq!(rest, [0xff; 8]);
                let cut = &bytes[..(2 * usize::from(width)).saturating_sub(1)];
                assert_eq!(packing.unpack::<2>(&mut &cut[..]).is_err(), width > 0);
            }
        }
        Ok(())
    }

    #[test]
    fn the_fewest_bits_are_those_that_hold_all_numbers() {
        for (numbers, whole, divided) in [
            ([0, 0], 0, (0, 0)),
            ([0, -1], 1, (1, 0)),
            ([1, 0], 2, (2, 0)),
            ([-2, 1], 2, (2, 0)),
            ([-2, 0], 2, (1, 1)),
            ([-3, 0], 3, (3, 0)),
            ([63, 1], 7, (7, 0)),
            ([64, 1], 8, (8, 0)),
            ([64, 0], 8, (2, 6)),
            ([-128, 0], 8, (1, 7)),
            ([-128, 4], 8, (6, 2)),
        ] {
            assert_eq!(Packing::of(&numbers).width(), whole, "{numbers:?}");
            let packing = Packing::divided(&numbers);
            assert_eq!((packing.width(), packing.step()), divided, "{numbers:?}");
        }
    }

    /// Worked out by hand: the coded numbers are 5, 0, 2, 1, 0, 0, 0 and 6.
    #[test]
    fn a_byte_has_a_bit_of_each_number() {
        let numbers = [-3, 0, 1, -1, 0, 0, 0, 3];
        let mut bytes = Vec::new();
        Packing::of(&numbers).pack(&[numbers], &mut bytes);
        assert_eq!(bytes, [0b0000_1001, 0b1000_0100, 0b1000_0001]);
    }

    #[test]
    fn numbers_without_room_are_refused() {
        for (width, step, bits) in [(9, 0, 9), (6, 3, 9), (255, 255, 255)] {
            let said = format!("{bits} bits");
            assert!(
                matches!(Packing::new(width, step), Err(ModelFileError::Damaged(why)) if why.contains(&said))
            );
        }
    }
}
