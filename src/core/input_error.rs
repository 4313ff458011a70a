//! Why a text was refused.

use std::fmt;

use thiserror::Error;

use super::printable::push_printable;

/// Why a text was refused, on one line: what is wrong, where, and what is expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct InputError(String);

impl InputError {
    /// Maximum length of the reason in characters. The refused text may have any length.
    const MAX_REASON: usize = 400;

    /// A reason on one printable line: cut after 400 characters, control characters and line separators escaped.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::core::InputError;
    ///
    /// let refused = InputError::new(format_args!("unknown game '{}'", "go\n"));
    /// assert_eq!(refused.to_string(), r"unknown game 'go\n'");
    /// ```
    #[must_use]
    pub fn new(why: impl fmt::Display) -> Self {
        let (mut line, mut length) = (String::new(), 0);
        for character in why.to_string().chars() {
            if length >= Self::MAX_REASON {
                line.push_str("...");
                break;
            }
            let end = line.len();
            push_printable(&mut line, character);
            length += line[end..].chars().count();
        }
        Self(line)
    }
}

/// Why a position text does not belong to a variant.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The text is no legal position.
    #[error(transparent)]
    Refused(#[from] InputError),
    /// The text is a position of another variant, named here as in the `Game` option.
    #[error("this is a position of {0}")]
    Variant(String),
}
