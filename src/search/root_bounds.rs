//! The proven bounds on the value of the root.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use crate::core::{Score, Window};

/// Bounds on the value of a position, which only get closer; shared between threads.
#[derive(Debug)]
pub struct RootBounds {
    lower: AtomicI16,
    upper: AtomicI16,
}

impl Default for RootBounds {
    fn default() -> Self {
        Self {
            lower: AtomicI16::new(Score::MIN.0),
            upper: AtomicI16::new(Score::MAX.0),
        }
    }
}

impl RootBounds {
    /// The value is at least `alpha` and at most `beta`; [`Window::FULL`] if nothing is known.
    #[must_use]
    pub fn bounds(&self) -> Window {
        Window {
            alpha: Score(self.lower.load(Relaxed)),
            beta: Score(self.upper.load(Relaxed)),
        }
    }

    /// Tightens the bounds by the result `score` of a search with `window`.
    pub(super) fn tighten(&self, window: Window, score: Score) {
        if !window.fails_low(score) {
            self.lower.fetch_max(score.0, Relaxed);
        }
        if !window.fails_high(score) {
            self.upper.fetch_min(score.0, Relaxed);
        }
    }

    /// Resets the bounds for another position.
    pub fn reset(&self) {
        self.lower.store(Score::MIN.0, Relaxed);
        self.upper.store(Score::MAX.0, Relaxed);
    }
}
