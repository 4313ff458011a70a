//! Split points, and the thread pool that shares them.
//!
//! When other workers are idle, a worker opens a [`SplitPoint`] at a node of its path whose first moves have been searched:
//! the moves that wait there, shared. Idle workers join, with a copy of the game. All shared state is constant, atomic or
//! locked.

use std::sync::atomic::{AtomicBool, AtomicI16, AtomicUsize, Ordering::Relaxed};
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

    pub(super) fn take(&self) -> Option<(usize, &G::Move)> {
        let at = self.next.fetch_add(1, Relaxed);
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

/// Looks at the pool before a waiting worker sleeps: some 40 to 90 microseconds. A midgame shares subtrees that take no
/// longer, and to wake a sleeping thread takes as long.
const LOOKS: u32 = if cfg!(miri) { 1 } else { 2000 };
/// Looks between two offers of the processor to other threads, which matter where there are more threads than processors.
const LOOKS_PER_YIELD: u32 = 128;

/// The workers of one search.
pub struct ThreadPool<G: Game, S> {
    open_splits: Mutex<OpenSplits<G, S>>,
    wakeup: Condvar,
    /// Counts, under the lock, the changes that waiting workers must see.
    changes: AtomicUsize,
    /// Number of workers that wait for any split to join; owners that wait for their helpers are not counted.
    idle: AtomicUsize,
    /// Whether a worker has panicked; the others then unwind as well.
    failed: AtomicBool,
    pub(super) counters: PoolCounters,
}

/// The list of open splits, behind a lock.
pub(super) struct OpenSplits<G: Game, S> {
    /// The split points with the number of their helpers.
    list: Vec<(Arc<SplitPoint<G, S>>, usize)>,
    /// Number of workers that sleep.
    asleep: usize,
    over: bool,
}

impl<G: Game, S> OpenSplits<G, S> {
    /// Joins the first split accepted by `wanted` with moves left.
    fn join(
        &mut self,
        wanted: impl Fn(&SplitPoint<G, S>) -> bool,
    ) -> Option<Arc<SplitPoint<G, S>>> {
        let (split, helpers) = self
            .list
            .iter_mut()
            .find(|(split, _)| split.has_work() && wanted(split))?;
        *helpers += 1;
        Some(Arc::clone(split))
    }

    /// Where the split is among the open ones.
    fn position(&self, split: &Arc<SplitPoint<G, S>>) -> Option<usize> {
        self.list
            .iter()
            .position(|(other, _)| Arc::ptr_eq(other, split))
    }
}

impl<G: Game, S> Default for ThreadPool<G, S> {
    fn default() -> Self {
        Self {
            open_splits: Mutex::new(OpenSplits {
                list: Vec::new(),
                asleep: 0,
                over: false,
            }),
            wakeup: Condvar::new(),
            changes: AtomicUsize::new(0),
            idle: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            counters: PoolCounters::default(),
        }
    }
}

impl<G: Game, S> ThreadPool<G, S> {
    /// Whether a worker waits that can help with a node below `split`: an idle one, or the owner of a split above.
    #[inline]
    pub(super) fn has_helper_for(&self, split: Option<&SplitPoint<G, S>>) -> bool {
        self.idle.load(Relaxed) > 0 || split.is_some_and(SplitPoint::is_awaited)
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
        self.open_splits
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a change: looks for one at first, then sleeps.
    fn wait<'p>(
        &'p self,
        open: MutexGuard<'p, OpenSplits<G, S>>,
    ) -> MutexGuard<'p, OpenSplits<G, S>> {
        let seen = self.changes.load(Relaxed);
        drop(open);
        for look in 1..=LOOKS {
            if self.changes.load(Relaxed) != seen {
                break;
            }
            if look % LOOKS_PER_YIELD == 0 {
                thread::yield_now();
            }
            hint::spin_loop();
        }
        let mut open = self.lock();
        if self.changes.load(Relaxed) == seen {
            open.asleep += 1;
            open = self
                .wakeup
                .wait(open)
                .unwrap_or_else(PoisonError::into_inner);
            open.asleep -= 1;
        }
        open
    }

    /// Lets all waiting workers look at `open` again.
    fn notify(&self, open: MutexGuard<'_, OpenSplits<G, S>>) {
        self.changes.fetch_add(1, Relaxed);
        let asleep = open.asleep > 0;
        drop(open);
        if asleep {
            self.wakeup.notify_all();
        }
    }

    pub(super) fn open(&self, split: &Arc<SplitPoint<G, S>>) {
        self.counters.count_split();
        let mut open = self.lock();
        open.list.push((Arc::clone(split), 0));
        self.notify(open);
    }

    /// Closes the split once all its helpers have left: returns `None`. Until then, returns splits below it, where the
    /// owner can help (the "helpful master" of Feldmann's young brothers wait concept, 1993).
    pub(super) fn close(&self, split: &Arc<SplitPoint<G, S>>) -> Option<Arc<SplitPoint<G, S>>> {
        split.is_waiting.store(true, Relaxed);
        let mut open = self.lock();
        let below = loop {
            if self.failed.load(Relaxed) {
                drop(open);
                self.check();
                return None;
            }
            match open.position(split) {
                Some(at) if open.list[at].1 > 0 => {}
                Some(at) => {
                    open.list.swap_remove(at);
                    break None;
                }
                None => break None,
            }
            if let Some(below) = open.join(|other| other.is_below(split)) {
                break Some(below);
            }
            open = self.wait(open);
        };
        split.is_waiting.store(false, Relaxed);
        below
    }

    /// Waits for work; `None` when the search is over.
    pub(super) fn join(&self) -> Option<Arc<SplitPoint<G, S>>> {
        let mut open = self.lock();
        self.idle.fetch_add(1, Relaxed);
        let split = loop {
            if open.over {
                break None;
            }
            if let Some(split) = open.join(|_| true) {
                break Some(split);
            }
            open = self.wait(open);
        };
        self.idle.fetch_sub(1, Relaxed);
        split
    }

    pub(super) fn leave(&self, split: &Arc<SplitPoint<G, S>>) {
        let mut open = self.lock();
        if let Some(at) = open.position(split) {
            open.list[at].1 -= 1;
        }
        self.notify(open);
    }
}

/// Ends the helpers when it is dropped, even if the first worker panics; otherwise they would wait for ever.
pub(super) struct ShutdownGuard<'t, G: Game, S>(pub(super) &'t ThreadPool<G, S>);

impl<G: Game, S> Drop for ShutdownGuard<'_, G, S> {
    fn drop(&mut self) {
        let _failure = PanicGuard(self.0);
        let mut open = self.0.lock();
        open.over = true;
        self.0.notify(open);
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
            self.0.notify(open);
        }
    }
}
