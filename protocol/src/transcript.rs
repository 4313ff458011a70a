//! Transcripts of Othello games: `f5d6c3d3c4` and its relatives.
//!
//! Squares in either case, Black's first, with optional blanks, commas, dots and move numbers between them. Passes are
//! omitted, or spelt `PA`, `PS`, `--` or `pass`. The side to move and missing passes follow only from the rules.
//!
//! ```
//! use kaeshi_protocol::transcript::Transcript;
//!
//! let game = Transcript::parse("1. F5 d6  2. c3,D3")?;
//! assert_eq!(game.to_string(), "f5d6c3d3");
//! # Ok::<_, kaeshi_protocol::Malformed>(())
//! ```

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{cut, opt, peek, value};
use nom::multi::many0_count;
use nom::sequence::terminated;

use crate::board::{Move, any_move};
use crate::line::{Parsed, expecting, parse_line};
use crate::malformed::Malformed;
use crate::space::is_space;

/// The moves of a game from its start; passes only where the text has them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Transcript(pub Vec<Move>);

impl Transcript {
    /// Reads one line, with or without its line end; no moves if it is blank.
    ///
    /// # Errors
    /// If the line has anything else than squares, passes and move numbers.
    ///
    /// # Examples
    /// ```
    /// use kaeshi_protocol::transcript::Transcript;
    ///
    /// let game = Transcript::parse("f5d6C3 4. d3")?;
    /// assert_eq!(game.0.len(), 4);
    /// assert_eq!(game.to_string(), "f5d6c3d3");
    /// # Ok::<(), kaeshi_protocol::Malformed>(())
    /// ```
    pub fn parse(line: &str) -> Result<Self, Malformed> {
        Ok(parse_line("transcript", line, moves)?.unwrap_or_default())
    }
}

fn moves(input: &str) -> Parsed<'_, Transcript> {
    let (mut rest, _) = (opt(number_alone), gap).parse(input)?;
    let mut moves = Vec::new();
    while !rest.is_empty() {
        let mv = expecting("a square from a1 to h8, or a pass (pa)", any_move);
        let (after, mv) = cut(mv).parse(rest)?;
        moves.push(mv);
        (rest, ()) = gap(after)?;
    }
    Ok((rest, Transcript(moves)))
}

/// Separators and move numbers, or nothing.
fn gap(input: &str) -> Parsed<'_, ()> {
    let separated = (take_while1(is_separator), opt(number_alone));
    let dotted = (digit1, char('.'));
    let part = alt((value((), separated), value((), dotted)));
    value((), many0_count(part)).parse(input)
}

/// A move number without a dot, between separators. `f55d6` is refused as a typing error.
fn number_alone(input: &str) -> Parsed<'_, &str> {
    terminated(digit1, peek(satisfy(is_separator))).parse(input)
}

fn is_separator(sign: char) -> bool {
    is_space(sign) || matches!(sign, ',' | '.' | ';')
}

/// Lower case without separators; a pass is `ps`.
impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mv| write!(f, "{mv:#}"))
    }
}
