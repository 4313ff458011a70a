//! Where the opinions of a book come from.

use std::fmt;

use thiserror::Error;

/// A program, or a person, whose values a book holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Source {
    /// The kind of program.
    pub kind: Kind,
    /// Numbers whose meaning depends on the kind; of Edax the level, the empty squares down to which its book goes, and
    /// the half-widths of its bounds in the midgame and in the endgame.
    pub settings: [u8; 4],
    /// Name, version and options, padded with zeros; UTF-8.
    name: [u8; MAX_NAME],
}

/// The kinds of sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// This program.
    Kaeshi,
    /// Edax.
    Edax,
    /// Egaroucid.
    Egaroucid,
}

/// Why bytes are no source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the table of sources is damaged")]
pub struct SourceError;

/// The size of a source in a file, in bytes.
pub(super) const SOURCE_SIZE: usize = 56;
/// Maximum number of sources of a book.
pub const MAX_SOURCES: usize = 64;
/// Maximum length of the name of a source, in bytes.
pub const MAX_NAME: usize = 48;

impl Kind {
    /// All kinds with their numbers in files and their names.
    const ALL: [(Self, u8, &'static str); 3] = [
        (Self::Kaeshi, 1, "Kaeshi"),
        (Self::Edax, 2, "Edax"),
        (Self::Egaroucid, 3, "Egaroucid"),
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = Self::ALL.iter().find(|(kind, ..)| kind == self);
        f.write_str(found.map_or("unknown", |(.., name)| name))
    }
}

impl Source {
    /// A source; of `name` at most [`MAX_NAME`] bytes are kept.
    #[must_use]
    pub fn new(kind: Kind, name: &str, settings: [u8; 4]) -> Self {
        let mut end = name.len().min(MAX_NAME);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        let mut bytes = [0; MAX_NAME];
        bytes[..end].copy_from_slice(&name.as_bytes()[..end]);
        Self {
            kind,
            settings,
            name: bytes,
        }
    }

    /// Name, version and options.
    #[must_use]
    pub fn name(&self) -> &str {
        let end = self.name.iter().position(|byte| *byte == 0);
        let name = &self.name[..end.unwrap_or(MAX_NAME)];
        std::str::from_utf8(name).unwrap_or_default()
    }

    pub(super) fn to_bytes(self) -> [u8; SOURCE_SIZE] {
        let mut bytes = [0; SOURCE_SIZE];
        let found = Kind::ALL.iter().find(|(kind, ..)| *kind == self.kind);
        bytes[0] = found.map_or(0, |(_, number, _)| *number);
        bytes[1..5].copy_from_slice(&self.settings);
        bytes[8..].copy_from_slice(&self.name);
        bytes
    }

    /// Reads what [`Self::to_bytes`] writes.
    ///
    /// # Errors
    /// If the kind is unknown or the name is not text on one line.
    pub(super) fn from_bytes(bytes: &[u8; SOURCE_SIZE]) -> Result<Self, SourceError> {
        let kind = Kind::ALL.iter().find(|(_, number, _)| *number == bytes[0]);
        let mut name = [0; MAX_NAME];
        name.copy_from_slice(&bytes[8..]);
        let length = name.iter().position(|byte| *byte == 0).unwrap_or(MAX_NAME);
        let text = std::str::from_utf8(&name[..length]).map_err(|_| SourceError)?;
        let is_clean = !text.chars().any(char::is_control);
        let is_padded = name[length..].iter().all(|byte| *byte == 0);
        let mut settings = [0; 4];
        settings.copy_from_slice(&bytes[1..5]);
        match kind {
            Some((kind, ..)) if is_clean && is_padded && bytes[5..8] == [0; 3] => Ok(Self {
                kind: *kind,
                settings,
                name,
            }),
            _ => Err(SourceError),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_written_and_read() {
        for (kind, _, name) in Kind::ALL {
            let source = Source::new(kind, name, [21, 36, 2, 1]);
            assert_eq!(Source::from_bytes(&source.to_bytes()), Ok(source));
            assert_eq!(source.name(), kind.to_string());
        }
        let long = Source::new(Kind::Edax, &"é".repeat(40), [0; 4]);
        assert_eq!(long.name(), "é".repeat(24));
        let mut bytes = long.to_bytes();
        bytes[8] = b'\n';
        assert!(Source::from_bytes(&bytes).is_err());
        bytes = long.to_bytes();
        bytes[0] = 9;
        assert!(Source::from_bytes(&bytes).is_err());
    }
}
