//! Text that is always written on one line.

use std::fmt::{self, Write};

use crate::space::is_space;

/// Whether a reader may take this character for a line end, or a terminal for a control sequence.
pub(crate) fn breaks_line(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

/// Displays text with a space for every character that could break the line.
pub(crate) struct SpacedLine<'a>(pub(crate) &'a str);

impl fmt::Display for SpacedLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = self.0.split(breaks_line);
        pieces.next().map_or(Ok(()), |piece| f.write_str(piece))?;
        pieces.try_for_each(|piece| write!(f, " {piece}"))
    }
}

/// Displays text on one line without changing the number of words: other characters that could break it become `_`.
pub(crate) struct SingleLine<'a>(pub(crate) &'a str);

impl fmt::Display for SingleLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            space if is_space(space) => f.write_char(' '),
            other if breaks_line(other) => f.write_char('_'),
            other => f.write_char(other),
        })
    }
}

/// Text that fits on one line, possibly empty, without space at either end.
///
/// Line ends and other control characters become spaces when it is made:
///
/// ```
/// # use kaeshi_protocol::Text;
/// assert_eq!(Text::new(" Kaeshi\r\n1.0 ").as_str(), "Kaeshi  1.0");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Text(String);

impl Text {
    /// A text made from `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(SpacedLine(text).to_string().trim_matches(' ').to_owned())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One word, such as a move: at least one character, and none that separates words.
///
/// Spaces and control characters become `_` when it is made, and no text at all becomes `-`:
///
/// ```
/// # use kaeshi_protocol::Word;
/// assert_eq!(Word::new("d3").as_str(), "d3");
/// assert_eq!(Word::new("d 3").as_str(), "d_3");
/// assert_eq!(Word::new("").as_str(), "-");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Word(String);

impl Word {
    /// A word made from `word`.
    #[must_use]
    pub fn new(word: &str) -> Self {
        if word.is_empty() {
            return Self("-".to_owned());
        }
        Self(SpacedLine(word).to_string().replace(' ', "_"))
    }

    /// The word.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

macro_rules! like_text {
    ($name:ident) => {
        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self::new(text)
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::new(&text)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

like_text!(Text);
like_text!(Word);
