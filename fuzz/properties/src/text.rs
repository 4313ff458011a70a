//! Properties of every message and every refusal.

use kaeshi_protocol::{Malformed, Text, Word};

/// Maximum length of the message of a refusal, in characters.
const MAX_MESSAGE: usize = 700;

/// Whether `text` stays on one line and has no control characters for a terminal.
#[must_use]
pub fn is_one_line(text: &str) -> bool {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    !text.contains(breaks)
}

/// Checks that `message` is one printable line of limited length.
///
/// # Panics
/// If it is not.
pub fn check_message(message: &str) {
    assert!(is_one_line(message), "{message:?} is not one line");
    assert!(!message.is_empty(), "the message is empty");
    let length = message.chars().count();
    assert!(length < MAX_MESSAGE, "{length} characters: {message}");
}

/// Checks the error for `line`: its message, and that its column lies inside the line.
///
/// # Panics
/// If one of them is wrong.
pub fn check_error(why: &Malformed, line: &str) {
    check_message(&why.to_string());
    if let Malformed::Expected { expected, .. } = why {
        assert_ne!(*expected, "something else", "nothing is said of {line:?}");
    }
    let column = why.excerpt().column();
    assert!(
        (1..=line.len() + 1).contains(&column) && line.is_char_boundary(column - 1),
        "column {column} of {line:?}"
    );
}

/// Checks that texts and words made of `text` do not change when they are made again.
///
/// # Panics
/// If they do.
pub fn check_text(text: &str) {
    let once = Text::new(text);
    assert!(is_one_line(once.as_str()), "{once:?}");
    assert_eq!(Text::new(once.as_str()), once);
    let word = Word::new(text);
    assert!(is_one_line(word.as_str()) && !word.as_str().is_empty());
    assert!(!word.as_str().contains(' '), "{word:?}");
    assert_eq!(Word::new(word.as_str()), word);
}

/// Whether `line` is written without changes: it has no white space except blanks, and no separators of lines or
/// paragraphs.
#[must_use]
pub fn is_plain(line: &str) -> bool {
    let line = line.trim_matches([' ', '\t', '\r', '\n']);
    !line.contains(['\t', '\r', '\u{2028}', '\u{2029}'])
}
