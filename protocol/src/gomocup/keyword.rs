//! Keywords, in any case.

use nom::bytes::complete::tag_no_case;
use nom::combinator::cut;
use nom::sequence::{preceded, terminated};

use crate::lexer::gap_or_end;
use crate::line::LineParser;

/// The word `text`, in any case.
pub(super) fn word<'a>(text: &'static str) -> impl LineParser<'a, &'a str> {
    terminated(tag_no_case(text), gap_or_end)
}

/// A known command: after its name, an error is final.
pub(super) fn command<'a, T>(
    name: &'static str,
    rest: impl LineParser<'a, T>,
) -> impl LineParser<'a, T> {
    preceded(word(name), cut(rest))
}
