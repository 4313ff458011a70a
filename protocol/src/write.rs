//! Shared functions to write commands and replies.

use std::fmt;

use crate::text::SingleLine;

/// UCI's notation for the empty text.
pub(crate) const EMPTY: &str = "<empty>";

/// Writes `name` and `words`; nothing if there are none.
pub(crate) fn write_words(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    words: &[impl AsRef<str>],
) -> fmt::Result {
    if words.is_empty() {
        return Ok(());
    }
    write!(f, "{name}")?;
    words
        .iter()
        .try_for_each(|word| write!(f, " {}", SingleLine(word.as_ref())))
}

/// Writes a space, `name` and the value; nothing if there is no value.
pub(crate) fn write_term(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<impl fmt::Display>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}
