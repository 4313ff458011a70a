//! Counting the leaves of the game tree.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::state::MultiGame;

impl MultiGame {
    /// The number of positions after `depth` more moves; a game that ends earlier counts none.
    pub(in super::super) fn leaves(&self, depth: u8, stop: &AtomicBool) -> u64 {
        if depth == 0 {
            return 1;
        }
        if stop.load(Relaxed) {
            return 0;
        }
        let actions = self.actions();
        if depth == 1 {
            return actions.len() as u64;
        }
        let below = actions.into_iter().map(|action| {
            let mut after = *self;
            after.apply(action);
            after.leaves(depth - 1, stop)
        });
        below.sum()
    }
}
