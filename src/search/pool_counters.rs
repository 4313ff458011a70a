//! How workers of a thread pool spend their time: the numbers of splits and joins, and the time spent waiting.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Counts of one search by a thread pool. Updated where a worker waits or shares moves, never in a node.
#[derive(Debug, Default)]
pub(super) struct PoolCounters {
    /// Split points opened.
    splits: AtomicU64,
    /// Times that a worker without work of its own joined one.
    joins: AtomicU64,
    /// Times that an owner helped below its own split while it waited.
    owner_joins: AtomicU64,
    /// Nanoseconds of all workers without work.
    idle: AtomicU64,
    /// Nanoseconds of all owners that waited for their helpers.
    owners_waiting: AtomicU64,
}

impl PoolCounters {
    pub(super) fn count_split(&self) {
        self.splits.fetch_add(1, Relaxed);
    }

    /// A worker was without work for `time`, until it joined a split or, if not `joined`, the search ended.
    pub(super) fn count_idle(&self, time: Duration, joined: bool) {
        self.idle.fetch_add(nanoseconds(time), Relaxed);
        self.joins.fetch_add(joined.into(), Relaxed);
    }

    /// An owner waited for its helpers for `time`. Then it helped below its split, if `joined`.
    pub(super) fn count_waiting_owner(&self, time: Duration, joined: bool) {
        self.owners_waiting.fetch_add(nanoseconds(time), Relaxed);
        self.owner_joins.fetch_add(joined.into(), Relaxed);
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl fmt::Display for PoolCounters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds =
            |counter: &AtomicU64| Duration::from_nanos(counter.load(Relaxed)).as_secs_f64();
        write!(
            f,
            "{} splits, {} joined by idle workers and {} by waiting owners; {:.3} s idle, {:.3} s waiting for helpers",
            self.splits.load(Relaxed),
            self.joins.load(Relaxed),
            self.owner_joins.load(Relaxed),
            seconds(&self.idle),
            seconds(&self.owners_waiting),
        )
    }
}
