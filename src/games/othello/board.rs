//! The board as two sets of squares, and its text form.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use thiserror::Error;

use super::{flip, moves};

/// A square: 0 is a1, 1 is b1, 63 is h8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with number `index`, if that is 0 to 63.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The lowest square of a set; h8 if the set is empty.
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
    pub(super) const fn wrapped(bits: u32) -> Self {
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

/// The colour of a disc and of the player who owns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// `X` in text; moves first.
    Black,
    /// `O` in text.
    White,
}

impl Colour {
    /// The opponent.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The sign in text.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }
}

/// A final disc difference for one side, -64 to 64; empty squares go to the winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DiscDiff(pub i32);

impl DiscDiff {
    /// All discs lost.
    pub const MIN: Self = Self(-64);
    /// All discs won.
    pub const MAX: Self = Self(64);
}

impl Neg for DiscDiff {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for DiscDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

/// The discs of the side to move, and those of the other side.
///
/// Bit 0 is a1, bit 7 is h1, bit 63 is h8. No square holds two discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// The side to move.
    pub own: u64,
    /// The other side.
    pub other: u64,
}

/// Text that is no board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BoardError {
    /// Not 64 squares; holds the number found.
    #[error("the board has {0} squares instead of 64")]
    Length(usize),
    /// A sign that is neither a disc nor an empty square.
    #[error("unexpected '{sign}' at character {at} of the board: write X, O or -")]
    Sign {
        /// The sign.
        sign: char,
        /// Its place, counted from 1.
        at: usize,
    },
    /// The side to move is missing or unknown.
    #[error("unexpected '{0}' after the board: write the side to move, X or O")]
    Side(String),
}

impl Board {
    /// The first position of a game, black to move.
    pub const START: Self = Self {
        own: 1 << 28 | 1 << 35,
        other: 1 << 27 | 1 << 36,
    };

    /// Reads 64 signs from a1, b1 to h8, a blank, and the side to move.
    ///
    /// Black is `X`, `x`, `*`, `B` or `b`; white is `O`, `o`, `W` or `w`; an empty square is `-` or `.`.
    ///
    /// # Errors
    /// When a sign is unknown, the board has not 64 squares, or the side to move is missing or unknown.
    pub fn parse(text: &str) -> Result<(Self, Colour), BoardError> {
        let (squares, side) = text
            .trim()
            .split_once(char::is_whitespace)
            .unwrap_or((text.trim(), ""));
        let (mut black, mut white, mut count) = (0_u64, 0_u64, 0);
        for sign in squares.chars() {
            let bit = 1_u64.checked_shl(count).unwrap_or(0);
            match disc(sign) {
                Some(Colour::Black) => black |= bit,
                Some(Colour::White) => white |= bit,
                None if matches!(sign, '-' | '.') => {}
                None => {
                    return Err(BoardError::Sign {
                        sign,
                        at: count as usize + 1,
                    });
                }
            }
            count += 1;
        }
        if count != 64 {
            return Err(BoardError::Length(count as usize));
        }
        let side = side.trim();
        let mut signs = side.chars();
        match (signs.next().and_then(disc), signs.next()) {
            (Some(colour), None) => Ok((Self::of(black, white, colour), colour)),
            _ => Err(BoardError::Side(side.to_owned())),
        }
    }

    /// The board of `black` and `white` discs, `colour` to move.
    #[must_use]
    pub const fn of(black: u64, white: u64, colour: Colour) -> Self {
        match colour {
            Colour::Black => Self {
                own: black,
                other: white,
            },
            Colour::White => Self {
                own: white,
                other: black,
            },
        }
    }

    /// The text form, `colour` being the side to move.
    #[must_use]
    pub fn text(self, colour: Colour) -> String {
        let sign = |square: Square| match square.bit() {
            bit if self.own & bit != 0 => colour.sign(),
            bit if self.other & bit != 0 => colour.opponent().sign(),
            _ => '-',
        };
        let squares = Squares(u64::MAX).map(sign);
        squares.chain([' ', colour.sign()]).collect()
    }

    /// The empty squares.
    #[inline]
    #[must_use]
    pub const fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    /// How many squares are empty.
    #[inline]
    #[must_use]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The same discs with the other side to move.
    #[inline]
    #[must_use]
    pub const fn passed(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// The squares the side to move may play on.
    #[inline]
    #[must_use]
    pub fn legal(self) -> u64 {
        moves::legal(self.own, self.other)
    }

    /// The discs a move to an empty `square` turns over; none if it is illegal.
    #[inline]
    #[must_use]
    pub fn flips(self, square: Square) -> u64 {
        flip::flip(self.own, self.other, square)
    }

    /// The board after a move to `square` that turns `flips` over, seen by the other side.
    #[inline]
    #[must_use]
    pub const fn after(self, square: Square, flips: u64) -> Self {
        Self {
            own: self.other ^ flips,
            other: self.own ^ (flips | square.bit()),
        }
    }

    /// Whether neither side has a move.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.legal() == 0 && self.passed().legal() == 0
    }

    /// The disc difference for the side to move if the game ended here; empty squares go to the winner.
    #[inline]
    #[must_use]
    #[allow(clippy::cast_possible_wrap, reason = "at most 64")]
    pub const fn disc_diff(self) -> DiscDiff {
        let (own, other) = (self.own.count_ones() as i32, self.other.count_ones() as i32);
        let empties = 64 - own - other;
        DiscDiff(match own - other {
            0 => 0,
            lead if lead > 0 => lead + empties,
            lead => lead - empties,
        })
    }
}

/// The text form with the side to move as `X`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Colour::Black))
    }
}

const fn disc(sign: char) -> Option<Colour> {
    match sign {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Colour::Black),
        'O' | 'o' | 'W' | 'w' => Some(Colour::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn boards_are_read_and_written() {
        let text = "---------------------------OX------XO--------------------------- X";
        assert_eq!(Board::parse(text), Ok((Board::START, Colour::Black)));
        assert_eq!(Board::START.to_string(), text);
        let dotted = text.replace('-', ".").replace('X', "*").replace("* ", "X ");
        assert_eq!(Board::parse(&dotted), Ok((Board::START, Colour::Black)));
        let white = text.replace(" X", " o");
        assert_eq!(
            Board::parse(&white),
            Ok((Board::START.passed(), Colour::White))
        );
        assert_eq!(
            Board::START.passed().text(Colour::White),
            text.replace(" X", " O")
        );
    }

    #[test]
    fn wrong_boards_are_refused() {
        let empty = "-".repeat(64);
        assert_eq!(Board::parse(""), Err(BoardError::Length(0)));
        assert_eq!(
            Board::parse(&format!("{empty}- X")),
            Err(BoardError::Length(65))
        );
        assert_eq!(Board::parse(&empty), Err(BoardError::Side(String::new())));
        assert_eq!(
            Board::parse(&format!("{empty} XO")),
            Err(BoardError::Side("XO".into()))
        );
        let odd = empty.replacen('-', "ß", 1);
        assert_eq!(
            Board::parse(&odd),
            Err(BoardError::Sign { sign: 'ß', at: 1 })
        );
    }

    #[test]
    fn empty_squares_go_to_the_winner() {
        assert_eq!(Board { own: 1, other: 0 }.disc_diff(), DiscDiff(64));
        assert_eq!(Board { own: 1, other: 6 }.disc_diff(), DiscDiff(-62));
        assert_eq!(Board { own: 1, other: 2 }.disc_diff(), DiscDiff(0));
        assert_eq!(Board { own: !0, other: 0 }.disc_diff(), DiscDiff(64));
    }
}
