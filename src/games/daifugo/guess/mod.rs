//! Playing without seeing: worlds are dealt, games are played out in them, a bandit keeps the count.
//!
//! Determinised Monte-Carlo, after Ginsberg, "GIB", 2001; the bandit is UCB1 (Auer, Cesa-Bianchi,
//! Fischer, 2002). The points of a place are what `UECda` pays: one for the last, one more for each
//! player behind.

mod bandit;
mod habits;
mod memory;
mod playout;
mod worlds;

pub use bandit::{Bandit, Choice};
pub use memory::Memory;

use crate::game::mix;

/// Random numbers from a seed, the same on every machine.
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    /// A number below `limit`, which is not 0.
    fn below(&mut self, limit: u32) -> u32 {
        let product = u128::from(self.word()) * u128::from(limit);
        u32::try_from(product >> 64).unwrap_or(0)
    }
}
