//! A worker: its game, its move stack, its counters. What workers share is borrowed.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use super::history::History;
use super::open_nodes::OpenNodes;
use super::pv::{MAX_PLY, PvTable};
use super::root_moves::RootMoves;
use super::shared_state::SharedState;
use super::table::TranspositionTable;
use super::thread_pool::{Joined, SplitPoint, ThreadPool};
use crate::core::{Draft, PackedMove, Score, SearchBudget, SearchLimits, Window};
use crate::game::Game;

/// The search was stopped; its result is void.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// A move waiting to be searched.
#[derive(Debug, Clone, Copy)]
pub struct ScoredMove<M> {
    /// The move.
    pub mv: M,
    /// The score for move ordering: higher is searched sooner.
    pub score: i32,
}

/// A game that the search can play: what a worker needs beside the rules.
pub trait Searchable: Game {
    /// The data of this game that a worker keeps beside the position: small caches, buffers.
    type WorkerData: Default + Send;
    /// What a node's search depends on beside position, draft and window: inside of which other searches it runs.
    type Mode: Copy + Default + Send + Sync;

    /// Forgets what earlier searches left in `data`, before a search of `game` that must not depend on them.
    fn forget(data: &mut Self::WorkerData, _game: &Self) {
        *data = Self::WorkerData::default();
    }

    /// Searches the root once. A game with several phases picks the policy here; [`super::Plain`] suits a small game.
    ///
    /// # Errors
    /// When the search was told to stop.
    fn search_root(
        worker: &mut Worker<'_, Self>,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped>;
}

/// Searches a move that a worker has taken from a split, with its index in the move loop, and then others.
type SearchSplit<G> =
    for<'a> fn(&mut Worker<'_, G>, &'a Split<G>, Option<(usize, &'a <G as Game>::Move)>);

/// How a worker searches the moves of a split point.
pub struct SplitSearch<G: Searchable> {
    pub(super) run: SearchSplit<G>,
    /// The mode of the node.
    pub(super) mode: G::Mode,
}

impl<G: Searchable> Clone for SplitSearch<G> {
    fn clone(&self) -> Self {
        let Self { run, mode } = *self;
        Self { run, mode }
    }
}

/// A split point of this search.
pub(super) type Split<G> = SplitPoint<G, SplitSearch<G>>;

/// A split of this search that a worker has joined.
pub(super) type JoinedSplit<G> = Joined<G, SplitSearch<G>>;

/// The thread pool of this search.
pub(super) type Pool<G> = ThreadPool<G, SplitSearch<G>>;

/// One worker searching one game.
pub struct Worker<'s, G: Searchable> {
    /// The position being searched.
    pub game: G,
    /// The moves not searched yet of all nodes on the path from the root.
    pub stack: Vec<ScoredMove<G::Move>>,
    /// The history heuristic of this worker.
    pub history: History,
    /// The game's own data of this worker.
    pub data: G::WorkerData,
    /// The mode of the current node; a worker that helps takes it over.
    pub mode: G::Mode,
    /// Nodes visited by this worker.
    pub nodes: u64,
    pub(super) ply: u16,
    pub(super) seldepth: u16,
    pub(super) pv_table: PvTable,
    pub(super) table: &'s TranspositionTable,
    pub(super) shared: &'s SharedState,
    pub(super) limits: SearchLimits,
    pub(super) root_moves: RootMoves,
    /// The best line of this iteration so far, and its score.
    pub(super) root_pv: Option<(Score, Vec<PackedMove>)>,
    /// Whether the search may be stopped. The first iteration ignores stop requests, so that a move always exists.
    pub(super) stoppable: bool,
    /// The time at which the search pauses, if it runs in slices; see [`Worker::pause_after`].
    pub(super) pause_at: Option<Instant>,
    /// The node count before which it does not pause.
    pub(super) min_pause_nodes: u64,
    /// Whether the last [`Stopped`] was a pause.
    pub(super) is_paused: bool,
    /// The node count of the next stop check, and the one last added to the shared count.
    pub(super) next_check: u64,
    pub(super) flushed_nodes: u64,
    pub(super) pool: Option<&'s Pool<G>>,
    pub(super) split: Option<Arc<Split<G>>>,
    /// The moves that led to the current node, if it is a member of a pool.
    pub(super) path: Vec<G::Move>,
    /// The nodes whose move loops this worker is in, if it is a member of a pool.
    pub(super) open_nodes: OpenNodes<G, SplitSearch<G>>,
}

/// Nodes between two checks of the stop signal and the clock: well under a millisecond.
const CHECK_EVERY: u64 = 1024;

impl<'s, G: Searchable> Worker<'s, G> {
    /// A worker for `game`.
    #[must_use]
    pub fn new(
        game: G,
        table: &'s TranspositionTable,
        shared: &'s SharedState,
        limits: SearchLimits,
    ) -> Self {
        Self {
            game,
            stack: Vec::with_capacity(4096),
            history: History::new(G::PACKED_LIMIT),
            data: G::WorkerData::default(),
            mode: G::Mode::default(),
            nodes: 0,
            ply: 0,
            seldepth: 0,
            pv_table: PvTable::new(),
            table,
            shared,
            limits,
            root_moves: RootMoves::default(),
            root_pv: None,
            stoppable: false,
            pause_at: None,
            min_pause_nodes: 0,
            is_paused: false,
            next_check: CHECK_EVERY.min(limits.nodes),
            flushed_nodes: 0,
            pool: None,
            split: None,
            path: Vec::with_capacity(MAX_PLY),
            open_nodes: OpenNodes::default(),
        }
    }

    /// Changes to another position, and keeps allocations and history.
    ///
    /// Far cheaper than a new worker where a search takes microseconds.
    pub fn restart(&mut self, game: G, limits: SearchLimits) {
        self.game = game;
        self.limits = limits;
        self.stack.clear();
        (self.ply, self.seldepth) = (0, 0);
        (self.nodes, self.flushed_nodes) = (0, 0);
        self.next_check = CHECK_EVERY.min(limits.nodes);
        self.root_moves = RootMoves::default();
        self.stoppable = false;
        self.root_pv = None;
    }

    /// Changes to another position like [`Worker::restart`], and forgets everything that could change the search.
    pub fn restart_isolated(&mut self, game: G, limits: SearchLimits) {
        self.history.clear();
        self.mode = G::Mode::default();
        G::forget(&mut self.data, &game);
        self.restart(game, limits);
    }

    /// The same worker as a member of `pool`.
    #[must_use]
    pub(super) fn with_pool(mut self, pool: &'s Pool<G>) -> Self {
        self.pool = Some(pool);
        self
    }

    /// The same worker, with only some moves allowed at the root.
    #[must_use]
    pub fn with_root_moves(mut self, root_moves: RootMoves) -> Self {
        self.root_moves = root_moves;
        self
    }

    /// From now on only `root_moves` are allowed at the root; [`Worker::restart`] allows all again.
    pub fn set_root_moves(&mut self, root_moves: RootMoves) {
        self.root_moves = root_moves;
    }

    /// Narrows the scores of interest: from now on a score outside of `window` need not be exact.
    pub fn narrow_root_window(&mut self, window: Window) {
        self.limits.window = window.within(self.limits.window);
    }

    /// The best line of this iteration so far, and its score.
    #[must_use]
    pub fn root_pv(&self) -> Option<&(Score, Vec<PackedMove>)> {
        self.root_pv.as_ref()
    }

    /// Sets the best line of this iteration, so that it need not be searched again.
    pub fn set_root_pv(&mut self, line: Option<(Score, Vec<PackedMove>)>) {
        self.root_pv = line;
    }

    /// Sets the PV from the current ply on to `line`, which a policy has found by other means.
    pub fn set_pv(&mut self, score: Score, line: &[PackedMove]) {
        self.pv_table.set(self.ply, line);
        let plies = u16::try_from(line.len()).unwrap_or(u16::MAX);
        self.seldepth = self.seldepth.max(self.ply.saturating_add(plies));
        if self.ply == 0 && !line.is_empty() {
            self.root_pv = Some((score, line.to_vec()));
        }
    }

    /// Whether every root move may be chosen.
    #[must_use]
    pub fn has_all_root_moves(&self) -> bool {
        self.root_moves.is_unrestricted()
    }

    /// Plies from the root.
    #[must_use]
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// The transposition table.
    #[must_use]
    pub fn table(&self) -> &'s TranspositionTable {
        self.table
    }

    /// Brings the next stop check forward by `nodes` nodes, for a policy whose functions take long.
    #[inline]
    pub fn charge_nodes(&mut self, nodes: u64) {
        self.next_check = self.next_check.saturating_sub(nodes);
    }

    /// Counts a node; checks every [`CHECK_EVERY`] nodes whether to stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let cut = self.split.as_ref().is_some_and(|split| split.is_cut());
        if cut || (self.nodes >= self.next_check && self.check_stop()) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// Whether the search is over. The first worker beyond the deadline or the node limit stops all others.
    #[cold]
    fn check_stop(&mut self) -> bool {
        self.flush_nodes();
        if let Some(pool) = self.pool {
            pool.check();
        }
        self.next_check = (self.nodes + CHECK_EVERY).min(self.limits.nodes.max(self.nodes + 1));
        let stop = &self.shared.stop;
        if self.is_late() || self.shared.nodes.load(Relaxed) >= self.limits.nodes {
            stop.store(true, Relaxed);
        }
        let stop = stop.load(Relaxed);
        let may_pause = !stop && self.nodes >= self.min_pause_nodes;
        self.is_paused = may_pause && self.pause_at.is_some_and(|pause| Instant::now() >= pause);
        self.stoppable && (stop || self.is_paused)
    }

    /// Lets the search pause once `time` has passed from now on. The first iteration does not pause.
    pub fn pause_after(&mut self, time: Duration) {
        self.pause_at = Instant::now().checked_add(time);
        self.is_paused = false;
    }

    /// Whether the deadline is over.
    fn is_late(&self) -> bool {
        self.deadline()
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Waits for a moment. Returns whether the search may go on.
    pub(super) fn wait_briefly(&self) -> bool {
        /// The system provides a page of two MiB in 0.1 ms or longer.
        const PAUSE: Duration = Duration::from_micros(100);
        thread::sleep(PAUSE);
        !self.shared.stop.load(Relaxed) && !self.is_late()
    }

    /// The deadline, as far as it is known by now.
    fn deadline(&self) -> Option<Instant> {
        let later = || self.shared.deadline.get().copied();
        self.limits.deadline.or_else(later)
    }

    /// The time since `start`, which is now if it was not set, the nodes of the search, and what is left of both.
    pub(super) fn search_budget(&self, start: &mut Option<Instant>) -> SearchBudget {
        let now = Instant::now();
        let start = *start.get_or_insert(now);
        let remaining = |deadline: Instant| deadline.saturating_duration_since(now);
        let nodes = self.shared.nodes.load(Relaxed) + self.nodes - self.flushed_nodes;
        let limit = self.limits.nodes;
        SearchBudget {
            elapsed: now - start,
            remaining: self.deadline().map(remaining),
            nodes,
            remaining_nodes: (limit < u64::MAX).then(|| limit.saturating_sub(nodes)),
            max_selectivity: self.limits.selectivity,
        }
    }

    /// Adds the nodes visited since the last call to the shared count.
    pub fn flush_nodes(&mut self) {
        self.shared
            .nodes
            .fetch_add(self.nodes - self.flushed_nodes, Relaxed);
        self.flushed_nodes = self.nodes;
    }
}

/// Calls `wait`. Returns its result and the time it took.
pub(super) fn timed<R>(wait: impl FnOnce() -> R) -> (R, Duration) {
    let start = Instant::now();
    let result = wait();
    (result, start.elapsed())
}
