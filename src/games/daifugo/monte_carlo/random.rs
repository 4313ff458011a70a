//! Random numbers, the same on every machine.

use crate::game::splitmix64;

/// A random number generator with a seed.
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(splitmix64(seed))
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        splitmix64(self.0)
    }

    /// A random number below `limit`, which is not 0.
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        let product = u128::from(self.word()) * u128::from(limit);
        u32::try_from(product >> 64).unwrap_or(0)
    }
}
