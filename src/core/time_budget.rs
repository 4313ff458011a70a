//! The time budget of a search.

use std::time::Duration;

/// The elapsed and the remaining time of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeBudget {
    /// Time since the search began.
    pub elapsed: Duration,
    /// Time until the deadline; `None` without a deadline.
    pub remaining: Option<Duration>,
}

impl TimeBudget {
    /// The budget of a search without a deadline.
    pub const UNLIMITED: Self = Self {
        elapsed: Duration::ZERO,
        remaining: None,
    };

    /// Whether the remaining time is at least `times` times the elapsed time.
    #[must_use]
    pub fn allows(&self, times: f64) -> bool {
        self.remaining
            .is_none_or(|left| left.as_secs_f64() >= times * self.elapsed.as_secs_f64())
    }
}
