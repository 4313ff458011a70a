//! Drops and passes in Fairy-Stockfish's notation.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{one_of, satisfy};
use nom::combinator::{cut, map_opt, value, verify};
use nom::sequence::{preceded, terminated};

use super::fen::MAX_SIDE;
use crate::lexer::{digits, gap_or_end};
use crate::line::{Parsed, expecting, parse_line};
use crate::malformed::Malformed;

/// A square; `a1`, the first file of the lowest rank, is file 0, rank 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square {
    /// From the left, 0 to [`MAX_SIDE`] - 1.
    pub file: u8,
    /// From the lowest rank up, 0 to [`MAX_SIDE`] - 1.
    pub rank: u8,
}

/// A move of a game where pieces are dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// `P@e3`: a piece of the player is put on this square.
    Drop(Square),
    /// `a1a1`: a pass; the piece on this square stays there.
    Stay(Square),
    /// `@@@@` or `0000`: a pass.
    Pass,
}

impl Move {
    /// Reads a move that fills the whole text.
    ///
    /// # Errors
    /// If the text is no move.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        match parse_line("move", text, cut(lone_move))? {
            Some(mv) => Ok(mv),
            None => Err(Malformed::missing(EXPECTED, text)),
        }
    }
}

const EXPECTED: &str = "a move such as P@e3, or a pass such as a1a1, @@@@ or 0000";

/// A move that fills a word.
pub(crate) fn lone_move(input: &str) -> Parsed<'_, Move> {
    expecting(EXPECTED, terminated(any_move, gap_or_end)).parse(input)
}

fn any_move(input: &str) -> Parsed<'_, Move> {
    let drop = preceded((one_of("Pp"), tag("@")), square).map(Move::Drop);
    let stay = verify((square, square), |(from, to)| from == to).map(|(at, _)| Move::Stay(at));
    let pass = alt((
        value(Move::Pass, tag("@@@@")),
        value(Move::Pass, tag("0000")),
    ));
    alt((drop, stay, pass)).parse(input)
}

fn square(input: &str) -> Parsed<'_, Square> {
    let file = map_opt(satisfy(|sign| sign.is_ascii_lowercase()), |sign| {
        u8::try_from(u32::from(sign) - u32::from('a')).ok()
    });
    let rank = map_opt(digits, |rank: u8| rank.checked_sub(1));
    (file, verify(rank, |&rank| usize::from(rank) < MAX_SIDE))
        .map(|(file, rank)| Square { file, rank })
        .parse(input)
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a'.saturating_add(self.file));
        write!(f, "{file}{}", u16::from(self.rank) + 1)
    }
}

/// A drop as `P@e3`; a pass as `a1a1`, or as `@@@@` without a square.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drop(square) => write!(f, "P@{square}"),
            Self::Stay(square) => write!(f, "{square}{square}"),
            Self::Pass => f.write_str("@@@@"),
        }
    }
}
