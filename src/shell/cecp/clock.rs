//! Time controls of `XBoard`.

use std::time::Duration;

use kaeshi_protocol::cecp::{Command, Level};

use crate::engine::GoLimits;
use crate::game::Side;
use crate::shell::options;

/// The clocks and limits that `XBoard` has sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Clock {
    level: Option<Level>,
    /// Fixed time for each move, which overrides the level until the next `level`.
    move_time: Option<Duration>,
    depth: Option<i8>,
    /// Time left on the engine's clock.
    own: Option<Duration>,
    other: Option<Duration>,
}

/// Time for a move if no time control was sent.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

impl Clock {
    /// Stores a command about time or depth.
    pub(super) fn update(&mut self, command: &Command<'_>) {
        match *command {
            Command::Level(level) => {
                (self.level, self.move_time) = (Some(level), None);
                self.refill();
            }
            Command::MoveTime(time) => (self.move_time, self.own) = (Some(time), None),
            Command::Depth(plies) => self.depth = Some(options::depth(plies)),
            Command::OwnTime(time) => self.own = Some(time),
            Command::OtherTime(time) => self.other = Some(time),
            _ => {}
        }
    }

    /// Refills the clock for a new game.
    pub(super) fn refill(&mut self) {
        let base = self.level.map(|level| level.base);
        (self.own, self.other) = (base, base);
    }

    /// Subtracts the time of a move; `made` is the number of plies played.
    pub(super) fn spend(&mut self, time: Duration, made: usize) {
        let Some((level, own)) = self.level.zip(self.own.as_mut()) else {
            return;
        };
        *own = own.saturating_sub(time).saturating_add(level.increment);
        if to_go(level, made) == Some(1) {
            *own = own.saturating_add(level.base);
        }
    }

    /// The limits for `side`, which is to move after `made` plies.
    pub(super) fn limits(&self, side: Side, made: usize) -> GoLimits {
        let mut limits = GoLimits {
            depth: self.depth,
            ..GoLimits::default()
        };
        let level = self.level.unwrap_or_default();
        match (self.move_time, self.own) {
            (Some(time), _) => limits.move_time = Some(time),
            (None, Some(own)) => {
                limits.clock[side.index()] = Some(own);
                limits.clock[(!side).index()] = self.other;
                limits.increment = [level.increment; 2];
                limits.moves_to_go = to_go(level, made);
            }
            (None, None) if self.depth.is_none() => limits.move_time = Some(DEFAULT_MOVE_TIME),
            (None, None) => {}
        }
        limits
    }
}

/// The number of moves that the time on the clock is for, including this one.
fn to_go(level: Level, made: usize) -> Option<u32> {
    let made = u32::try_from(made / 2).unwrap_or(u32::MAX);
    (level.moves > 0).then(|| level.moves - made % level.moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_follow_their_level() {
        let seconds = Duration::from_secs;
        let mut clock = Clock::default();
        let seen = |clock: &Clock, made| {
            let limits = clock.limits(Side::Second, made);
            (limits.move_time, limits.clock[1], limits.moves_to_go)
        };
        assert_eq!(seen(&clock, 0), (Some(DEFAULT_MOVE_TIME), None, None));
        let (moves, base, increment) = (2, seconds(60), seconds(3));
        clock.update(&Command::Level(Level {
            moves,
            base,
            increment,
        }));
        assert_eq!(seen(&clock, 1), (None, Some(seconds(60)), Some(2)));
        clock.spend(seconds(10), 1);
        assert_eq!(seen(&clock, 3), (None, Some(seconds(53)), Some(1)));
        clock.spend(seconds(10), 3);
        assert_eq!(seen(&clock, 5), (None, Some(seconds(106)), Some(2)));
        clock.update(&Command::OwnTime(seconds(7)));
        assert_eq!(seen(&clock, 5).1, Some(seconds(7)));
        clock.update(&Command::MoveTime(seconds(2)));
        assert_eq!(seen(&clock, 5), (Some(seconds(2)), None, None));
    }
}
