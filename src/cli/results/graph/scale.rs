//! The scale of scores.

use crate::cli::results::table::Row;

/// Scores from `low` to `high`, in percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
    step: f64,
}

impl Scale {
    /// All scores from 0 to 100 %.
    pub(super) const FULL: Self = Self {
        low: 0.0,
        high: 100.0,
        step: 25.0,
    };

    /// A scale that shows the scores of `rows` with their intervals, and 50 %.
    pub(super) fn of<'a>(rows: impl Iterator<Item = &'a Row>) -> Self {
        let (mut low, mut high) = (50.0_f64, 50.0_f64);
        for row in rows {
            let [from, to] = row.score_interval().unwrap_or([row.score(); 2]);
            low = low.min(100.0 * from);
            high = high.max(100.0 * to);
        }
        let step = match high - low {
            range if range > 60.0 => return Self::FULL,
            range if range > 25.0 => 10.0,
            range if range > 10.0 => 5.0,
            _ => 2.0,
        };
        // At least one step on both sides of 50 %.
        let low = ((low / step).floor() * step).min(50.0 - step).max(0.0);
        let high = ((high / step).ceil() * step).max(50.0 + step).min(100.0);
        Self { low, high, step }
    }

    /// The place of a score of 0 to 1 between `low` (0) and `high` (1).
    pub(super) fn place(self, score: f64) -> f64 {
        (100.0 * score - self.low) / (self.high - self.low)
    }

    /// The scores with a label, in percent.
    pub(super) fn ticks(self) -> impl Iterator<Item = f64> {
        let ticks = (0..=50_u32).map(move |number| self.low + f64::from(number) * self.step);
        ticks.take_while(move |tick| *tick <= self.high + 0.01)
    }
}
