//! The search of several workers: the owner of a split point shares the remaining moves, and idle workers join.

mod share;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use super::node_type::NodeType;
use super::policy::Policy;
use super::pool_counters::PoolCounters;
use super::pv::BestMove;
use super::thread_pool::{PanicGuard, ShutdownGuard};
use super::worker::{JoinedSplit, Pool, Searchable, Split, Stopped, Worker, timed};
use crate::core::Score;

impl<G: Searchable> Pool<G> {
    /// Calls `work` with the first of `threads` workers (1 or more). The others run on threads of their own and help
    /// it until `work` returns.
    ///
    /// Fewer helpers run if the system cannot start `threads - 1` threads.
    ///
    /// # Panics
    /// If `work` or a worker panics; all workers have ended by then.
    ///
    /// # Examples
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use kaeshi::core::SearchLimits;
    /// use kaeshi::games::othello::Othello;
    /// use kaeshi::search::{SharedState, ThreadPool, TranspositionTable, Worker};
    ///
    /// let (table, shared) = (TranspositionTable::new(16)?, SharedState::default());
    /// let limits = SearchLimits { depth: 8, ..SearchLimits::default() };
    /// let worker = || Worker::new(Othello::default(), &table, &shared, limits);
    /// let score = ThreadPool::run(2, worker, |mut first| {
    ///     let mut score = None;
    ///     first.iterative_deepening(1, |report| {
    ///         score = Some(report.score);
    ///         ControlFlow::Continue(())
    ///     });
    ///     score
    /// });
    /// assert!(score.is_some());
    /// # Ok::<(), kaeshi::search::OutOfMemory>(())
    /// ```
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
            if helpers == 0 {
                return work(first);
            }
            let result = work(first.with_pool(pool));
            log::debug!("{} workers: {}", helpers + 1, pool.counters());
            result
        })
    }
}

impl<G: Searchable> Worker<'_, G> {
    /// Helps other workers until the search is over.
    fn helper_loop(&mut self) {
        let Some(pool) = self.pool else { return };
        self.work_while(pool, || pool.join(), PoolCounters::count_idle);
    }

    /// Works on the splits that `next` waits for, until it has none. `count` is told how long each wait took, and whether
    /// there was work after it.
    fn work_while(
        &mut self,
        pool: &Pool<G>,
        next: impl Fn() -> Option<JoinedSplit<G>>,
        count: fn(&PoolCounters, Duration, bool),
    ) {
        loop {
            let (joined, time) = timed(&next);
            count(pool.counters(), time, joined.is_some());
            let Some(joined) = joined else { break };
            self.work_for(pool, &joined);
        }
    }

    /// Works on another worker's split, then restores its own position.
    fn work_for(&mut self, pool: &Pool<G>, joined: &JoinedSplit<G>) {
        let split = &joined.split;
        let game = std::mem::replace(&mut self.game, split.game.clone());
        let limits = std::mem::replace(&mut self.limits, split.limits);
        let ply = std::mem::replace(&mut self.ply, split.ply);
        let stoppable = std::mem::replace(&mut self.stoppable, split.stoppable);
        let mode = std::mem::replace(&mut self.mode, split.search.mode);
        let own = self.split.replace(Arc::clone(split));
        let first = std::mem::replace(&mut self.open_nodes.first, self.open_nodes.nodes.len());
        let waiting = self.stack.len();
        (split.search.run)(self, split, split.get(joined.first));
        self.stack.truncate(waiting);
        (self.game, self.limits, self.ply, self.split) = (game, limits, ply, own);
        (self.stoppable, self.mode, self.open_nodes.first) = (stoppable, mode, first);
        // Published before the owner of the split continues, so that the owner's count is complete.
        self.flush_nodes();
        pool.leave(split);
    }

    /// Searches the rest of the moves of a split of this worker, and waits for its helpers.
    pub(super) fn finish_split<P: Policy<G>, N: NodeType>(
        &mut self,
        pool: &Pool<G>,
        split: &Arc<Split<G>>,
    ) -> Result<BestMove, Stopped> {
        search_split::<G, P, N>(self, split, split.take());
        self.work_while(
            pool,
            || pool.close(split),
            PoolCounters::count_waiting_owner,
        );
        self.split.clone_from(&split.parent);
        let (best, line) = &*split.best();
        if N::PV {
            self.pv_table.set(self.ply, line);
            if self.ply == 0 && !line.is_empty() {
                self.root_pv = Some((best.score, line.clone()));
            }
        }
        if split.is_partial.load(Relaxed) && !split.cut.load(Relaxed) {
            return Err(Stopped);
        }
        Ok(*best)
    }

    /// Reports the score of a shared move, and the line after it, to its split. Returns whether other moves may follow.
    pub(super) fn report_to<N: NodeType>(
        &mut self,
        split: &Split<G>,
        mv: &G::Move,
        score: Result<Score, Stopped>,
    ) -> bool {
        let Ok(score) = score else {
            // Without this move the node has no score: no worker may begin another one.
            split.is_partial.store(true, Relaxed);
            split.next.store(split.moves.len(), Relaxed);
            return false;
        };
        // A move that fails high was searched in a null window only, so the line after it is unknown.
        let knows_line = N::PV && score < split.beta;
        let below = self.pv_table.at(split.ply + 1);
        split.report(score, G::pack(mv), if knows_line { below } else { &[] });
        true
    }
}

/// Searches the shared move `next` and others until none is left, or the result no longer matters.
fn search_split<'a, G: Searchable, P: Policy<G>, N: NodeType>(
    search: &mut Worker<'_, G>,
    split: &'a Split<G>,
    mut next: Option<(usize, &'a G::Move)>,
) {
    while let Some((index, mv)) = next {
        let score = search.search_move::<P, N>(mv, index, split.draft, split.window());
        if !search.report_to::<N>(split, mv, score) {
            return;
        }
        next = split.take();
    }
}

#[cfg(test)]
mod tests;
