//! The lexical layer that the protocols share: words, numbers, text, and commands.
//!
//! Every parser here starts at a word and skips the space after it, so that the next one starts at a word again. Only
//! space, tab and carriage return separate words.

use std::str::FromStr;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while, take_while1};
use nom::character::complete::digit1;
use nom::combinator::{cut, eof, map_opt, recognize, verify};
use nom::multi::{many0, many0_count, many1};
use nom::sequence::{preceded, terminated};

use crate::line::{LineError, LineParser, Parsed};
use crate::space::is_space;

/// The word `text`.
pub(crate) fn word<'a>(text: &'static str) -> impl LineParser<'a, &'a str> {
    terminated(tag(text), gap_or_end)
}

/// The end of a word.
pub(crate) fn gap_or_end(input: &str) -> Parsed<'_, &str> {
    alt((take_while1(is_space), eof)).parse(input)
}

/// The next word, whatever it is.
pub(crate) fn any_word(input: &str) -> Parsed<'_, &str> {
    terminated(take_till1(is_space), take_while(is_space)).parse(input)
}

/// All words before the first one for which `stops` holds; there may be none.
pub(crate) fn words_until<'a>(stops: impl Fn(&str) -> bool) -> impl LineParser<'a, Vec<&'a str>> {
    many0(verify(any_word, move |word: &str| !stops(word)))
}

/// All remaining words, at least one.
pub(crate) fn words(input: &str) -> Parsed<'_, Vec<&str>> {
    many1(any_word).parse(input)
}

/// The text before the first word for which `stops` holds, without the space at its end; it may be empty.
pub(crate) fn text_until<'a>(stops: impl Fn(&str) -> bool) -> impl LineParser<'a, &'a str> {
    recognize(many0_count(verify(any_word, move |word: &str| {
        !stops(word)
    })))
    .map(|text: &str| text.trim_end_matches(is_space))
}

/// As [`text_until`], but not empty.
pub(crate) fn some_text_until<'a>(stops: impl Fn(&str) -> bool) -> impl LineParser<'a, &'a str> {
    verify(text_until(stops), |text: &str| !text.is_empty())
}

/// The remaining text; it may be empty.
pub(crate) fn text(input: &str) -> Parsed<'_, &str> {
    text_until(|_| false).parse(input)
}

/// A number; its type sets the range.
pub(crate) fn number<'a, T: FromStr>(input: &'a str) -> Parsed<'a, T> {
    map_opt(any_word, |word: &'a str| word.parse().ok()).parse(input)
}

/// A number that any text may follow; its type sets the range.
pub(crate) fn digits<'a, T: FromStr>(input: &'a str) -> Parsed<'a, T> {
    map_opt(digit1, |digits: &'a str| digits.parse().ok()).parse(input)
}

/// A known command: after its name, an error is final.
pub(crate) fn command<'a, T>(
    name: &'static str,
    arguments: impl LineParser<'a, T>,
) -> impl LineParser<'a, T> {
    preceded(word(name), cut(arguments))
}

/// A limit of the protocol that the engine does not support.
pub(crate) fn unsupported<'a, T>(name: &'static str) -> impl LineParser<'a, T> {
    move |rest: &'a str| {
        word(name).parse(rest)?;
        Err(LineError::unsupported(rest))
    }
}
