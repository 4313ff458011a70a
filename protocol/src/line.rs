//! The parser of a line and its errors.

use nom::combinator::{cut, eof};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::terminated;
use nom::{Err, IResult, Parser};

use crate::malformed::{Excerpt, Malformed};
use crate::space::is_space;

/// The result of a parser: the rest of the line and a value, or an error.
pub(crate) type Parsed<'a, T> = IResult<&'a str, T, LineError<'a>>;

/// A parser of a part of a line. An error means that another parser may be tried; a failure (nom's `cut`) is final.
pub(crate) trait LineParser<'a, T>:
    Parser<&'a str, Output = T, Error = LineError<'a>>
{
}

impl<'a, T, P: Parser<&'a str, Output = T, Error = LineError<'a>>> LineParser<'a, T> for P {}

/// The error of a parser: where it stopped, and why.
#[derive(Debug)]
pub(crate) struct LineError<'a> {
    /// The unread rest of the line.
    rest: &'a str,
    problem: Problem,
}

#[derive(Debug)]
enum Problem {
    Expected(&'static str),
    Repeated,
    Unsupported,
    /// The board ends after this number of squares.
    Short(u8),
}

impl<'a> LineError<'a> {
    /// `what` was expected where `rest` starts.
    pub(crate) fn expected(what: &'static str, rest: &'a str) -> Err<Self> {
        let problem = Problem::Expected(what);
        Err::Failure(Self { rest, problem })
    }

    /// The term at the start of `rest` is repeated.
    pub(crate) fn repeated(rest: &'a str) -> Err<Self> {
        Err::Failure(Self {
            rest,
            problem: Problem::Repeated,
        })
    }

    /// The limit at the start of `rest` is not supported.
    pub(crate) fn unsupported(rest: &'a str) -> Err<Self> {
        let problem = Problem::Unsupported;
        Err::Failure(Self { rest, problem })
    }

    /// The board of 64 squares ends where `rest` starts, after `found` squares.
    pub(crate) fn short(found: u8, rest: &'a str) -> Err<Self> {
        Err::Failure(Self {
            rest,
            problem: Problem::Short(found),
        })
    }

    fn into_malformed(self, line: &str) -> Malformed {
        let found = Excerpt::word(line, self.rest);
        match self.problem {
            Problem::Expected(expected) => Malformed::Expected { expected, found },
            Problem::Repeated => Malformed::Repeated(found),
            Problem::Unsupported => Malformed::Unsupported(found),
            Problem::Short(squares) => Malformed::ShortBoard { squares, found },
        }
    }
}

impl<'a> ParseError<&'a str> for LineError<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Self {
            rest,
            problem: Problem::Expected("something else"),
        }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// Runs `parser`, which reads a `kind` of thing, over a whole line; `None` if the line is blank.
///
/// The line may end with LF or CRLF.
pub(crate) fn parse_line<'a, T>(
    kind: &'static str,
    line: &'a str,
    parser: impl LineParser<'a, T>,
) -> Result<Option<T>, Malformed> {
    let line = line
        .strip_suffix('\n')
        .unwrap_or(line)
        .trim_end_matches(is_space);
    let is_stray = |character: char| character.is_control() && !is_space(character);
    if let Some((_, stray)) = line.find(is_stray).and_then(|at| line.split_at_checked(at)) {
        return Err(Malformed::Control(Excerpt::character(line, stray)));
    }
    let start = line.trim_start_matches(is_space);
    if start.is_empty() {
        return Ok(None);
    }
    let end = cut(expecting("the end of the line", eof));
    match terminated(parser, end).parse(start) {
        Ok((_, value)) => Ok(Some(value)),
        Err(Err::Failure(error)) => Err(error.into_malformed(line)),
        Err(_) => Err(Malformed::Unknown {
            kind,
            word: Excerpt::word(line, start),
        }),
    }
}

/// Runs `parser`; if it does not match, the error says that `what` was expected.
pub(crate) fn expecting<'a, T>(
    what: &'static str,
    mut parser: impl LineParser<'a, T>,
) -> impl LineParser<'a, T> {
    move |rest: &'a str| match parser.parse(rest) {
        Err(Err::Error(_)) => Err(Err::Error(LineError {
            rest,
            problem: Problem::Expected(what),
        })),
        result => result,
    }
}

/// Terms up to the end of the line, in any order. `accept` stores a term, or returns false if it is repeated.
pub(crate) fn each_once<'a, Term, Whole: Default>(
    input: &'a str,
    read: impl Fn(&'a str) -> Parsed<'a, Term>,
    accept: impl Fn(&mut Whole, Term) -> bool,
) -> Parsed<'a, Whole> {
    let mut whole = Whole::default();
    let mut rest = input;
    while !rest.is_empty() {
        let (after, term) = read(rest)?;
        if !accept(&mut whole, term) {
            return Err(LineError::repeated(rest));
        }
        rest = after;
    }
    Ok((rest, whole))
}
