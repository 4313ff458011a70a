//! The search of all games: iterative deepening over a principal variation search.
//!
//! [`Worker`] is one worker: its game, its move stack, its counters. What workers share (the table, the stop signal) is
//! borrowed. The search depends on no game, no text and no clock but its deadline; it returns values and reports, and
//! never prints.

mod draft;
mod history;
mod iterative_deepening;
mod memory;
mod node;
mod policy;
mod pv;
mod root_bounds;
mod score;
mod skill;
mod table;
mod thread_pool;
mod time_budget;
#[cfg(test)]
pub(crate) mod toy;

pub use draft::{Draft, Selectivity};
pub use history::History;
pub use node::{NodeType, NonPv, Pv};
pub use policy::{NodeContext, Plain, Policy};
pub use pv::MAX_PLY;
pub use root_bounds::RootBounds;
pub use score::{Score, Window};
pub use skill::{Level, Skill};
pub use table::{Entry, OutOfMemory, TranspositionTable};
pub use thread_pool::{SplitPoint, ThreadPool};
pub use time_budget::TimeBudget;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use crate::game::{Game, PackedMove};
use pv::PvTable;

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

/// The state that the workers of one search share, beside the table.
#[derive(Debug, Default)]
pub struct SharedState {
    /// Whether all workers should stop.
    pub stop: AtomicBool,
    /// Nodes visited by all workers, up to date within a few thousand for each.
    pub nodes: AtomicU64,
    /// The deadline of the search, if it was set after the search began.
    pub deadline: OnceLock<Instant>,
    /// Proven bounds on the value of the root, for the moves it may choose from.
    pub root_bounds: RootBounds,
}

/// The limits that end a search.
#[derive(Debug, Clone, Copy)]
pub struct SearchLimits {
    /// Depth of the last iteration, in plies.
    pub depth: i8,
    /// Maximum number of nodes of all workers.
    pub nodes: u64,
    /// Time at which the search has to be over; `None` without a time limit.
    pub deadline: Option<Instant>,
    /// Maximum selectivity level.
    pub selectivity: Selectivity,
    /// The scores of interest: a score outside of this window need not be exact.
    pub window: Window,
}

impl SearchLimits {
    /// Whether nodes or time are limited.
    fn may_run_out(&self) -> bool {
        self.nodes < u64::MAX || self.deadline.is_some()
    }
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self {
            depth: i8::MAX,
            nodes: u64::MAX,
            deadline: None,
            selectivity: Selectivity::EXACT,
            window: Window::FULL,
        }
    }
}

/// The moves that may be searched at the root.
#[derive(Debug, Clone, Default)]
pub struct RootMoves {
    /// Only these moves; all moves if there are none.
    allowed: Vec<PackedMove>,
    /// Excluded moves.
    excluded: Vec<PackedMove>,
}

impl RootMoves {
    /// Only these moves; all of them if `allowed` is empty.
    #[must_use]
    pub fn only(allowed: Vec<PackedMove>) -> Self {
        Self {
            allowed,
            excluded: Vec::new(),
        }
    }

    fn is_unrestricted(&self) -> bool {
        self.allowed.is_empty() && self.excluded.is_empty()
    }

    fn allow(&self, mv: PackedMove) -> bool {
        (self.allowed.is_empty() || self.allowed.contains(&mv)) && !self.excluded.contains(&mv)
    }
}

/// A finished line of an iteration, reported when its search ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PvReport {
    /// The draft of the iteration.
    pub draft: Draft,
    /// The score for the side to move.
    pub score: Score,
    /// The rank of the line: 0 for the best one, 1 for the next.
    pub rank: usize,
    /// The deepest ply of a PV node.
    pub seldepth: u16,
    /// Whether the iteration was finished. If not, the score is that of this line, and a better move may have been
    /// missed.
    pub finished: bool,
    /// Whether the score is the value of the game.
    pub proven: bool,
    /// The principal variation.
    pub pv: Vec<PackedMove>,
}

/// One worker searching one game.
pub struct Worker<'s, G: Game> {
    /// The position being searched.
    pub game: G,
    /// The moves not searched yet of all nodes on the path from the root.
    pub stack: Vec<ScoredMove<G::Move>>,
    /// The history heuristic of this worker.
    pub history: History,
    /// The game's own data of this worker.
    pub data: G::WorkerData,
    /// Nodes visited by this worker.
    pub nodes: u64,
    ply: u16,
    seldepth: u16,
    pv_table: PvTable,
    table: &'s TranspositionTable,
    shared: &'s SharedState,
    limits: SearchLimits,
    root_moves: RootMoves,
    /// The best line of this iteration so far, and its score.
    root_pv: Option<(Score, Vec<PackedMove>)>,
    /// Whether the search may be stopped. The first iteration ignores stop requests, so that a move always exists.
    stoppable: bool,
    /// The node count of the next stop check, and the one last added to the shared count.
    next_check: u64,
    flushed_nodes: u64,
    pool: Option<&'s ThreadPool<G>>,
    split: Option<Arc<SplitPoint<G>>>,
}

/// Nodes between two checks of the stop signal and the clock: well under a millisecond.
const CHECK_EVERY: u64 = 1024;

impl<'s, G: Game> Worker<'s, G> {
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
            next_check: CHECK_EVERY.min(limits.nodes),
            flushed_nodes: 0,
            pool: None,
            split: None,
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

    /// The same worker as a member of `pool`.
    #[must_use]
    fn with_pool(mut self, pool: &'s ThreadPool<G>) -> Self {
        self.pool = Some(pool);
        self
    }

    /// The same worker, with only some moves allowed at the root.
    #[must_use]
    pub fn with_root_moves(mut self, root_moves: RootMoves) -> Self {
        self.root_moves = root_moves;
        self
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
    fn count_node(&mut self) -> Result<(), Stopped> {
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
        let late = self
            .deadline()
            .is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.shared.nodes.load(Relaxed) >= self.limits.nodes {
            stop.store(true, Relaxed);
        }
        self.stoppable && stop.load(Relaxed)
    }

    /// The deadline, as far as it is known by now.
    fn deadline(&self) -> Option<Instant> {
        let later = || self.shared.deadline.get().copied();
        self.limits.deadline.or_else(later)
    }

    /// The time since `start`, which is now if it was not set, and the time left.
    fn time_budget(&self, start: &mut Option<Instant>) -> TimeBudget {
        let now = Instant::now();
        let start = *start.get_or_insert(now);
        match self.deadline() {
            None => TimeBudget::UNLIMITED,
            Some(deadline) => TimeBudget {
                elapsed: now - start,
                remaining: Some(deadline.saturating_duration_since(now)),
            },
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
