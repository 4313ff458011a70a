//! What an engine says.

use std::fmt;

use super::Point;
use crate::text::Text;

/// A line from the engine; `Display` writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `OK`
    Ok,
    /// `<x>,<y>`: its move.
    Move(Point),
    /// `ERROR <text>`: the command was understood, and cannot be carried out.
    Error(Text),
    /// `UNKNOWN <text>`: there is no such command.
    Unknown(Text),
    /// `MESSAGE <text>`: for people; it may stand before any answer.
    Message(Text),
    /// `name="..", version="..", author=".."`: the answer to `ABOUT`; quotation marks inside become apostrophes.
    About {
        /// The engine's name.
        name: Text,
        /// Its version.
        version: Text,
        /// Who wrote it.
        author: Text,
    },
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(point) => write!(f, "{point}"),
            Self::Error(text) => write!(f, "ERROR {text}"),
            Self::Unknown(text) => write!(f, "UNKNOWN {text}"),
            Self::Message(text) => write!(f, "MESSAGE {text}"),
            Self::About {
                name,
                version,
                author,
            } => {
                let quoted = |text: &Text| text.as_str().replace('"', "'");
                let (name, version, author) = (quoted(name), quoted(version), quoted(author));
                write!(
                    f,
                    "name=\"{name}\", version=\"{version}\", author=\"{author}\""
                )
            }
        }
    }
}
