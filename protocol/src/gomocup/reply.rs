//! The replies of a Gomocup engine.

use std::fmt;

use super::Point;
use crate::text::Text;

/// A line from the engine; `Display` writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `OK`
    Ok,
    /// `<x>,<y>`: the engine's move.
    Move(Point),
    /// `ERROR <text>`: the command is known but cannot be carried out.
    Error(Text),
    /// `UNKNOWN <text>`: there is no such command.
    Unknown(Text),
    /// `MESSAGE <text>`: for people; may come before any answer.
    Message(Text),
    /// `name="..", version="..", author=".."`: the answer to `ABOUT`; quotation marks in the texts become apostrophes.
    About {
        /// The engine's name.
        name: Text,
        /// The engine's version.
        version: Text,
        /// The engine's author.
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
