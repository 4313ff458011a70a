//! Random numbers with a seed: the same on every machine.

use kaeshi::game::splitmix64;

/// A deterministic random number generator: the mixed numbers from the mixed seed on.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(splitmix64(seed))
    }

    /// 64 random bits.
    pub(crate) const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        splitmix64(self.0)
    }

    /// A number from 0 to `limit` - 1.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        u32::try_from(self.word() % u64::from(limit)).unwrap_or_default()
    }
}
