//! Squares and sets of squares.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A square: 0 is a1, 1 is b1, 63 is h8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with number `index`, if that is 0 to 63.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The lowest square of a set; a1 if the set is empty.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "at most 63")]
    pub const fn first(set: u64) -> Self {
        Self((set.trailing_zeros() & 63) as u8)
    }

    /// 0 to 63.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The square numbered by the lowest six bits.
    #[inline]
    #[must_use]
    pub(in crate::games::othello) const fn wrapped(bits: u32) -> Self {
        Self((bits & 0x3f) as u8)
    }

    /// 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The set that holds this square alone.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// 0 for the a-file to 7 for the h-file.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for the first rank (the top one) to 7 for the eighth.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.file(), b'1' + self.rank()].map(char::from);
        write!(f, "{}{}", name[0], name[1])
    }
}

/// Text that names no square.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("not a square: write a letter from a to h and a digit from 1 to 8, as in d3")]
pub struct SquareError;

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        match text.as_bytes() {
            [file, rank @ b'1'..=b'8'] if matches!(file | 32, b'a'..=b'h') => {
                Ok(Self((rank - b'1') << 3 | ((file | 32) - b'a')))
            }
            _ => Err(SquareError),
        }
    }
}

/// The squares of a set, lowest first.
#[derive(Debug, Clone)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::first(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_from_a1() {
        for (number, square) in (0..64).zip(Squares(u64::MAX)) {
            assert_eq!(Square::new(number), Some(square));
            assert_eq!(square.number(), number);
            assert_eq!(square.index(), usize::from(number));
            assert_eq!((square.file(), square.rank()), (number % 8, number / 8));
            assert_eq!(square.bit(), 2_u64.pow(number.into()));
            assert_eq!(Square::first(u64::MAX << number), square);
            assert_eq!(Square::wrapped(u32::from(number) + 64 * 5), square);
        }
        assert_eq!(Square::new(64), None);
        assert_eq!(Square::first(0).number(), 0);
        assert_eq!(Squares(0x101).len(), 2);
    }

    #[test]
    fn squares_are_read_and_written() {
        for square in Squares(u64::MAX) {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
        assert_eq!(
            Square::new(19).map(|s| s.to_string()).as_deref(),
            Some("d3")
        );
        for text in ["", "d", "i1", "a0", "a9", "d33", "ä", "@1", "3d"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
