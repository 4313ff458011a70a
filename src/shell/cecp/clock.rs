//! Time controls of `XBoard`.
//!
//! `XBoard` calls the clocks the engine's and the opponent's, and counts moves by the board, on which moves are taken
//! back.

use std::time::Duration;

use kaeshi_protocol::cecp::{Command, Level};

use crate::engine::{GameClock, GoLimits, Period, Remaining, TimeControl};
use crate::game::Side;
use crate::shell::options;

const OWN: Side = GameClock::OWN;
const OTHER: Side = GameClock::OTHER;

/// Stores a command about time or depth.
pub(super) fn update(clock: &mut GameClock, command: &Command<'_>) {
    let left = |time| Some(Remaining { time, moves: 0 });
    match *command {
        Command::Level(level) => clock.set_control(control(level)),
        // A fixed time overrides the level and the clocks until the next `level`.
        Command::MoveTime(time) => clock.set_control(TimeControl {
            move_time: Some(time),
            ..TimeControl::default()
        }),
        Command::Depth(plies) => clock.set_depth(options::depth(plies)),
        Command::OwnTime(_) if clock.control().move_time.is_some() => {}
        Command::OwnTime(time) => clock.set_remaining(OWN, left(time)),
        Command::OtherTime(time) => clock.set_remaining(OTHER, left(time)),
        _ => {}
    }
}

fn control(level: Level) -> TimeControl {
    TimeControl {
        main: [Some(level.base); 2],
        increment: [level.increment; 2],
        period: match level.moves {
            0 => Period::Game,
            moves => Period::Repeated { moves },
        },
        ..TimeControl::default()
    }
}

/// Subtracts the time of a move; `made` is the number of plies played. Without `level`, only `XBoard` sets the clock.
pub(super) fn spend(clock: &mut GameClock, time: Duration, made: usize) {
    if clock.control().main[OWN.index()].is_some() {
        clock.set_moves_to_go(OWN, to_go(clock, made));
        clock.spend(OWN, time);
    }
}

/// The limits for `side`, which is to move after `made` plies.
pub(super) fn limits(mut clock: GameClock, side: Side, made: usize) -> GoLimits {
    clock.set_moves_to_go(OWN, to_go(&clock, made));
    let mut limits = clock.limits(OWN);
    if limits.clock[OWN.index()].is_some() {
        limits.clock[OTHER.index()] = clock.remaining(OTHER);
        limits.increment = clock.control().increment;
    }
    if side != OWN {
        limits.clock.reverse();
    }
    limits
}

/// The number of moves that the time on the clock is for, including this one; 0 for the whole game.
fn to_go(clock: &GameClock, made: usize) -> u32 {
    let made = u32::try_from(made / 2).unwrap_or(u32::MAX);
    match clock.control().period {
        Period::Repeated { moves } => moves - made % moves,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::DEFAULT_MOVE_TIME;

    #[test]
    fn clocks_follow_their_level() {
        let seconds = Duration::from_secs;
        let mut clock = GameClock::default();
        let seen = |clock: &GameClock, made| {
            let limits = limits(*clock, Side::Second, made);
            (limits.move_time, limits.clock[1], limits.moves_to_go)
        };
        assert_eq!(seen(&clock, 0), (Some(DEFAULT_MOVE_TIME), None, None));
        let (moves, base, increment) = (2, seconds(60), seconds(3));
        update(
            &mut clock,
            &Command::Level(Level {
                moves,
                base,
                increment,
            }),
        );
        assert_eq!(seen(&clock, 1), (None, Some(seconds(60)), Some(2)));
        spend(&mut clock, seconds(10), 1);
        assert_eq!(seen(&clock, 3), (None, Some(seconds(53)), Some(1)));
        spend(&mut clock, seconds(10), 3);
        assert_eq!(seen(&clock, 5), (None, Some(seconds(106)), Some(2)));
        update(&mut clock, &Command::OwnTime(seconds(7)));
        assert_eq!(seen(&clock, 5).1, Some(seconds(7)));
        update(&mut clock, &Command::MoveTime(seconds(2)));
        assert_eq!(seen(&clock, 5), (Some(seconds(2)), None, None));
    }
}
