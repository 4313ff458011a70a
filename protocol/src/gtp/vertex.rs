//! Players and vertices of GTP.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::combinator::{map_opt, value, verify};

use crate::lexer::any_word;
use crate::line::Parsed;

/// Maximum number of files: letters without `I`.
pub const MAX_FILES: u8 = 25;

/// A player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Color {
    /// `b` or `black`, in any case; moves first.
    Black,
    /// `w` or `white`, in any case.
    White,
}

/// The place of a stone, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Vertex {
    /// A letter and a number, here both counted from 0: `D3` is file 3, rank 2. The letter `I` is left out, so `J` is
    /// file 8.
    Point {
        /// 0 to 24.
        file: u8,
        /// 0 to 254.
        rank: u8,
    },
    /// `pass`, in any case.
    Pass,
}

/// A colour.
pub(super) fn color(input: &str) -> Parsed<'_, Color> {
    let is = |name: &'static str| verify(any_word, |word: &str| word.eq_ignore_ascii_case(name));
    alt((
        value(Color::Black, alt((is("b"), is("black")))),
        value(Color::White, alt((is("w"), is("white")))),
    ))
    .parse(input)
}

/// A point or a pass.
pub(super) fn vertex(input: &str) -> Parsed<'_, Vertex> {
    let pass = value(Vertex::Pass, verify(any_word, is_pass));
    alt((pass, map_opt(any_word, point))).parse(input)
}

fn is_pass(word: &str) -> bool {
    tag_no_case::<_, _, ()>("pass").parse(word) == Ok(("", word))
}

fn point(word: &str) -> Option<Vertex> {
    let mut characters = word.chars();
    let letter = characters.next()?.to_ascii_uppercase();
    let file = match letter {
        'A'..='H' => u32::from(letter) - u32::from('A'),
        'J'..='Z' => u32::from(letter) - u32::from('B'),
        _ => return None,
    };
    let number = characters.as_str();
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(Vertex::Point {
        file: u8::try_from(file).ok()?,
        rank: number.parse::<u8>().ok()?.checked_sub(1)?,
    })
}

/// `black` or `white`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// `D3` or `pass`.
impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Point { file, rank } => {
                let skipped = u8::from(file >= 8);
                let letter = char::from(b'A'.saturating_add(file).saturating_add(skipped));
                write!(f, "{letter}{}", u16::from(rank) + 1)
            }
            Self::Pass => f.write_str("pass"),
        }
    }
}
