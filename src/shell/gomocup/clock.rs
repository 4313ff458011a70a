//! Time as a manager of Gomocup grants it.

use std::time::Duration;

use crate::engine::Limits;
use crate::game::Side;

/// What is known about time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Clock {
    /// The most for one move; zero means as fast as possible.
    pub(super) turn: Option<Duration>,
    /// For all moves, where that is limited.
    full: Option<Duration>,
    /// What is left of it.
    pub(super) left: Option<Duration>,
}

/// Where nobody says anything about time.
const UNHURRIED: Duration = Duration::from_secs(1);
/// Among so many moves what is left is shared out.
const MOVES: u32 = 30;
/// A move that is worth it may take this part of what is left.
const MOST: u32 = 10;

impl Clock {
    pub(super) fn set_match(&mut self, time: Option<Duration>) {
        (self.full, self.left) = (time, time);
    }

    /// A new game begins.
    pub(super) fn refill(&mut self) {
        self.left = self.full;
    }

    /// A move took this long; managers that say what is left overrule it.
    pub(super) fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// What `side`, which is to move, may use.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let for_one_move = |time| Limits {
            move_time: Some(time),
            ..Limits::default()
        };
        match (self.turn, self.left) {
            (turn, None) => for_one_move(turn.unwrap_or(UNHURRIED)),
            (Some(turn), Some(left)) if turn <= left / MOST => for_one_move(turn.min(left / MOVES)),
            (_, Some(left)) => {
                let mut limits = Limits {
                    moves_to_go: Some(MOVES),
                    ..Limits::default()
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
        assert_eq!(limits(None, None), (Some(UNHURRIED), None));
        assert_eq!(limits(Some(5), None), (Some(seconds(5)), None));
        assert_eq!(limits(Some(0), Some(90)), (Some(Duration::ZERO), None));
        assert_eq!(limits(Some(1), Some(90)), (Some(seconds(1)), None));
        assert_eq!(limits(Some(9), Some(90)), (Some(seconds(3)), None));
        assert_eq!(limits(Some(30), Some(90)), (None, Some(seconds(90))));
        assert_eq!(limits(None, Some(90)), (None, Some(seconds(90))));
    }
}
