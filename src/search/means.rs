//! The time budget of a search.

use std::time::Duration;

/// The elapsed and the remaining time of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Means {
    /// Time since the search began.
    pub spent: Duration,
    /// Time until the deadline; `None` without a deadline.
    pub left: Option<Duration>,
}

impl Means {
    /// The budget of a search without a deadline.
    pub const UNLIMITED: Self = Self {
        spent: Duration::ZERO,
        left: None,
    };

    /// Whether the remaining time is at least `times` times the elapsed time.
    #[must_use]
    pub fn affords(&self, times: f64) -> bool {
        self.left
            .is_none_or(|left| left.as_secs_f64() >= times * self.spent.as_secs_f64())
    }
}
