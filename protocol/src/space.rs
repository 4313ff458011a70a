//! The space between words.

/// Whether `character` separates words.
pub(crate) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r')
}

/// Everything before the first space.
pub(crate) fn first_word(text: &str) -> &str {
    text.split(is_space).next().unwrap_or_default()
}
