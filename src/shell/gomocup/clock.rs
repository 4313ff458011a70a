//! Time controls of Gomocup.

use std::time::Duration;

use crate::engine::GoLimits;
use crate::game::Side;

/// The times that the manager has sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Clock {
    /// Maximum time for one move; 0 means as fast as possible.
    pub(super) turn: Option<Duration>,
    /// Time for the whole game, if it is limited.
    full: Option<Duration>,
    /// The remaining part of it.
    pub(super) left: Option<Duration>,
}

/// Time for a move if no time control was sent.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);
/// The remaining time is divided by this number of moves.
const MOVES: u32 = 30;
/// A move may take this fraction of the remaining time, as 1 / `MAX_SHARE`.
const MAX_SHARE: u32 = 10;

impl Clock {
    pub(super) fn set_match(&mut self, time: Option<Duration>) {
        (self.full, self.left) = (time, time);
    }

    /// Refills the clock for a new game.
    pub(super) fn refill(&mut self) {
        self.left = self.full;
    }

    /// Subtracts the time of a move; a manager that sends `time_left` overrides it.
    pub(super) fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// The limits for `side`, which is to move.
    pub(super) fn limits(&self, side: Side) -> GoLimits {
        let for_one_move = |time| GoLimits {
            move_time: Some(time),
            ..GoLimits::default()
        };
        match (self.turn, self.left) {
            (turn, None) => for_one_move(turn.unwrap_or(DEFAULT_MOVE_TIME)),
            (Some(turn), Some(left)) if turn <= left / MAX_SHARE => {
                for_one_move(turn.min(left / MOVES))
            }
            (_, Some(left)) => {
                let mut limits = GoLimits {
                    moves_to_go: Some(MOVES),
                    ..GoLimits::default()
                };
                limits.clock[side.index()] = Some(left);
                limits
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_of_both_times_counts() {
        let seconds = Duration::from_secs;
        let limits = |turn: Option<u64>, left: Option<u64>| {
            let clock = Clock {
                turn: turn.map(seconds),
                full: None,
                left: left.map(seconds),
            };
            let limits = clock.limits(Side::Second);
            (limits.move_time, limits.clock[1])
        };
        assert_eq!(limits(None, None), (Some(DEFAULT_MOVE_TIME), None));
        assert_eq!(limits(Some(5), None), (Some(seconds(5)), None));
        assert_eq!(limits(Some(0), Some(90)), (Some(Duration::ZERO), None));
        assert_eq!(limits(Some(1), Some(90)), (Some(seconds(1)), None));
        assert_eq!(limits(Some(9), Some(90)), (Some(seconds(3)), None));
        assert_eq!(limits(Some(30), Some(90)), (None, Some(seconds(90))));
        assert_eq!(limits(None, Some(90)), (None, Some(seconds(90))));
    }
}
