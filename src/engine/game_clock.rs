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
    /// [`DEFAULT_MOVE_TIME`]. Before byo-yomi, a move may take its part of a period beyond its share of the main time.
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
            (None, Some(clock)) => self.set_clock_limits(side, clock, &mut limits),
            (None, None) if self.depth.is_none() => limits.move_time = Some(DEFAULT_MOVE_TIME),
            (None, None) => {}
        }
        limits
    }

    fn set_clock_limits(&self, side: Side, clock: &SideClock, limits: &mut GoLimits) {
        let (at, time, to_go) = (side.index(), clock.time(), clock.left.moves);
        match self.control.period {
            // All of the period is for this move, since the rest of it is lost.
            Period::ByoYomi { moves: 0 | 1, .. } if to_go == 1 => {
                limits.move_time = Some(time);
                return;
            }
            Period::ByoYomi { time, moves } if to_go == 0 => limits.byo_yomi = time / moves.max(1),
            _ => {}
        }
        limits.clock[at] = Some(time);
        limits.moves_to_go = (to_go > 0).then_some(to_go);
        limits.increment[at] = self.control.increment[at];
    }
}

impl TimeControl {
    fn main_of(&self, side: Side) -> Duration {
        self.main[side.index()].unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::time_manager::allocate;
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

    fn byo_yomi(main: Duration, time: Duration, moves: u32) -> GameClock {
        GameClock::new(TimeControl {
            main: [Some(main); 2],
            period: Period::ByoYomi { time, moves },
            ..TimeControl::default()
        })
    }

    /// Time for delays, which every move of the simulated games takes in full.
    const OVERHEAD: Duration = Duration::from_millis(20);

    /// The times of `count` moves on a clock that runs only here, each with the rest of the main time after it. A move
    /// ends at its soft limit if `early`, otherwise at the hard one.
    fn simulate(mut clock: GameClock, early: bool, count: u16) -> Vec<(Duration, Duration)> {
        let Period::ByoYomi {
            time: period,
            moves,
        } = clock.control().period
        else {
            panic!("there is no byo-yomi");
        };
        let mut main = clock.control().main[0].expect("there is a main time");
        let (mut left, mut to_go) = (period, moves);
        let mut times = Vec::new();
        for made in 0..count {
            let limits = clock.limits(Side::First);
            let (soft, hard) = allocate(&limits, Side::First, 60 - 2 * made, OVERHEAD);
            let hard = hard.expect("there is a clock");
            let thought = soft.filter(|_| early).map_or(hard, |soft| soft.min(hard));
            let took = thought + OVERHEAD;
            assert!(
                took <= main + left,
                "move {made}: {took:?} of {main:?} + {left:?}"
            );
            clock.spend(Side::First, took);
            let over = took.saturating_sub(main);
            main = main.saturating_sub(took);
            if !over.is_zero() {
                (left, to_go) = (left.saturating_sub(over), to_go - 1);
            }
            if to_go == 0 {
                (left, to_go) = (period, moves);
            }
            times.push((took, main));
        }
        times
    }

    #[test]
    fn the_main_time_is_used_up_and_then_all_of_the_byo_yomi() {
        for early in [false, true] {
            let times = simulate(byo_yomi(seconds(5), seconds(10), 1), early, 20);
            assert!(times[0].0 >= seconds(10), "{times:?}");
            assert_eq!(times[0].1, Duration::ZERO);
            assert!(
                times[1..].iter().all(|(took, _)| *took == seconds(10)),
                "{times:?}"
            );

            let times = simulate(byo_yomi(seconds(60), seconds(10), 1), early, 20);
            let in_byo_yomi = times.iter().filter(|(_, main)| main.is_zero()).count();
            assert!((14..20).contains(&in_byo_yomi), "{times:?}");
            assert_eq!(times[19].0, seconds(10));

            // Five moves share a period.
            let times = simulate(byo_yomi(seconds(5), seconds(10), 5), early, 20);
            assert!(
                times[..2].iter().all(|(took, _)| *took >= seconds(2)),
                "{times:?}"
            );
            assert_eq!(times[3].1, Duration::ZERO);
        }
    }

    #[test]
    fn no_move_takes_more_than_the_clock_allows() {
        let times = [0, 50, 300, 1_000, 5_000, 60_000, 3_600_000].map(Duration::from_millis);
        for main in times {
            for period in &times[1..] {
                for moves in [1, 2, 3, 10] {
                    for early in [false, true] {
                        // A period of several moves that is hardly longer than their delays cannot be kept.
                        let delays = if moves == 1 { 2 } else { 10 } * OVERHEAD;
                        if *period / moves >= delays {
                            simulate(byo_yomi(main, *period, moves), early, 25);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_long_main_time_is_shared_as_without_byo_yomi() {
        let [main, period] = [3600, 1].map(seconds);
        let shares = |clock: GameClock| {
            let limits = clock.limits(Side::First);
            let (soft, hard) = allocate(&limits, Side::First, 60, OVERHEAD);
            soft.zip(hard).expect("there is a clock")
        };
        let (soft, hard) = shares(GameClock::new(control(3600)));
        let (with_soft, with_hard) = shares(byo_yomi(main, period, 1));
        let close =
            |longer: Duration, shorter: Duration| longer.abs_diff(shorter + period) <= OVERHEAD;
        assert!(close(with_soft, soft) && close(with_hard, hard));
        // Without a period, the clock is a plain one.
        assert_eq!(shares(byo_yomi(main, Duration::ZERO, 1)), (soft, hard));
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
