//! Errors in a line of text, with their place.

use std::fmt;

use crate::space::first_word;

/// Maximum length of the text shown in an error, in characters.
const SHOWN: usize = 40;

/// Why a line was refused. The message is always one printable line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Malformed {
    /// The first word is no known command or reply. Many protocols require that such a line is ignored.
    Unknown {
        /// The kind of line: `command` or `reply`.
        kind: &'static str,
        /// The first word of the line.
        word: Excerpt,
    },
    /// Another text was expected.
    Expected {
        /// The expected text, described in plain English.
        expected: &'static str,
        /// The actual text; empty if the line ends too early.
        found: Excerpt,
    },
    /// A term that may appear only once is repeated.
    Repeated(Excerpt),
    /// A limit of the protocol that the engine does not support; it is refused, not ignored.
    Unsupported(Excerpt),
    /// A board of 8 by 8 squares ends too early.
    ShortBoard {
        /// The number of squares, 0 to 63.
        squares: u8,
        /// The text after them.
        found: Excerpt,
    },
    /// A control character that is neither a tab nor a carriage return.
    Control(Excerpt),
}

impl Malformed {
    /// The line ends where `expected` is required.
    pub(crate) fn missing(expected: &'static str, line: &str) -> Self {
        let found = Excerpt::word(line, "");
        Self::Expected { expected, found }
    }

    /// The place of the error.
    #[must_use]
    pub fn excerpt(&self) -> &Excerpt {
        match self {
            Self::Unknown { word: excerpt, .. }
            | Self::Expected { found: excerpt, .. }
            | Self::Repeated(excerpt)
            | Self::Unsupported(excerpt)
            | Self::ShortBoard { found: excerpt, .. }
            | Self::Control(excerpt) => excerpt,
        }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = self.excerpt().column;
        match self {
            Self::Unknown { kind, word } => write!(f, "unknown {kind} {word} at column {column}"),
            Self::Expected { expected, found } => {
                write!(f, "expected {expected} at column {column}, found {found}")
            }
            Self::Repeated(term) => write!(f, "{term} is given twice, again at column {column}"),
            Self::Unsupported(limit) => {
                write!(f, "the limit {limit} is not supported (column {column})")
            }
            Self::ShortBoard { squares, .. } => {
                write!(
                    f,
                    "the board has only {squares} of 64 squares (it ends at column {column})"
                )
            }
            Self::Control(character) => {
                write!(f, "control character {character} at column {column}")
            }
        }
    }
}

impl std::error::Error for Malformed {}

/// The wrong word of a refused line, made printable and short, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    text: String,
    column: usize,
}

impl Excerpt {
    /// The first word of `rest`, which is a suffix of `line`.
    pub(crate) fn word(line: &str, rest: &str) -> Self {
        Self::new(line, rest, first_word(rest))
    }

    /// The first character of `rest`, which is a suffix of `line`.
    pub(crate) fn character(line: &str, rest: &str) -> Self {
        let end = rest.chars().next().map_or(0, char::len_utf8);
        Self::new(line, rest, rest.get(..end).unwrap_or_default())
    }

    fn new(line: &str, rest: &str, text: &str) -> Self {
        let mut characters = text.chars();
        let mut text: String = characters
            .by_ref()
            .take(SHOWN)
            .flat_map(printable)
            .collect();
        if characters.next().is_some() {
            text.push_str("...");
        }
        Self {
            text,
            column: line.len().saturating_sub(rest.len()) + 1,
        }
    }

    /// The wrong word, control characters escaped, at most 40 characters. Empty if the line ended too early.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The column of the word in bytes, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text() {
            "" => write!(f, "the end of the line"),
            text => write!(f, "'{text}'"),
        }
    }
}

/// The character itself, or its escape if a terminal would not show it.
fn printable(character: char) -> impl Iterator<Item = char> {
    let quote = matches!(character, '\'' | '"').then_some(character);
    let escaped = quote.is_none().then(|| character.escape_debug());
    quote.into_iter().chain(escaped.into_iter().flatten())
}
