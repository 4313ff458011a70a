//! Positions of USI-X.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{opt, value};
use nom::sequence::terminated;

use crate::board::{Board, Disc, board};
use crate::lexer::{digits, gap_or_end};
use crate::line::{Parsed, expecting};

/// `<64 squares><B or W><move number>`, all in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sfen {
    /// The discs.
    pub board: Board,
    /// The side to move.
    pub side: Disc,
    /// The number of the next move, from 1; 1 if the text has none.
    pub number: u32,
}

pub(super) fn sfen(input: &str) -> Parsed<'_, Sfen> {
    let side = alt((value(Disc::Black, char('B')), value(Disc::White, char('W'))));
    let side = expecting("the side to move (B or W) after 64 squares", side);
    let number = opt(digits).map(|number| number.unwrap_or(1));
    let word = (board, side, number).map(|(board, side, number)| Sfen {
        board,
        side,
        number,
    });
    let end = expecting("the number of the next move, then a blank", gap_or_end);
    terminated(word, end).parse(input)
}

impl fmt::Display for Sfen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Disc::Black => 'B',
            Disc::White => 'W',
        };
        write!(f, "{}{side}{}", self.board, self.number)
    }
}
