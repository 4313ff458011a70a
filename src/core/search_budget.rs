//! The budget of a search.

use std::time::Duration;

use super::draft::Selectivity;

/// What a search has used so far, and what it may still use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchBudget {
    /// Time since the search began.
    pub elapsed: Duration,
    /// Time until the deadline; `None` without a deadline.
    pub remaining: Option<Duration>,
    /// Nodes that all workers have visited.
    pub nodes: u64,
    /// Nodes that they may still visit; `None` without a limit.
    pub remaining_nodes: Option<u64>,
    /// The highest selectivity level that is wanted. A game may exceed it where an exact search takes less time.
    pub max_selectivity: Selectivity,
}

impl SearchBudget {
    /// The budget of a search without a limit.
    pub const UNLIMITED: Self = Self {
        elapsed: Duration::ZERO,
        remaining: None,
        nodes: 0,
        remaining_nodes: None,
        max_selectivity: Selectivity::EXACT,
    };

    /// Whether both the time and the nodes that remain are at least `times` those used so far, 0 or more.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "`times` is an estimate, a rounded count does not matter"
    )]
    pub fn allows(&self, times: f64) -> bool {
        let has_time = self
            .remaining
            .is_none_or(|left| left.as_secs_f64() >= times * self.elapsed.as_secs_f64());
        let has_nodes = self
            .remaining_nodes
            .is_none_or(|left| left as f64 >= times * self.nodes as f64);
        has_time && has_nodes
    }
}
