//! Scores in UGI.

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{success, value};

use crate::lexer::{command, number, word};
use crate::line::{Parsed, expecting};

/// The score of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score {
    /// The number and its unit.
    pub value: Value,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
}

/// A score's number and unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// `cp`: hundredths of the game's unit, for example of a disc.
    Cp(i32),
    /// `mate`: plies until the game is won, negative if it is lost.
    Mate(i32),
}

/// Whether a score is exact or a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Bound {
    /// The exact score.
    #[default]
    Exact,
    /// `lowerbound`: the score is this or higher.
    Lower,
    /// `upperbound`: the score is this or lower.
    Upper,
}

/// The arguments of `score`.
pub(super) fn score(input: &str) -> Parsed<'_, Score> {
    let number = || expecting("a number from -2147483648 to 2147483647", number);
    let value_of = alt((
        command("cp", number()).map(Value::Cp),
        command("mate", number()).map(Value::Mate),
    ));
    let bound = alt((
        value(Bound::Lower, word("lowerbound")),
        value(Bound::Upper, word("upperbound")),
        success(Bound::Exact),
    ));
    (expecting("'cp' or 'mate'", value_of), bound)
        .map(|(value, bound)| Score { value, bound })
        .parse(input)
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Cp(hundredths) => write!(f, "cp {hundredths}")?,
            Value::Mate(plies) => write!(f, "mate {plies}")?,
        }
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}
