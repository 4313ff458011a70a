//! What a search has spent, and what it may still spend.

use std::time::Duration;

/// How much of a search's time is gone, and how much is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Means {
    /// Since the search began.
    pub spent: Duration,
    /// Until it has to be over; `None` if no time was set.
    pub left: Option<Duration>,
}

impl Means {
    /// Those of a search that may take as long as it likes.
    pub const UNLIMITED: Self = Self {
        spent: Duration::ZERO,
        left: None,
    };

    /// Whether what is left is at least `times` as much as what was spent.
    #[must_use]
    pub fn affords(&self, times: f64) -> bool {
        self.left
            .is_none_or(|left| left.as_secs_f64() >= times * self.spent.as_secs_f64())
    }
}
