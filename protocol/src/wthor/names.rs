//! Names of players and tournaments, each with its number.

use super::{Broken, HEADER, Header, Start, records, start};

/// The kind of names in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `.jou`: 20 bytes a name.
    Players,
    /// `.trn`: 26 bytes a name.
    Tournaments,
}

impl Kind {
    /// Size of a name in bytes, of which the last is always 0.
    const fn size(self) -> usize {
        match self {
            Self::Players => 20,
            Self::Tournaments => 26,
        }
    }

    /// The bytes of the largest file.
    #[must_use]
    pub const fn max_bytes(self) -> u64 {
        (HEADER + u16::MAX as usize * self.size()) as u64
    }
}

/// A file of names; the first has number 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// The header of the file; only its date has a meaning.
    pub header: Header,
    /// The names, without the space around them.
    pub names: Vec<String>,
}

impl Names {
    /// Reads a file. Its letters are those of ISO 8859-1.
    ///
    /// # Errors
    /// If the file holds no such names, or is cut off.
    pub fn read(bytes: &[u8], kind: Kind) -> Result<Self, Broken> {
        let (start, rest) = start(bytes)?;
        let records = records(rest, start.second.into(), kind.size())?;
        let name = |record: &[u8]| {
            let letters = record.iter().take_while(|byte| **byte != 0);
            let name: String = letters.map(|byte| char::from(*byte)).collect();
            name.trim().to_owned()
        };
        Ok(Self {
            header: start.header,
            names: records.map(name).collect(),
        })
    }

    /// The bytes of a file. Letters outside of ISO 8859-1 become `?`. Names that are too long are cut off, and so is
    /// the list after 65535 names.
    #[must_use]
    pub fn to_bytes(&self, kind: Kind) -> Vec<u8> {
        let count = u16::try_from(self.names.len()).unwrap_or(u16::MAX);
        let mut bytes = Start::new(self.header, 0, count).to_bytes();
        for name in self.names.iter().take(count.into()) {
            let letters = name.trim().chars().filter(|letter| *letter != '\0');
            let letters = letters.map(|letter| u8::try_from(letter).unwrap_or(b'?'));
            let letters = letters.take(kind.size() - 1);
            bytes.extend(letters.chain(std::iter::repeat(0)).take(kind.size()));
        }
        bytes
    }

    /// The name with that number, from 0.
    #[must_use]
    pub fn get(&self, number: u16) -> Option<&str> {
        self.names.get(usize::from(number)).map(String::as_str)
    }

    /// The number of a name, in any case.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u16> {
        let wanted = name.trim().to_lowercase();
        let found = |known: &String| known.to_lowercase() == wanted;
        let at = self.names.iter().position(found)?;
        u16::try_from(at).ok()
    }
}
