//! The budget of a search.

use std::time::Duration;

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
}

/// The cost of a step, as multiples of what the search has used before it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepCost {
    /// Its seconds for each second so far, 0 or more.
    pub time: f64,
    /// Its nodes for each node so far, 0 or more.
    pub nodes: f64,
}

impl SearchBudget {
    /// The budget of a search without a limit.
    pub const UNLIMITED: Self = Self {
        elapsed: Duration::ZERO,
        remaining: None,
        nodes: 0,
        remaining_nodes: None,
    };

    /// Whether time and nodes suffice for a step.
    #[must_use]
    pub fn allows(&self, cost: StepCost) -> bool {
        self.allows_time(cost.time) && self.allows_nodes(cost.nodes)
    }

    /// Whether the remaining time is at least `times` times the elapsed time.
    fn allows_time(&self, times: f64) -> bool {
        self.remaining
            .is_none_or(|left| left.as_secs_f64() >= times * self.elapsed.as_secs_f64())
    }

    /// Whether the remaining nodes are at least `times` times those visited.
    #[expect(
        clippy::cast_precision_loss,
        reason = "`times` is an estimate, a rounded count does not matter"
    )]
    fn allows_nodes(&self, times: f64) -> bool {
        self.remaining_nodes
            .is_none_or(|left| left as f64 >= times * self.nodes as f64)
    }
}
