//! The time manager: turns the limits of a search into deadlines.
//!
//! Below the shell, only this module and `search/worker.rs`, which checks the deadline, read the clock.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::game::Side;

/// The limits of a search. Arrays are indexed by [`Side::index`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoLimits {
    /// The remaining time on each clock; `None` if unknown.
    pub clock: [Option<Duration>; 2],
    /// The increment of each side: time gained by each move.
    pub increment: [Duration; 2],
    /// Time for each move after the clock has run down; zero if the flag falls then.
    pub byo_yomi: Duration,
    /// Moves until the clock is refilled; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Search exactly this long.
    pub move_time: Option<Duration>,
    /// Maximum depth of an iteration in plies.
    pub depth: Option<i8>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Search until told to stop, even if deeper search gains nothing.
    pub infinite: bool,
    /// Search on the opponent's time, until [`TimeManager::ponderhit`].
    pub ponder: bool,
    /// Search only these moves, named in the game's notation; empty means all moves.
    pub search_moves: Vec<String>,
}

impl GoLimits {
    /// Whether only a stop ends the search.
    ///
    /// # Examples
    /// ```
    /// use std::time::Duration;
    ///
    /// use kaeshi::engine::GoLimits;
    ///
    /// assert!(GoLimits::default().is_endless());
    /// let second = GoLimits { move_time: Some(Duration::from_secs(1)), ..GoLimits::default() };
    /// assert!(!second.is_endless());
    /// ```
    #[must_use]
    pub fn is_endless(&self) -> bool {
        let free = !self.is_timed() && self.depth.is_none() && self.nodes.is_none();
        self.infinite || self.ponder || free
    }

    /// Whether a deadline ends the search.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        !self.infinite
            && !self.ponder
            && (self.move_time.is_some() || self.clock.iter().any(Option::is_some))
    }
}

/// The running clock of a search: when to begin no further iteration, and when to stop.
///
/// While pondering, it only measures time. The deadlines begin with [`TimeManager::ponderhit`], for all clones.
#[derive(Debug, Clone)]
pub struct TimeManager {
    start: Instant,
    deadlines: Arc<OnceLock<Deadlines>>,
}

/// The deadlines of a search; `None` where there is none.
#[derive(Debug, Clone, Copy, Default)]
struct Deadlines {
    /// Elapsed time after which no iteration is begun, if the best move is as stable as usual.
    soft: Option<Duration>,
    /// The time at which the search is stopped; `None` also if the system's clock cannot hold it.
    hard: Option<Instant>,
}

impl TimeManager {
    /// Starts the clock of a search for `side`. `plies` is the number of plies that still need thinking time.
    ///
    /// `overhead` is subtracted from the time, for delays on the way to the other program and late wake-ups.
    #[must_use]
    pub fn start(limits: &GoLimits, side: Side, plies: u16, overhead: Duration) -> Self {
        let clock = Self {
            start: Instant::now(),
            deadlines: Arc::default(),
        };
        if !limits.ponder {
            clock.run(limits, side, plies, overhead);
        }
        clock
    }

    /// Handles `ponderhit`: from now on, time counts within `limits`. Only the first call has an effect.
    ///
    /// The hard limit of a move by the clock becomes `max(hard - elapsed, soft)`. So time spent pondering counts, but
    /// another move can still be searched.
    pub fn ponderhit(&self, limits: &GoLimits, side: Side, plies: u16, overhead: Duration) {
        self.run(limits, side, plies, overhead);
    }

    /// Sets the deadlines from now on; only the first call has an effect.
    fn run(&self, limits: &GoLimits, side: Side, plies: u16, overhead: Duration) {
        let now = Instant::now();
        let (soft, hard) = allocate(limits, side, plies, overhead);
        let elapsed = now - self.start;
        let hard = match (soft, hard) {
            (Some(soft), Some(hard)) => Some(hard.saturating_sub(elapsed).max(soft)),
            (_, hard) => hard,
        };
        // Deadlines that are set already stay.
        let _ = self.deadlines.set(Deadlines {
            soft,
            hard: hard.and_then(|time| now.checked_add(time)),
        });
    }

    fn deadlines(&self) -> Deadlines {
        self.deadlines.get().copied().unwrap_or_default()
    }

    /// The hard deadline, if there is one.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadlines().hard
    }

    /// Whether the hard deadline has passed.
    #[must_use]
    pub fn hard_expired(&self) -> bool {
        self.deadlines()
            .hard
            .is_some_and(|hard| Instant::now() >= hard)
    }

    /// Whether to begin no further iteration: the elapsed time is at least `patience` times the soft limit.
    #[must_use]
    pub fn soft_expired(&self, patience: f64) -> bool {
        let soft = self.deadlines().soft;
        soft.is_some_and(|soft| self.elapsed() >= scaled(soft, patience))
    }

    /// Time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// The speed of this machine as a multiple of that of another machine, where `work` takes `usual`: 1/16 to 16.
///
/// Takes the median of three times, so that one interruption by another process does not count.
#[must_use]
pub(super) fn relative_speed(usual: Duration, work: fn() -> u64) -> f64 {
    let mut times = [(); 3].map(|()| {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    });
    times.sort_unstable();
    let speed = usual.as_secs_f64() / times[1].as_secs_f64();
    log::debug!("speed {speed:.2}: {:?} for a probe of {usual:?}", times[1]);
    speed.clamp(1.0 / 16.0, 16.0)
}

/// The soft and the hard limit; `None` where there is none.
pub(super) fn allocate(
    limits: &GoLimits,
    side: Side,
    plies: u16,
    overhead: Duration,
) -> (Option<Duration>, Option<Duration>) {
    match limits.move_time {
        _ if !limits.is_timed() => (None, None),
        Some(time) => (None, Some(minus_overhead(time, overhead))),
        None => match limits.clock[side.index()] {
            Some(left) if !limits.byo_yomi.is_zero() => {
                let increment = limits.increment[side.index()];
                byo_yomi_share(limits, (left, increment), plies, overhead)
            }
            // Subtract the overhead before dividing the clock.
            Some(left) => {
                let (left, increment) = (
                    minus_overhead(left, overhead),
                    limits.increment[side.index()],
                );
                let (soft, hard) = clock_share(limits, left, increment, plies);
                (Some(soft), Some(hard))
            }
            // Only the opponent's clock is known: search at most 5 seconds.
            None => (None, Some(Duration::from_secs(5))),
        },
    }
}

/// `time` less `overhead`, at least 1 ms.
fn minus_overhead(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(Duration::from_millis(1))
}

/// The soft and the hard limit for one move by the clock.
///
/// The remaining time is divided evenly by the expected number of own moves, plus the increment. An iteration takes a
/// few times as long as the one before. So none begins after 0.7 shares, scaled by how stable the best move is; a
/// running one may take 3 shares.
fn clock_share(
    limits: &GoLimits,
    left: Duration,
    increment: Duration,
    plies: u16,
) -> (Duration, Duration) {
    /// Maximum number of moves to divide by. Long games are decided before the board is full.
    const MAX_MOVES: u32 = 30;
    let moves = u32::from(plies).div_ceil(2).clamp(2, MAX_MOVES);
    let moves = limits
        .moves_to_go
        .map_or(moves, |to_go| to_go.clamp(1, MAX_MOVES));
    let share = (left / moves).saturating_add(increment);
    let ceiling = if moves == 1 { left } else { scaled(left, 0.4) };
    (
        scaled(share, 0.7).min(ceiling),
        scaled(share, 3.0).min(ceiling),
    )
}

/// The soft and the hard limit for one move by the clock, with byo-yomi after it.
///
/// The byo-yomi of one move adds to the share of the clock. It is no part of the share: the clock runs down by each
/// move, and the byo-yomi is still there after it.
fn byo_yomi_share(
    limits: &GoLimits,
    (left, increment): (Duration, Duration),
    plies: u16,
    overhead: Duration,
) -> (Option<Duration>, Option<Duration>) {
    let (soft, hard) = clock_share(limits, left, increment, plies);
    let with_byo_yomi =
        |share: Duration| minus_overhead(share.saturating_add(limits.byo_yomi), overhead);
    // A shorter move would hardly save time: what is left of the clock is worth less than one move in byo-yomi.
    let soft = (left > limits.byo_yomi).then(|| with_byo_yomi(soft));
    (soft, Some(with_byo_yomi(hard)))
}

/// `factor` times `time`, or the longest duration if that is too long.
pub(super) fn scaled(time: Duration, factor: f64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64) -> GoLimits {
        GoLimits {
            clock: [Some(Duration::from_millis(left)); 2],
            increment: [Duration::from_millis(increment); 2],
            ..GoLimits::default()
        }
    }

    /// A pause takes at least its time, so the speed is at most the ratio.
    #[test]
    fn speed_is_a_ratio_of_times_within_bounds() {
        let pause = || {
            std::thread::sleep(Duration::from_millis(2));
            0
        };
        assert!(relative_speed(Duration::from_millis(4), pause) <= 2.0);
        let [least, most] = [1, 1000 * 1_000_000].map(Duration::from_micros);
        assert!((relative_speed(least, pause) - 1.0 / 16.0).abs() < 1e-9);
        assert!((relative_speed(most, || 0) - 16.0).abs() < 1e-9);
    }

    #[test]
    fn a_share_leaves_time_for_the_rest_of_the_game() {
        let limits = clock(60_000, 0);
        let (soft, hard) = clock_share(&limits, Duration::from_secs(60), Duration::ZERO, 60);
        assert_eq!(soft, Duration::from_millis(1400));
        assert_eq!(hard, Duration::from_secs(6));
    }

    #[test]
    fn a_short_clock_keeps_more_than_the_overhead() {
        for left in [22, 30, 45, 100] {
            let started =
                TimeManager::start(&clock(left, 10), Side::First, 40, Duration::from_millis(20));
            let deadline = started.deadline().expect("a clock gives a deadline");
            let most = Duration::from_millis((left - 20) / 2);
            assert!(deadline <= started.start + most, "{left}");
        }
    }

    #[test]
    fn an_empty_clock_ends_the_search_at_once() {
        let started = TimeManager::start(&clock(0, 0), Side::First, 40, Duration::from_millis(20));
        let deadline = started.deadline().expect("a clock gives a deadline");
        assert!(deadline <= started.start + Duration::from_millis(1));
    }

    #[test]
    fn no_time_is_too_long_for_a_clock() {
        let longest = Duration::MAX;
        let limits = [
            GoLimits {
                clock: [Some(longest); 2],
                increment: [longest; 2],
                ..GoLimits::default()
            },
            GoLimits {
                clock: [Some(longest); 2],
                moves_to_go: Some(1),
                ..GoLimits::default()
            },
            GoLimits {
                move_time: Some(longest),
                ..GoLimits::default()
            },
        ];
        for limits in limits {
            let started = TimeManager::start(&limits, Side::First, 60, Duration::ZERO);
            assert!(
                !started.hard_expired() && !started.soft_expired(2.0),
                "{limits:?}"
            );
            let pondering = GoLimits {
                ponder: true,
                ..limits.clone()
            };
            let started = TimeManager::start(&pondering, Side::First, 60, longest);
            started.ponderhit(&limits, Side::First, 60, Duration::ZERO);
            assert!(
                !started.hard_expired() && !started.soft_expired(2.0),
                "{limits:?}"
            );
        }
    }

    #[test]
    fn a_clock_stands_until_the_hit_and_what_was_thought_counts() {
        let side = Side::First;
        let pondering = GoLimits {
            ponder: true,
            ..clock(60_000, 0)
        };
        assert!(pondering.is_endless() && !pondering.is_timed());
        let mut running = TimeManager::start(&pondering, side, 60, Duration::ZERO);
        assert!(
            running.deadline().is_none() && !running.soft_expired(1.0) && !running.hard_expired()
        );
        // As after 2 seconds of pondering; the soft limit is 1.4 s, the hard limit 6 s.
        running.start = Instant::now()
            .checked_sub(Duration::from_secs(2))
            .expect("the machine has run for two seconds");
        let copy = running.clone();
        running.ponderhit(&clock(60_000, 0), side, 60, Duration::ZERO);
        assert!(copy.soft_expired(1.0));
        assert_eq!(copy.deadline(), Some(copy.start + Duration::from_secs(6)));
        // A second `hit` has no effect.
        running.ponderhit(&clock(1, 0), side, 60, Duration::ZERO);
        assert_eq!(running.deadline(), copy.deadline());
    }

    #[test]
    fn endless_means_neither_time_nor_depth_nor_nodes() {
        assert!(GoLimits::default().is_endless());
        assert!(!clock(10, 0).is_endless());
        let deep = GoLimits {
            depth: Some(5),
            ..GoLimits::default()
        };
        assert!(!deep.is_endless() && !deep.is_timed());
        let told = GoLimits {
            infinite: true,
            ..clock(10, 0)
        };
        assert!(told.is_endless() && !told.is_timed());
    }
}
