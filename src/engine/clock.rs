//! From limits to deadlines.
//!
//! The only place, beside the search's own look at its deadline, that reads the time.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::game::Side;

/// What a search may use, as asked for. Arrays are indexed by [`Side::index`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Limits {
    /// Time left on the clocks.
    pub clock: [Option<Duration>; 2],
    /// Time gained by each move.
    pub increment: [Duration; 2],
    /// Moves until the clock is refilled.
    pub moves_to_go: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Deepest iteration.
    pub depth: Option<i8>,
    /// Most nodes.
    pub nodes: Option<u64>,
    /// Until told to stop, even if nothing more can be learnt.
    pub infinite: bool,
    /// On the other side's time, until [`Clock::hit`].
    pub ponder: bool,
    /// Only these moves; all of them if empty.
    pub search_moves: Vec<String>,
}

impl Limits {
    /// Whether only a stop ends the search.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        let free = !self.is_timed() && self.depth.is_none() && self.nodes.is_none();
        self.infinite || self.ponder || free
    }

    /// Whether time ends the search.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        !self.infinite
            && !self.ponder
            && (self.move_time.is_some() || self.clock.iter().any(Option::is_some))
    }
}

/// A running clock: when to stop starting iterations, and when to stop.
///
/// While the other side is thinking (pondering) it only measures; it runs from [`Clock::hit`] on, in all its clones.
#[derive(Debug, Clone)]
pub struct Clock {
    start: Instant,
    ends: Arc<OnceLock<Ends>>,
}

/// When a search ends by time, if it does.
#[derive(Debug, Clone, Copy, Default)]
struct Ends {
    /// No new iteration when the search has lasted so long, if its move is as sure as usual.
    soft: Option<Duration>,
    /// The answer must be under way by now.
    hard: Option<Instant>,
}

impl Clock {
    /// Starts the clock of a search for `side`, which has at most `plies` of the game ahead.
    ///
    /// `overhead` is kept back for the way to the other program and for waking up late.
    #[must_use]
    pub fn start(limits: &Limits, side: Side, plies: u16, overhead: Duration) -> Self {
        let clock = Self {
            start: Instant::now(),
            ends: Arc::default(),
        };
        if !limits.ponder {
            clock.run(limits, side, plies, overhead);
        }
        clock
    }

    /// The move pondered on was played: from now on the time within `limits` is used up.
    ///
    /// What was thought before is not thought again: only so much of a share of the clock is taken as the search has
    /// not had already, but enough to look at another move.
    pub fn hit(&self, limits: &Limits, side: Side, plies: u16, overhead: Duration) {
        self.run(limits, side, plies, overhead);
    }

    /// From now on time counts; only the first call does.
    fn run(&self, limits: &Limits, side: Side, plies: u16, overhead: Duration) {
        let now = Instant::now();
        let (soft, hard) = times(limits, side, plies, overhead);
        let thought = now - self.start;
        let hard = match (soft, hard) {
            (Some(soft), Some(hard)) => Some(hard.saturating_sub(thought).max(soft)),
            (_, hard) => hard,
        };
        // A clock that runs goes on as it does.
        let _ = self.ends.set(Ends {
            soft,
            hard: hard.map(|time| now + time),
        });
    }

    fn ends(&self) -> Ends {
        self.ends.get().copied().unwrap_or_default()
    }

    /// When the search has to be over.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.ends().hard
    }

    /// Whether the search has to be over by now.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.ends().hard.is_some_and(|hard| Instant::now() >= hard)
    }

    /// Whether it is too late to begin another iteration, if the move is worth `patience` times the usual time.
    #[must_use]
    pub fn is_enough(&self, patience: f64) -> bool {
        let soft = self.ends().soft;
        soft.is_some_and(|soft| self.elapsed() >= soft.mul_f64(patience))
    }

    /// Since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// How long to begin iterations, and how long to search at all.
fn times(
    limits: &Limits,
    side: Side,
    plies: u16,
    overhead: Duration,
) -> (Option<Duration>, Option<Duration>) {
    match limits.move_time {
        _ if !limits.is_timed() => (None, None),
        Some(time) => (None, Some(less(time, overhead))),
        None => match limits.clock[side.index()] {
            // Shared out without the overhead, short clocks settle well above it.
            Some(left) => {
                let (left, increment) = (less(left, overhead), limits.increment[side.index()]);
                let (soft, hard) = share(limits, left, increment, plies);
                (Some(soft), Some(hard))
            }
            // Only the opponent's clock was given: this side is not short of time, but not endless.
            None => (None, Some(Duration::from_secs(5))),
        },
    }
}

/// `time` less `overhead`, but never nothing.
fn less(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(Duration::from_millis(1))
}

/// Soft and hard shares of the clock for one move.
///
/// The rest of the game is split evenly over the moves this side may still have to
/// think about; an iteration costs a few times its predecessor, so none is begun after
/// seven tenths of a share (more or less of that as the best move changes or stays), and
/// one that was begun may use three.
fn share(limits: &Limits, left: Duration, increment: Duration, plies: u16) -> (Duration, Duration) {
    /// Long games are decided before the board is full.
    const MOST_MOVES: u32 = 30;
    let moves = u32::from(plies).div_ceil(2).clamp(2, MOST_MOVES);
    let moves = limits
        .moves_to_go
        .map_or(moves, |to_go| to_go.clamp(1, MOST_MOVES));
    let share = left / moves + increment;
    let ceiling = if moves == 1 { left } else { left.mul_f64(0.4) };
    (
        share.mul_f64(0.7).min(ceiling),
        share.mul_f64(3.0).min(ceiling),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64) -> Limits {
        Limits {
            clock: [Some(Duration::from_millis(left)); 2],
            increment: [Duration::from_millis(increment); 2],
            ..Limits::default()
        }
    }

    #[test]
    fn a_share_leaves_time_for_the_rest_of_the_game() {
        let limits = clock(60_000, 0);
        let (soft, hard) = share(&limits, Duration::from_secs(60), Duration::ZERO, 60);
        assert_eq!(soft, Duration::from_millis(1400));
        assert_eq!(hard, Duration::from_secs(6));
    }

    #[test]
    fn a_short_clock_keeps_more_than_the_overhead() {
        for left in [22, 30, 45, 100] {
            let started =
                Clock::start(&clock(left, 10), Side::First, 40, Duration::from_millis(20));
            let deadline = started.deadline().expect("a clock gives a deadline");
            let most = Duration::from_millis((left - 20) / 2);
            assert!(deadline <= started.start + most, "{left}");
        }
    }

    #[test]
    fn an_empty_clock_ends_the_search_at_once() {
        let started = Clock::start(&clock(0, 0), Side::First, 40, Duration::from_millis(20));
        let deadline = started.deadline().expect("a clock gives a deadline");
        assert!(deadline <= started.start + Duration::from_millis(1));
    }

    #[test]
    fn a_clock_stands_until_the_hit_and_what_was_thought_counts() {
        let side = Side::First;
        let pondering = Limits {
            ponder: true,
            ..clock(60_000, 0)
        };
        assert!(pondering.is_endless() && !pondering.is_timed());
        let mut running = Clock::start(&pondering, side, 60, Duration::ZERO);
        assert!(running.deadline().is_none() && !running.is_enough(1.0) && !running.is_late());
        // As if it had been thinking for two seconds; a share is 1.4 seconds to begin, six at most.
        running.start = Instant::now()
            .checked_sub(Duration::from_secs(2))
            .expect("the machine has run for two seconds");
        let copy = running.clone();
        running.hit(&clock(60_000, 0), side, 60, Duration::ZERO);
        assert!(copy.is_enough(1.0));
        assert_eq!(copy.deadline(), Some(copy.start + Duration::from_secs(6)));
        // A second hit changes nothing.
        running.hit(&clock(1, 0), side, 60, Duration::ZERO);
        assert_eq!(running.deadline(), copy.deadline());
    }

    #[test]
    fn endless_means_neither_time_nor_depth_nor_nodes() {
        assert!(Limits::default().is_endless());
        assert!(!clock(10, 0).is_endless());
        let deep = Limits {
            depth: Some(5),
            ..Limits::default()
        };
        assert!(!deep.is_endless() && !deep.is_timed());
        let told = Limits {
            infinite: true,
            ..clock(10, 0)
        };
        assert!(told.is_endless() && !told.is_timed());
    }
}
