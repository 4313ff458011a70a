//! Text of any origin on one printable line.

/// `text` on one line: control characters and the separators of lines and paragraphs are escaped.
///
/// Text from elsewhere, such as the name of a file, could otherwise move the cursor or end the line.
///
/// # Examples
/// ```
/// use kaeshi::core::printable;
///
/// assert_eq!(printable("a\nb\u{2028}c é"), r"a\nb\u{2028}c é");
/// ```
#[must_use]
pub fn printable(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        push_printable(&mut line, character);
    }
    line
}

/// Appends `character` to `line` as [`printable`] does.
pub(super) fn push_printable(line: &mut String, character: char) {
    // Some readers take the separators of lines and paragraphs for the end of a line, too.
    if character.is_control() || matches!(character, '\u{2028}' | '\u{2029}') {
        line.extend(character.escape_default());
    } else {
        line.push(character);
    }
}
