//! The board as two sets of squares, and its text form.

use std::fmt;

use thiserror::Error;

pub use super::disc_diff::DiscDiff;
pub use super::square::{Square, SquareError, Squares};
use super::{flip, moves};

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

/// The discs of the side to move, and those of the other side.
///
/// Bit 0 is a1, bit 7 is h1, bit 63 is h8. No square holds two discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// The discs of the side to move, one bit a square, `a1` lowest.
    pub own: u64,
    /// The discs of the other side, one bit a square.
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
    fn empty_squares_are_counted() {
        assert_eq!(Board::START.empties(), 60);
        assert_eq!(Board { own: 1, other: !1 }.empties(), 0);
    }

    #[test]
    fn a_game_is_over_when_neither_side_has_a_move() {
        assert!(!Board::START.is_over());
        assert!(Board { own: 1, other: 0 }.is_over());
        assert!(Board { own: !2, other: 2 }.is_over());
        // a1 and b1 taken: only the owner of a1 can play c1.
        let one_can_move = Board { own: 1, other: 2 };
        assert!(!one_can_move.is_over());
        assert!(!one_can_move.passed().is_over());
    }

    #[test]
    fn empty_squares_go_to_the_winner() {
        assert_eq!(Board { own: 1, other: 0 }.disc_diff(), DiscDiff(64));
        assert_eq!(Board { own: 1, other: 6 }.disc_diff(), DiscDiff(-62));
        assert_eq!(Board { own: 1, other: 2 }.disc_diff(), DiscDiff(0));
        assert_eq!(Board { own: !0, other: 0 }.disc_diff(), DiscDiff(64));
    }
}
