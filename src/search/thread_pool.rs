//! The thread pool of a search: several workers on one node.
//!
//! When other workers are idle and the first move of a node has been searched, its owner opens a [`SplitPoint`]: the
//! remaining moves, shared. Idle workers join, with a copy of the game. All shared state is constant, atomic or locked.

use std::sync::atomic::{AtomicBool, AtomicI16, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{panic, thread};

use super::node::{BestMove, MoveLoop};
use super::pv::replace_line;
use super::{Draft, NodeType, Policy, Score, SearchLimits, Stopped, Window, Worker};
use crate::game::{Game, PackedMove};

/// A split point: a node whose remaining moves are shared between workers.
pub struct SplitPoint<G: Game> {
    game: G,
    /// The limits of the owner, which helpers must keep, too.
    limits: SearchLimits,
    /// Whether its owner obeys a stop; helpers do the same, so that no node is searched in part.
    heeds_stop: bool,
    ply: u16,
    draft: Draft,
    beta: Score,
    alpha: AtomicI16,
    moves: Vec<G::Move>,
    /// Number of moves the owner had searched before.
    searched: usize,
    next: AtomicUsize,
    best: Mutex<(BestMove, Vec<PackedMove>)>,
    /// Whether a worker has failed high, so that the other moves no longer matter.
    cut: AtomicBool,
    /// Whether a worker has given up a move before its search was complete.
    is_partial: AtomicBool,
    /// Whether its owner waits for helpers; meanwhile it can help with the splits below.
    is_waiting: AtomicBool,
    parent: Option<Arc<SplitPoint<G>>>,
    run: fn(&mut Worker<'_, G>, &SplitPoint<G>),
}

impl<G: Game> SplitPoint<G> {
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_cut())
    }

    fn has_work(&self) -> bool {
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

    fn best(&self) -> MutexGuard<'_, (BestMove, Vec<PackedMove>)> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Option<(usize, &G::Move)> {
        let at = self.next.fetch_add(1, Relaxed);
        self.moves.get(at).map(|mv| (self.searched + at, mv))
    }

    fn window(&self) -> Window {
        Window {
            alpha: Score(self.alpha.load(Relaxed)),
            beta: self.beta,
        }
    }

    fn report(&self, score: Score, mv: PackedMove, below: &[PackedMove]) {
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

/// The workers of one search.
pub struct ThreadPool<G: Game> {
    open_splits: Mutex<OpenSplits<G>>,
    wakeup: Condvar,
    /// Number of workers that wait for any split to join; owners that wait for their helpers are not counted.
    idle: AtomicUsize,
    /// Whether a worker has panicked; the others then unwind as well.
    failed: AtomicBool,
}

struct OpenSplits<G: Game> {
    open: Vec<(Arc<SplitPoint<G>>, usize)>,
    over: bool,
}

impl<G: Game> OpenSplits<G> {
    /// Joins the first split accepted by `wanted` with moves left.
    fn join(&mut self, wanted: impl Fn(&SplitPoint<G>) -> bool) -> Option<Arc<SplitPoint<G>>> {
        let (split, helpers) = self
            .open
            .iter_mut()
            .find(|(split, _)| split.has_work() && wanted(split))?;
        *helpers += 1;
        Some(Arc::clone(split))
    }

    /// Where the split is among the open ones.
    fn position(&self, split: &Arc<SplitPoint<G>>) -> Option<usize> {
        self.open
            .iter()
            .position(|(other, _)| Arc::ptr_eq(other, split))
    }
}

impl<G: Game> Default for ThreadPool<G> {
    fn default() -> Self {
        Self {
            open_splits: Mutex::new(OpenSplits {
                open: Vec::new(),
                over: false,
            }),
            wakeup: Condvar::new(),
            idle: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
        }
    }
}

impl<G: Game> ThreadPool<G> {
    /// Calls `work` with the first of `threads` workers (1 or more). The others run on threads of their own and help
    /// it until `work` returns.
    ///
    /// There are fewer helpers if the system cannot start so many threads.
    ///
    /// # Panics
    /// If `work` or a worker panics; all workers have ended by then.
    pub fn run<'s, R>(
        threads: usize,
        worker: impl Fn() -> Worker<'s, G>,
        work: impl FnOnce(Worker<'_, G>) -> R,
    ) -> R {
        let pool = &Self::default();
        thread::scope(|scope| {
            let _end = ShutdownGuard(pool);
            let mut helpers = 0;
            for _ in 1..threads {
                let mut helper = worker().with_pool(pool);
                let help = move || {
                    let _failure = PanicGuard(pool);
                    helper.helper_loop();
                };
                if let Err(why) = thread::Builder::new().spawn_scoped(scope, help) {
                    log::warn!("the search uses fewer threads than {threads}: {why}");
                    break;
                }
                helpers += 1;
            }
            let first = worker();
            work(if helpers > 0 {
                first.with_pool(pool)
            } else {
                first
            })
        })
    }

    /// Whether a worker waits that can help with a node below `split`: an idle one, or the owner of a split above.
    #[inline]
    pub(super) fn has_helper_for(&self, split: Option<&SplitPoint<G>>) -> bool {
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
    fn board(&self) -> MutexGuard<'_, OpenSplits<G>> {
        self.open_splits
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'b>(&self, board: MutexGuard<'b, OpenSplits<G>>) -> MutexGuard<'b, OpenSplits<G>> {
        self.wakeup
            .wait(board)
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, split: &Arc<SplitPoint<G>>) {
        self.board().open.push((Arc::clone(split), 0));
        self.wakeup.notify_all();
    }

    /// Closes the split once all its helpers have left: returns `None`. Until then, returns splits below it, where the
    /// owner can help (the "helpful master" of Feldmann's young brothers wait concept, 1993).
    fn close(&self, split: &Arc<SplitPoint<G>>) -> Option<Arc<SplitPoint<G>>> {
        split.is_waiting.store(true, Relaxed);
        let mut board = self.board();
        let below = loop {
            if self.failed.load(Relaxed) {
                drop(board);
                self.check();
                return None;
            }
            match board.position(split) {
                Some(at) if board.open[at].1 > 0 => {}
                Some(at) => {
                    board.open.swap_remove(at);
                    break None;
                }
                None => break None,
            }
            if let Some(below) = board.join(|other| other.is_below(split)) {
                break Some(below);
            }
            board = self.wait(board);
        };
        split.is_waiting.store(false, Relaxed);
        below
    }

    /// Waits for work; `None` when the search is over.
    fn join(&self) -> Option<Arc<SplitPoint<G>>> {
        let mut board = self.board();
        self.idle.fetch_add(1, Relaxed);
        let split = loop {
            if board.over {
                break None;
            }
            if let Some(split) = board.join(|_| true) {
                break Some(split);
            }
            board = self.wait(board);
        };
        self.idle.fetch_sub(1, Relaxed);
        split
    }

    fn leave(&self, split: &Arc<SplitPoint<G>>) {
        let mut board = self.board();
        if let Some(at) = board.position(split) {
            board.open[at].1 -= 1;
        }
        drop(board);
        self.wakeup.notify_all();
    }
}

/// Ends the helpers when it is dropped, even if the first worker panics; otherwise they would wait for ever.
struct ShutdownGuard<'t, G: Game>(&'t ThreadPool<G>);

impl<G: Game> Drop for ShutdownGuard<'_, G> {
    fn drop(&mut self) {
        let _failure = PanicGuard(self.0);
        self.0.board().over = true;
        self.0.wakeup.notify_all();
    }
}

/// Unwinds the other workers if this one panics; otherwise those that wait for it would wait for ever.
struct PanicGuard<'t, G: Game>(&'t ThreadPool<G>);

impl<G: Game> Drop for PanicGuard<'_, G> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Set under the lock: a worker that has looked at it waits already, and is woken below.
            let mut board = self.0.board();
            board.over = true;
            self.0.failed.store(true, Relaxed);
            drop(board);
            self.0.wakeup.notify_all();
        }
    }
}

impl<G: Game> Worker<'_, G> {
    /// Helps other workers until the search is over.
    fn helper_loop(&mut self) {
        let Some(pool) = self.pool else { return };
        while let Some(split) = pool.join() {
            self.work_for(pool, &split);
        }
    }

    /// Works on another worker's split, then restores its own position.
    fn work_for(&mut self, pool: &ThreadPool<G>, split: &Arc<SplitPoint<G>>) {
        let game = std::mem::replace(&mut self.game, split.game.clone());
        let limits = std::mem::replace(&mut self.limits, split.limits);
        let ply = std::mem::replace(&mut self.ply, split.ply);
        let heeds_stop = std::mem::replace(&mut self.stoppable, split.heeds_stop);
        let own = self.split.replace(Arc::clone(split));
        let waiting = self.stack.len();
        (split.run)(self, split);
        self.stack.truncate(waiting);
        (self.game, self.limits, self.ply, self.split) = (game, limits, ply, own);
        self.stoppable = heeds_stop;
        // Published before the owner of the split continues, so that the owner's count is complete.
        self.flush_nodes();
        pool.leave(split);
    }

    /// Searches the moves above `start` together with idle workers.
    pub(super) fn split<P: Policy<G>, N: NodeType>(
        &mut self,
        pool: &ThreadPool<G>,
        draft: Draft,
        move_loop: MoveLoop,
        start: usize,
    ) -> Result<BestMove, Stopped> {
        self.stack[start..].sort_by_key(|scored| std::cmp::Reverse(scored.score));
        let split = Arc::new(SplitPoint {
            game: self.game.clone(),
            limits: self.limits,
            heeds_stop: self.stoppable,
            ply: self.ply,
            draft,
            beta: move_loop.window.beta,
            alpha: AtomicI16::new(move_loop.window.alpha.0),
            moves: self.stack.drain(start..).map(|scored| scored.mv).collect(),
            searched: move_loop.searched,
            next: AtomicUsize::new(0),
            best: Mutex::new((move_loop.found, self.pv_table.at(self.ply).to_vec())),
            cut: AtomicBool::new(false),
            is_partial: AtomicBool::new(false),
            is_waiting: AtomicBool::new(false),
            parent: self.split.take(),
            run: search_split::<G, P, N>,
        });
        pool.open(&split);
        self.split = Some(Arc::clone(&split));
        search_split::<G, P, N>(self, &split);
        while let Some(below) = pool.close(&split) {
            self.work_for(pool, &below);
        }
        self.split.clone_from(&split.parent);
        let (found, line) = &*split.best();
        if N::PV {
            self.pv_table.set(self.ply, line);
            if self.ply == 0 && !line.is_empty() {
                self.root_pv = Some((found.score, line.clone()));
            }
        }
        if split.is_partial.load(Relaxed) && !split.cut.load(Relaxed) {
            return Err(Stopped);
        }
        Ok(*found)
    }
}

/// Searches shared moves until none is left, or the result no longer matters.
fn search_split<G: Game, P: Policy<G>, N: NodeType>(
    search: &mut Worker<'_, G>,
    split: &SplitPoint<G>,
) {
    while let Some((index, mv)) = split.take() {
        let Ok(score) = search.search_move::<P, N>(mv, index, split.draft, split.window()) else {
            // Without this move the node has no score: no worker may begin another one.
            split.is_partial.store(true, Relaxed);
            split.next.store(split.moves.len(), Relaxed);
            return;
        };
        let below = search.pv_table.at(split.ply + 1);
        split.report(score, G::pack(mv), if N::PV { below } else { &[] });
    }
}

#[cfg(test)]
mod tests;
