//! Othello's discs, squares, moves and boards of 8 by 8, which several text formats share.
//!
//! Only their notation; whether a move is legal is not checked here.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{anychar, one_of};
use nom::combinator::{map_opt, value};

use crate::line::{LineError, Parsed, expecting};
use crate::space::is_space;

/// The colour of a disc, and the player who owns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Disc {
    /// `X`, `x`, `*`, `B` or `b`; moves first.
    Black,
    /// `O`, `o`, `0`, `W` or `w`.
    White,
}

/// A square, counted from 0 (a1), along the first (top) rank, to 63 (h8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with that number; `None` above 63.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 64 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number of the square, 0 to 63.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// A move: a disc on a square, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// `g8` or `G8`.
    Place(Square),
    /// `PS`, `PA`, `--` or `pass`, in either case.
    Pass,
}

/// The disc on each square, a1 first, then along the ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board(pub [Option<Disc>; 64]);

/// The colour of a disc.
pub(crate) fn disc(input: &str) -> Parsed<'_, Disc> {
    alt((
        value(Disc::Black, one_of("Xx*Bb")),
        value(Disc::White, one_of("Oo0Ww")),
    ))
    .parse(input)
}

/// 64 characters without separators.
pub(crate) fn board(input: &str) -> Parsed<'_, Board> {
    let mut cells = [None; 64];
    let mut rest = input;
    for (cell, found) in cells.iter_mut().zip(0..) {
        if found > 0 && (rest.is_empty() || rest.starts_with(is_space)) {
            return Err(LineError::short(found, rest));
        }
        let what = if found == 0 {
            "a board of 64 squares (X, O or -)"
        } else {
            "a square (X, O or -)"
        };
        let sign = alt((disc.map(Some), value(None, one_of("-."))));
        (rest, *cell) = expecting(what, sign).parse(rest)?;
    }
    Ok((rest, Board(cells)))
}

/// A square, in upper or lower case.
pub(crate) fn square(input: &str) -> Parsed<'_, Square> {
    let file = map_opt(anychar, |sign| below_eight(sign.to_ascii_lowercase(), 'a'));
    let rank = map_opt(anychar, |sign| below_eight(sign, '1'));
    (file, rank)
        .map(|(file, rank)| Square(8 * rank + file))
        .parse(input)
}

/// The distance of `sign` behind `first`, if less than eight.
fn below_eight(sign: char, first: char) -> Option<u8> {
    let distance = u32::from(sign).checked_sub(u32::from(first))?;
    u8::try_from(distance).ok().filter(|&distance| distance < 8)
}

/// A square or a pass.
pub(crate) fn any_move(input: &str) -> Parsed<'_, Move> {
    let pass = alt((
        tag_no_case("pass"),
        tag_no_case("pa"),
        tag_no_case("ps"),
        tag_no_case("--"),
    ));
    alt((square.map(Move::Place), value(Move::Pass, pass))).parse(input)
}

/// `X` or `O`.
impl fmt::Display for Disc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "X",
            Self::White => "O",
        })
    }
}

/// Upper case, as in `G8`; the alternate form `{:#}` is lower case.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if f.alternate() { b'a' } else { b'A' };
        let file = char::from(first + self.0 % 8);
        write!(f, "{file}{}", self.0 / 8 + 1)
    }
}

/// Upper case, as in `G8`, and `PS` for a pass; the alternate form `{:#}` is lower case.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => fmt::Display::fmt(square, f),
            Self::Pass if f.alternate() => f.write_str("ps"),
            Self::Pass => f.write_str("PS"),
        }
    }
}

/// 64 characters: `X`, `O` and `-`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|cell| match cell {
            Some(disc) => write!(f, "{disc}"),
            None => f.write_str("-"),
        })
    }
}
