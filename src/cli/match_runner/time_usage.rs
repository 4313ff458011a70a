//! Time usage in a match: by phase of the game, and what was left.

use std::time::Duration;

use kaeshi_protocol::MAX_TIME;
use serde::{Deserialize, Serialize};

/// Phases of a game by plies, from 1. In Othello they end at 40 empty squares, at 20, and at the end.
pub(super) const PHASES: [&str; 3] = ["1-20", "21-40", "41-"];

/// The time usage of one player in one game, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct TimeUsage {
    /// Time in each of the [`PHASES`].
    phases: [f64; PHASES.len()],
    /// Time of the slowest move.
    slowest: f64,
    /// Minimum time left on the clock after a move, before the increment; negative if the move was late.
    least: Option<f64>,
}

impl TimeUsage {
    /// Adds a move made after `plies` other plies, which took `took` with `clock` on the clock.
    pub(super) fn add(&mut self, plies: usize, took: Duration, clock: Option<Duration>) {
        let took = took.as_secs_f64();
        let phase = (plies / 20).min(PHASES.len() - 1);
        self.phases[phase] = milliseconds(self.phases[phase] + took);
        self.slowest = milliseconds(self.slowest.max(took));
        let left = clock.map(|clock| milliseconds(clock.as_secs_f64() - took));
        self.least = least(self.least, left);
    }

    /// A time in seconds that no game can have: negative where it was used, or longer than [`MAX_TIME`].
    pub(super) fn impossible(&self) -> Option<f64> {
        let longest = MAX_TIME.as_secs_f64();
        let mut used = self.phases.into_iter().chain([self.slowest]);
        let used = used.find(|seconds| !(0.0..=longest).contains(seconds));
        used.or_else(|| self.least.filter(|left| left.abs() > longest))
    }
}

/// The time rounded to milliseconds.
pub(super) fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// The smaller value, if there are two.
fn least(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// The time usage of one program over all games of a match, in seconds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TimeTotals {
    games: u32,
    sum: [f64; PHASES.len()],
    slowest: f64,
    least: Option<f64>,
    left: Option<f64>,
}

/// The summary of a [`TimeTotals`], in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Summary {
    /// Time per game in each of the [`PHASES`].
    pub(super) used_by_phase: [f64; PHASES.len()],
    pub(super) slowest_move: f64,
    /// Minimum time left on the clock after a move.
    pub(super) least_left: Option<f64>,
    /// Mean time left on the clock after the last move of a game.
    pub(super) left_at_end: Option<f64>,
}

impl TimeTotals {
    /// Adds a game; `left` is the time on the clock at its end, if there was one.
    pub(super) fn add(&mut self, game: &TimeUsage, left: Option<f64>) {
        self.games += 1;
        for (sum, phase) in self.sum.iter_mut().zip(game.phases) {
            *sum += phase;
        }
        self.slowest = self.slowest.max(game.slowest);
        self.least = least(self.least, game.least);
        self.left = left.map(|left| self.left.unwrap_or_default() + left);
    }

    /// The summary; `None` if no game has time usage.
    pub(super) fn summary(&self) -> Option<Summary> {
        let games = f64::from(self.games);
        (self.games > 0).then(|| Summary {
            used_by_phase: self.sum.map(|sum| milliseconds(sum / games)),
            slowest_move: self.slowest,
            least_left: self.least,
            left_at_end: self.left.map(|left| milliseconds(left / games)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_counted_where_it_goes() {
        let seconds = Duration::from_secs;
        let clock = |time| Some(seconds(time));
        let mut game = TimeUsage::default();
        game.add(0, seconds(1), clock(10));
        game.add(19, seconds(2), clock(9));
        game.add(20, seconds(3), clock(7));
        game.add(59, seconds(1), clock(1));
        let mut other = TimeUsage::default();
        other.add(70, seconds(4), clock(3));
        let mut totals = TimeTotals::default();
        assert_eq!(totals.summary(), None);
        totals.add(&game, Some(5.0));
        totals.add(&other, Some(0.0));
        let expected = Summary {
            used_by_phase: [1.5, 1.5, 2.5],
            slowest_move: 4.0,
            least_left: Some(-1.0),
            left_at_end: Some(2.5),
        };
        assert_eq!(totals.summary(), Some(expected));
    }
}
