//! The clocks of a game: the time control and the remaining time of both sides.
//!
//! Protocols write what the controller sends and read the limits of the next search.

use std::time::Duration;

use super::time_manager::GoLimits;
use crate::game::Side;

/// Time for a move if neither a time control nor a depth was set: 1 second.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// The rules of the clocks. Arrays are indexed by [`Side::index`]; the default has no clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TimeControl {
    /// Main time of each side at the start of a game; `None` if the side has no clock.
    pub main: [Option<Duration>; 2],
    /// Time gained by each move of a side.
    pub increment: [Duration; 2],
    /// The moves that the main time is for, and the time after them.
    pub period: Period,
    /// Fixed time for each move; never more than the remaining time, if that is known.
    pub move_time: Option<Duration>,
    /// Whether time spent beyond the remaining time is subtracted from later increments; otherwise it is forgiven.
    pub carries_debt: bool,
}

/// The moves that the main time is for, and the time after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Period {
    /// The main time is for the whole game.
    #[default]
    Game,
    /// The main time is for a number of moves; then it is added again.
    Repeated {
        /// Number of moves of a side in each period, at least 1.
        moves: u32,
    },
    /// After the main time, periods of byo-yomi. A period that is not used up by its moves does not add to the next.
    ByoYomi {
        /// Time of each period.
        time: Duration,
        /// Number of moves of a side in each period, at least 1.
        moves: u32,
    },
}

/// What is left on the clock of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Remaining {
    /// Time until the flag falls or the next period begins.
    pub time: Duration,
    /// Number of own moves until the end of the period; 0 if the time is for the rest of the game or byo-yomi has not
    /// begun.
    pub moves: u32,
}

/// Both clocks of a game. They run by [`GameClock::spend`] until the controller corrects them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GameClock {
    control: TimeControl,
    depth: Option<i8>,
    sides: [Option<SideClock>; 2],
}

/// The clock of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SideClock {
    left: Remaining,
    /// Time spent that is not yet subtracted from `left`; zero unless the time control carries debt.
    spent: Duration,
}

impl SideClock {
    fn new(left: Remaining) -> Self {
        Self {
            left,
            spent: Duration::ZERO,
        }
    }

    fn time(&self) -> Duration {
        self.left.time.saturating_sub(self.spent)
    }
}

impl GameClock {
    /// The engine's clock, for protocols that call the clocks the engine's and the opponent's, whatever sides they
    /// play.
    pub const OWN: Side = Side::First;
    /// The opponent's clock in such a protocol.
    pub const OTHER: Side = Side::Second;

    /// Full clocks without a depth.
    ///
    /// # Examples
    /// ```
    /// use std::time::Duration;
    ///
    /// use kaeshi::engine::{GameClock, TimeControl};
    /// use kaeshi::game::Side;
    ///
    /// let seconds = Duration::from_secs;
    /// let mut clock = GameClock::new(TimeControl {
    ///     main: [Some(seconds(60)); 2],
    ///     increment: [seconds(2); 2],
    ///     ..TimeControl::default()
    /// });
    /// clock.spend(Side::First, seconds(10));
    /// assert_eq!(clock.limits(Side::First).clock[0], Some(seconds(52)));
    /// assert_eq!(clock.limits(Side::Second).clock[1], Some(seconds(60)));
    /// ```
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        let mut clock = Self::default();
        clock.set_control(control);
        clock
    }

    /// The time control.
    #[must_use]
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Sets the time control and refills both clocks; the depth stays.
    pub fn set_control(&mut self, control: TimeControl) {
        self.control = control;
        self.new_game();
    }

    /// Sets the fixed time for each move; the clocks stay.
    pub fn set_move_time(&mut self, time: Duration) {
        self.control.move_time = Some(time);
    }

    /// The maximum depth in plies, if one was set.
    #[must_use]
    pub fn depth(&self) -> Option<i8> {
        self.depth
    }

    /// Sets the maximum depth in plies; it outlasts games and time controls.
    pub fn set_depth(&mut self, plies: i8) {
        self.depth = Some(plies);
    }

    /// Refills both clocks for a new game.
    pub fn new_game(&mut self) {
        self.sides = self.control.main.map(|main| {
            let time = main?;
            Some(SideClock::new(match self.control.period {
                Period::Repeated { moves } => Remaining { time, moves },
                Period::ByoYomi { time, moves } if main == Some(Duration::ZERO) => {
                    Remaining { time, moves }
                }
                Period::Game | Period::ByoYomi { .. } => Remaining { time, moves: 0 },
            }))
        });
    }

    /// The remaining time of `side`; `None` if unknown.
    #[must_use]
    pub fn remaining(&self, side: Side) -> Option<Duration> {
        self.sides[side.index()].as_ref().map(SideClock::time)
    }

    /// Corrects the clock of `side`; `None` if its time is not limited.
    pub fn set_remaining(&mut self, side: Side, left: Option<Remaining>) {
        self.sides[side.index()] = left.map(SideClock::new);
    }

    /// Sets the number of moves of `side` until the end of its period, if the clock of `side` is known.
    pub fn set_moves_to_go(&mut self, side: Side, moves: u32) {
        if let Some(clock) = &mut self.sides[side.index()] {
            clock.left.moves = moves;
        }
    }

    /// Subtracts the time of a move of `side`, and adds what the move gains.
    pub fn spend(&mut self, side: Side, time: Duration) {
        let control = &self.control;
        let Some(clock) = &mut self.sides[side.index()] else {
            return;
        };
        let over = time.saturating_sub(clock.time());
        let left = &mut clock.left;
        if control.carries_debt {
            clock.spent = clock.spent.saturating_add(time);
        } else {
            left.time = left.time.saturating_sub(time);
        }
        left.time = left.time.saturating_add(control.increment[side.index()]);
        match control.period {
            Period::Repeated { moves } if left.moves > 0 => {
                left.moves -= 1;
                if left.moves == 0 {
                    left.time = left.time.saturating_add(control.main_of(side));
                    left.moves = moves;
                }
            }
            Period::ByoYomi { time, moves } if left.moves > 0 || !over.is_zero() => {
                if left.moves == 0 {
                    left.time = time.saturating_sub(over);
                    left.moves = moves.max(1);
                }
                left.moves -= 1;
                if left.moves == 0 {
                    *left = Remaining { time, moves };
                }
            }
            _ => {}
        }
    }

    /// The limits for the next move of `side`.
    ///
    /// Only the clock of `side` is given, since the time manager uses no other. Without any limit, a move gets
    /// [`DEFAULT_MOVE_TIME`]. Before byo-yomi, a move's part of a period counts as an increment.
    #[must_use]
    pub fn limits(&self, side: Side) -> GoLimits {
        let at = side.index();
        let mut limits = GoLimits {
            depth: self.depth,
            ..GoLimits::default()
        };
        match (self.control.move_time, &self.sides[at]) {
            (Some(fixed), clock) => {
                let left = clock.as_ref().map_or(fixed, SideClock::time);
                limits.move_time = Some(fixed.min(left));
            }
            (None, Some(clock)) => {
                let moves = clock.left.moves;
                limits.clock[at] = Some(clock.time());
                limits.moves_to_go = (moves > 0).then_some(moves);
                limits.increment[at] = match self.control.period {
                    Period::ByoYomi { time, moves: all } if moves == 0 => time / all.max(1),
                    _ => self.control.increment[at],
                };
            }
            (None, None) if self.depth.is_none() => limits.move_time = Some(DEFAULT_MOVE_TIME),
            (None, None) => {}
        }
        limits
    }
}

impl TimeControl {
    fn main_of(&self, side: Side) -> Duration {
        self.main[side.index()].unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn control(main: u64) -> TimeControl {
        TimeControl {
            main: [Some(seconds(main)); 2],
            ..TimeControl::default()
        }
    }

    #[test]
    fn without_limits_a_move_gets_the_default_time() {
        let mut clock = GameClock::default();
        let limits = clock.limits(Side::First);
        assert_eq!(limits.move_time, Some(DEFAULT_MOVE_TIME));
        clock.set_depth(7);
        let limits = clock.limits(Side::First);
        assert_eq!((limits.move_time, limits.depth), (None, Some(7)));
    }

    #[test]
    fn a_fixed_time_is_at_most_the_remaining_time() {
        let mut clock = GameClock::default();
        clock.set_move_time(seconds(5));
        assert_eq!(clock.limits(Side::First).move_time, Some(seconds(5)));
        let (time, moves) = (seconds(3), 0);
        clock.set_remaining(Side::First, Some(Remaining { time, moves }));
        assert_eq!(clock.limits(Side::First).move_time, Some(seconds(3)));
    }

    #[test]
    fn debt_is_subtracted_from_increments_where_it_counts() {
        for (carries_debt, expected) in [(true, 1), (false, 4)] {
            let mut clock = GameClock::new(TimeControl {
                increment: [seconds(2); 2],
                carries_debt,
                ..control(5)
            });
            clock.spend(Side::First, seconds(8));
            clock.spend(Side::First, seconds(0));
            assert_eq!(clock.remaining(Side::First), Some(seconds(expected)));
        }
    }

    #[test]
    fn a_new_game_refills_both_clocks() {
        let mut clock = GameClock::new(control(60));
        clock.spend(Side::First, seconds(10));
        clock.set_remaining(Side::Second, None);
        assert_eq!(clock.remaining(Side::First), Some(seconds(50)));
        assert_eq!(clock.remaining(Side::Second), None);
        clock.new_game();
        let left = [Side::First, Side::Second].map(|side| clock.remaining(side));
        assert_eq!(left, [Some(seconds(60)); 2]);
    }
}
