//! Monte Carlo for hidden hands: worlds are dealt, games are played out in them, and a bandit chooses the moves.
//!
//! Determinised Monte-Carlo, after Ginsberg, "GIB", 2001; the bandit is UCB1 (Auer, Cesa-Bianchi, Fischer, 2002). The
//! points of a place are those of `UECda`: one for the last player, one more for each player behind.

mod bandit;
mod determinize;
mod pass_history;
mod rollout;
mod rollout_policy;

pub use bandit::{Arm, Bandit};
pub use pass_history::PassHistory;

use crate::game::splitmix64;

/// A random number generator with a seed, the same on every machine.
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
    fn below(&mut self, limit: u32) -> u32 {
        let product = u128::from(self.word()) * u128::from(limit);
        u32::try_from(product >> 64).unwrap_or(0)
    }
}
