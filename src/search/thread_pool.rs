//! Split points, and the thread pool that shares them.
//!
//! When other workers are idle, a worker opens a [`SplitPoint`] at a node of its path whose first moves have been searched:
//! the moves that wait there, shared. Idle workers join, with a copy of the game. All shared state is constant, atomic or
//! locked.
//!
//! Opening, joining and closing a split take the lock; leaving it does not. A worker without work looks at one counter, which
//! grows with each new split; an owner that waits also looks at the number of its helpers.

use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicI16, AtomicUsize};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{hint, panic, thread};

use super::pool_counters::PoolCounters;
use super::pv::{BestMove, replace_line};
use crate::core::{Draft, PackedMove, Score, SearchLimits, Window};
use crate::game::Game;

/// A split point: a node whose remaining moves are shared between workers.
pub struct SplitPoint<G: Game, S> {
    pub(super) game: G,
    /// The limits of the owner, which helpers must keep, too.
    pub(super) limits: SearchLimits,
    /// Whether its owner obeys a stop; helpers do the same, so that no node is searched in part.
    pub(super) stoppable: bool,
    pub(super) ply: u16,
    pub(super) draft: Draft,
    pub(super) beta: Score,
    pub(super) alpha: AtomicI16,
    pub(super) moves: Vec<G::Move>,
    /// Number of moves the owner had searched before.
    pub(super) searched: usize,
    pub(super) next: AtomicUsize,
    pub(super) best: Mutex<(BestMove, Vec<PackedMove>)>,
    /// Whether a worker has failed high, so that the other moves no longer matter.
    pub(super) cut: AtomicBool,
    /// Whether a worker has given up a move before its search was complete.
    pub(super) is_partial: AtomicBool,
    /// Whether its owner waits for helpers; meanwhile it can help with the splits below.
    pub(super) is_waiting: AtomicBool,
    /// Whether its owner sleeps until the last helper leaves.
    pub(super) is_asleep: AtomicBool,
    /// Number of helpers. It grows under the lock of the pool, while the split is open.
    pub(super) helpers: AtomicUsize,
    pub(super) parent: Option<Arc<SplitPoint<G, S>>>,
    /// How a worker searches the moves.
    pub(super) search: S,
}

impl<G: Game, S> SplitPoint<G, S> {
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_cut())
    }

    pub(super) fn has_work(&self) -> bool {
        self.next.load(Relaxed) < self.moves.len() && !self.is_cut()
    }

    /// Whether this node was split in the search of `other`.
    fn is_below(&self, other: &Arc<Self>) -> bool {
        self.parent
            .as_ref()
            .is_some_and(|parent| Arc::ptr_eq(parent, other) || parent.is_below(other))
    }

    /// Whether the owner of this split, or of one above it, waits.
    fn is_awaited(&self) -> bool {
        self.is_waiting.load(Relaxed)
            || self
                .parent
                .as_ref()
                .is_some_and(|parent| parent.is_awaited())
    }

    pub(super) fn best(&self) -> MutexGuard<'_, (BestMove, Vec<PackedMove>)> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a move. Returns its index in the move loop, too.
    pub(super) fn take(&self) -> Option<(usize, &G::Move)> {
        self.get(self.next.fetch_add(1, Relaxed))
    }

    /// The move number `at` of the shared ones, and its index in the move loop.
    pub(super) fn get(&self, at: usize) -> Option<(usize, &G::Move)> {
        self.moves.get(at).map(|mv| (self.searched + at, mv))
    }

    pub(super) fn window(&self) -> Window {
        Window {
            alpha: Score(self.alpha.load(Relaxed)),
            beta: self.beta,
        }
    }

    pub(super) fn report(&self, score: Score, mv: PackedMove, below: &[PackedMove]) {
        let (found, line) = &mut *self.best();
        if score <= found.score {
            return;
        }
        found.score = score;
        if !self.window().fails_low(score) {
            found.mv = mv;
            replace_line(line, mv, below);
            self.alpha.store(score.0, Relaxed);
        }
        if score >= self.beta {
            self.cut.store(true, Relaxed);
        }
    }
}

/// Looks before a waiting worker sleeps: 0.4 to 1 ms. To wake a sleeping thread costs tens of microseconds, more
/// on a virtual machine, and a midgame shares subtrees that take no longer.
const LOOKS: u32 = if cfg!(miri) { 1 } else { 20_000 };
/// Looks between two offers of the processor to other threads, which matter where there are more threads than processors.
const LOOKS_PER_YIELD: u32 = 128;

/// A value on cache lines of its own: writes to its neighbours would slow down all who read it.
#[derive(Debug, Default)]
#[repr(align(128))]
struct OwnCacheLines<T>(T);

/// The workers of one search.
pub struct ThreadPool<G: Game, S> {
    open_splits: OwnCacheLines<Mutex<OpenSplits<G, S>>>,
    /// Counts the splits ever opened, and the end of the search, under the lock. Workers without work look at it.
    news: OwnCacheLines<AtomicUsize>,
    /// Number of workers that wait for any split to join; owners that wait for their helpers are not counted.
    idle: OwnCacheLines<AtomicUsize>,
    /// Wakes workers without work.
    work: Condvar,
    /// Wakes owners that wait for their helpers.
    helpers_left: Condvar,
    /// Whether a worker has panicked; the others then unwind as well.
    failed: AtomicBool,
    counters: OwnCacheLines<PoolCounters>,
}

/// The list of open splits, behind a lock.
pub(super) struct OpenSplits<G: Game, S> {
    list: Vec<Arc<SplitPoint<G, S>>>,
    /// Number of workers without work that sleep.
    pub(super) idle_asleep: usize,
    /// Number of owners that sleep.
    pub(super) owners_asleep: usize,
    over: bool,
}

/// A split that a worker has joined.
pub(super) struct Joined<G: Game, S> {
    pub(super) split: Arc<SplitPoint<G, S>>,
    /// The number of the move that it took by joining; a split without moves left cannot be joined.
    pub(super) first: usize,
}

impl<G: Game, S> OpenSplits<G, S> {
    /// Joins the first split accepted by `wanted` with moves left.
    pub(super) fn join(&self, wanted: impl Fn(&SplitPoint<G, S>) -> bool) -> Option<Joined<G, S>> {
        self.list
            .iter()
            .filter(|split| split.has_work() && wanted(split))
            .find_map(|split| {
                let first = split.next.fetch_add(1, Relaxed);
                split.get(first)?;
                split.helpers.fetch_add(1, Relaxed);
                Some(Joined {
                    split: Arc::clone(split),
                    first,
                })
            })
    }
}

impl<G: Game, S> Default for ThreadPool<G, S> {
    fn default() -> Self {
        Self {
            open_splits: OwnCacheLines(Mutex::new(OpenSplits {
                list: Vec::new(),
                idle_asleep: 0,
                owners_asleep: 0,
                over: false,
            })),
            news: OwnCacheLines::default(),
            idle: OwnCacheLines::default(),
            work: Condvar::new(),
            helpers_left: Condvar::new(),
            failed: AtomicBool::new(false),
            counters: OwnCacheLines::default(),
        }
    }
}

impl<G: Game, S> ThreadPool<G, S> {
    /// Whether a worker waits that can help with a node below `split`: an idle one, or the owner of a split above.
    #[inline]
    pub(super) fn has_helper_for(&self, split: Option<&SplitPoint<G, S>>) -> bool {
        self.idle.0.load(Relaxed) > 0 || split.is_some_and(SplitPoint::is_awaited)
    }

    pub(super) fn counters(&self) -> &PoolCounters {
        &self.counters.0
    }

    /// Unwinds if another worker has panicked.
    pub(super) fn check(&self) {
        if self.failed.load(Relaxed) {
            // The first panic has been reported.
            panic::resume_unwind(Box::new("another worker of the search panicked"));
        }
    }

    /// The open splits. No worker panics while it holds the lock, so that they are always whole.
    pub(super) fn lock(&self) -> MutexGuard<'_, OpenSplits<G, S>> {
        let lock = self.open_splits.0.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks out for news, or until `is_over`, without the lock. Returns the lock, and whether it is time to sleep.
    fn look_out<'p>(
        &'p self,
        open: MutexGuard<'p, OpenSplits<G, S>>,
        is_over: impl Fn() -> bool,
    ) -> (MutexGuard<'p, OpenSplits<G, S>>, bool) {
        let seen = self.news.0.load(Relaxed);
        drop(open);
        let has_news = || self.news.0.load(Relaxed) != seen || is_over();
        for look in 1..=LOOKS {
            if has_news() {
                break;
            }
            if look % LOOKS_PER_YIELD == 0 {
                thread::yield_now();
            }
            hint::spin_loop();
        }
        let open = self.lock();
        let is_late = !has_news();
        (open, is_late)
    }

    /// Lets all waiting workers look at `open` again.
    fn notify_all(&self, open: MutexGuard<'_, OpenSplits<G, S>>) {
        self.news.0.fetch_add(1, Relaxed);
        drop(open);
        self.work.notify_all();
        self.helpers_left.notify_all();
    }

    pub(super) fn open(&self, split: &Arc<SplitPoint<G, S>>) {
        self.counters().count_split();
        let mut open = self.lock();
        open.list.push(Arc::clone(split));
        self.news.0.fetch_add(1, Relaxed);
        let sleepers = open.idle_asleep.min(split.moves.len());
        let may_help = open.owners_asleep > 0 && split.parent.is_some();
        drop(open);
        for _ in 0..sleepers {
            self.work.notify_one();
        }
        if may_help {
            self.helpers_left.notify_all();
        }
    }

    /// Closes the split. Returns `None` once all its helpers have left. Until then, returns splits below it, where the
    /// owner can help (the "helpful master" of Feldmann's young brothers wait concept, 1993).
    pub(super) fn close(&self, split: &Arc<SplitPoint<G, S>>) -> Option<Joined<G, S>> {
        split.is_waiting.store(true, Relaxed);
        let mut open = self.lock();
        open.list.retain(|other| !Arc::ptr_eq(other, split));
        let below = loop {
            if self.failed.load(Relaxed) {
                drop(open);
                self.check();
                return None;
            }
            if split.helpers.load(SeqCst) == 0 {
                break None;
            }
            if let Some(below) = open.join(|other| other.is_below(split)) {
                break Some(below);
            }
            let is_late;
            (open, is_late) = self.look_out(open, || split.helpers.load(Relaxed) == 0);
            if is_late {
                open = self.sleep_until_helpers_leave(open, split);
            }
        };
        split.is_waiting.store(false, Relaxed);
        below
    }

    /// Sleeps, unless no helper is left by now. News wake the owner, too.
    fn sleep_until_helpers_leave<'p>(
        &'p self,
        mut open: MutexGuard<'p, OpenSplits<G, S>>,
        split: &SplitPoint<G, S>,
    ) -> MutexGuard<'p, OpenSplits<G, S>> {
        // The last helper counts itself out first and then looks at this. All four operations have one order (SeqCst), so
        // either it sees the owner asleep, or the owner sees that it has left.
        split.is_asleep.store(true, SeqCst);
        if split.helpers.load(SeqCst) > 0 {
            open.owners_asleep += 1;
            let woken = self.helpers_left.wait(open);
            open = woken.unwrap_or_else(PoisonError::into_inner);
            open.owners_asleep -= 1;
        }
        split.is_asleep.store(false, Relaxed);
        open
    }

    /// Waits for work; `None` when the search is over.
    pub(super) fn join(&self) -> Option<Joined<G, S>> {
        let mut open = self.lock();
        self.idle.0.fetch_add(1, Relaxed);
        let joined = loop {
            if open.over {
                break None;
            }
            if let Some(joined) = open.join(|_| true) {
                break Some(joined);
            }
            let is_late;
            (open, is_late) = self.look_out(open, || false);
            if is_late {
                open.idle_asleep += 1;
                let woken = self.work.wait(open);
                open = woken.unwrap_or_else(PoisonError::into_inner);
                open.idle_asleep -= 1;
            }
        };
        self.idle.0.fetch_sub(1, Relaxed);
        joined
    }

    pub(super) fn leave(&self, split: &SplitPoint<G, S>) {
        let is_last = split.helpers.fetch_sub(1, SeqCst) == 1;
        if is_last && split.is_asleep.load(SeqCst) {
            // The owner holds the lock until it sleeps.
            drop(self.lock());
            self.helpers_left.notify_all();
        }
    }
}

/// Ends the helpers when it is dropped, even if the first worker panics; otherwise they would wait for ever.
pub(super) struct ShutdownGuard<'t, G: Game, S>(pub(super) &'t ThreadPool<G, S>);

impl<G: Game, S> Drop for ShutdownGuard<'_, G, S> {
    fn drop(&mut self) {
        let _failure = PanicGuard(self.0);
        let mut open = self.0.lock();
        open.over = true;
        self.0.notify_all(open);
    }
}

/// Unwinds the other workers if this one panics; otherwise those that wait for it would wait for ever.
pub(super) struct PanicGuard<'t, G: Game, S>(pub(super) &'t ThreadPool<G, S>);

impl<G: Game, S> Drop for PanicGuard<'_, G, S> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Set under the lock: a worker that has looked at it waits already, and is woken below.
            let mut open = self.0.lock();
            open.over = true;
            self.0.failed.store(true, Relaxed);
            self.0.notify_all(open);
        }
    }
}
