//! The limits that end a search.

use std::time::Instant;

use super::{Selectivity, Window};

/// The limits that end a search.
#[derive(Debug, Clone, Copy)]
pub struct SearchLimits {
    /// Depth of the last iteration, in plies.
    pub depth: i8,
    /// Maximum number of nodes of all workers.
    pub nodes: u64,
    /// Time at which the search has to be over; `None` without a time limit.
    pub deadline: Option<Instant>,
    /// Maximum selectivity level.
    pub selectivity: Selectivity,
    /// The scores of interest: a score outside of this window need not be exact.
    pub window: Window,
}

impl SearchLimits {
    /// Whether nodes or time are limited.
    #[must_use]
    pub fn may_run_out(&self) -> bool {
        self.nodes < u64::MAX || self.deadline.is_some()
    }
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self {
            depth: i8::MAX,
            nodes: u64::MAX,
            deadline: None,
            selectivity: Selectivity::EXACT,
            window: Window::FULL,
        }
    }
}
