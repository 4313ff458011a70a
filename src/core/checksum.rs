//! A checksum that finds damaged files.

use super::splitmix64;

/// A 64-bit checksum over parts, each padded with zeros to whole words of eight bytes.
///
/// It finds accidents, not forgeries.
///
/// # Examples
/// ```
/// use kaeshi::core::Checksum;
///
/// let mut sum = Checksum::new(9);
/// sum.add(b"nine byte");
/// let mut other = Checksum::new(9);
/// other.add(b"nine bits");
/// assert_ne!(sum.value(), other.value());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checksum(u64);

impl Checksum {
    /// Starts with `seed`, usually the length of the data, so that trailing zeros count.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Adds another part.
    pub fn add(&mut self, part: &[u8]) {
        for chunk in part.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = splitmix64(self.0 ^ u64::from_le_bytes(word));
        }
    }

    /// The checksum of the parts so far.
    #[must_use]
    pub const fn value(self) -> u64 {
        self.0
    }
}
