//! Time controls of Gomocup.
//!
//! The fixed time for each move is the maximum time for one move; 0 means as fast as possible. The main time of the
//! engine's clock is the time for the whole game, if it is limited.

use std::time::Duration;

use crate::engine::{GameClock, GoLimits, Remaining, TimeControl};
use crate::game::Side;

const OWN: Side = GameClock::OWN;

/// The remaining time is divided by this number of moves.
const MOVES: u32 = 30;
/// A move may take this fraction of the remaining time, as 1 / `MAX_SHARE`.
const MAX_SHARE: u32 = 10;

/// Sets the time for the whole game; `None` if it is not limited.
pub(super) fn set_match(clock: &mut GameClock, time: Option<Duration>) {
    clock.set_control(TimeControl {
        main: [time, None],
        ..*clock.control()
    });
}

/// Sets the remaining time; `None` if it is not limited.
pub(super) fn set_left(clock: &mut GameClock, time: Option<Duration>) {
    let left = time.map(|time| Remaining { time, moves: 0 });
    clock.set_remaining(OWN, left);
}

/// Subtracts the time of a move; a manager that sends `time_left` overrides it.
pub(super) fn spend(clock: &mut GameClock, time: Duration) {
    clock.spend(OWN, time);
}

/// The limits for `side`, which is to move.
pub(super) fn limits(clock: &GameClock, side: Side) -> GoLimits {
    let mut limits = GoLimits::default();
    match (clock.control().move_time, clock.remaining(OWN)) {
        (_, None) => limits = clock.limits(OWN),
        (Some(turn), Some(left)) if turn <= left / MAX_SHARE => {
            limits.move_time = Some(turn.min(left / MOVES));
        }
        (_, Some(left)) => {
            limits.clock[side.index()] = Some(left);
            limits.moves_to_go = Some(MOVES);
        }
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::DEFAULT_MOVE_TIME;

    #[test]
    fn the_shorter_of_both_times_counts() {
        let seconds = Duration::from_secs;
        let seen = |turn: Option<u64>, left: Option<u64>| {
            let mut clock = GameClock::default();
            if let Some(turn) = turn {
                clock.set_move_time(seconds(turn));
            }
            set_left(&mut clock, left.map(seconds));
            let limits = limits(&clock, Side::Second);
            (limits.move_time, limits.clock[1])
        };
        assert_eq!(seen(None, None), (Some(DEFAULT_MOVE_TIME), None));
        assert_eq!(seen(Some(5), None), (Some(seconds(5)), None));
        assert_eq!(seen(Some(0), Some(90)), (Some(Duration::ZERO), None));
        assert_eq!(seen(Some(1), Some(90)), (Some(seconds(1)), None));
        assert_eq!(seen(Some(9), Some(90)), (Some(seconds(3)), None));
        assert_eq!(seen(Some(30), Some(90)), (None, Some(seconds(90))));
        assert_eq!(seen(None, Some(90)), (None, Some(seconds(90))));
    }
}
