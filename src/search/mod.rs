//! The search of all games: iterative deepening over a principal variation search.
//!
//! [`Search`] is one worker: its game, its move stack, its counters. What workers share (the table, the stop signal) is
//! borrowed. The search depends on no game, no text and no clock but its deadline; it returns values and reports, and
//! never prints.

mod deepen;
mod draft;
mod history;
mod line;
mod means;
mod memory;
mod node;
mod policy;
mod proof;
mod score;
mod skill;
mod table;
mod team;
#[cfg(test)]
pub(crate) mod toy;

pub use draft::{Draft, Selectivity};
pub use history::History;
pub use line::MAX_PLY;
pub use means::Means;
pub use node::{NodeKind, NonPv, Pv};
pub use policy::{Outlook, Plain, Policy};
pub use proof::Proof;
pub use score::{Score, Window};
pub use skill::{Level, Skill};
pub use table::{Entry, OutOfMemory, Table};
pub use team::{Split, Team};

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use crate::game::{Game, Packed};
use line::Lines;

/// The search was stopped; its result is void.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// A move waiting to be searched.
#[derive(Debug, Clone, Copy)]
pub struct Rated<M> {
    /// The move.
    pub mv: M,
    /// The score for move ordering: higher is searched sooner.
    pub rating: i32,
}

/// The state that the workers of one search share, beside the table.
#[derive(Debug, Default)]
pub struct Signals {
    /// Whether all workers should stop.
    pub stop: AtomicBool,
    /// Nodes visited by all workers, up to date within a few thousand for each.
    pub nodes: AtomicU64,
    /// The deadline of the search, if it was set after the search began.
    pub deadline: OnceLock<Instant>,
    /// Proven bounds on the value of the root, for the moves it may choose from.
    pub proof: Proof,
}

/// The limits that end a search.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
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

impl Limits {
    /// Whether nodes or time are limited.
    fn may_run_out(&self) -> bool {
        self.nodes < u64::MAX || self.deadline.is_some()
    }
}

impl Default for Limits {
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
    allowed: Vec<Packed>,
    /// Excluded moves.
    barred: Vec<Packed>,
}

impl RootMoves {
    /// Only these moves; all of them if `allowed` is empty.
    #[must_use]
    pub fn only(allowed: Vec<Packed>) -> Self {
        Self {
            allowed,
            barred: Vec::new(),
        }
    }

    fn is_everything(&self) -> bool {
        self.allowed.is_empty() && self.barred.is_empty()
    }

    fn allow(&self, mv: Packed) -> bool {
        (self.allowed.is_empty() || self.allowed.contains(&mv)) && !self.barred.contains(&mv)
    }
}

/// A finished line of an iteration, reported when its search ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The draft of the iteration.
    pub draft: Draft,
    /// The score for the side to move.
    pub score: Score,
    /// The rank of the line: 0 for the best one, 1 for the next.
    pub rank: usize,
    /// The deepest ply of a PV node.
    pub deepest: u16,
    /// Whether the iteration was finished. If not, the score is that of this line, and a better move may have been
    /// missed.
    pub finished: bool,
    /// Whether the score is the value of the game.
    pub proven: bool,
    /// The principal variation.
    pub line: Vec<Packed>,
}

/// One worker searching one game.
pub struct Search<'s, G: Game> {
    /// The position being searched.
    pub game: G,
    /// The moves not searched yet of all nodes on the path from the root.
    pub stack: Vec<Rated<G::Move>>,
    /// The history heuristic of this worker.
    pub history: History,
    /// The game's own data of this worker.
    pub scratch: G::Scratch,
    /// Nodes visited by this worker.
    pub nodes: u64,
    ply: u16,
    deepest: u16,
    lines: Lines,
    table: &'s Table,
    signals: &'s Signals,
    limits: Limits,
    root_moves: RootMoves,
    /// The best line of this iteration so far, and its score.
    root_line: Option<(Score, Vec<Packed>)>,
    /// Whether the search may be stopped. The first iteration ignores stop requests, so that a move always exists.
    heeds_stop: bool,
    /// The node count of the next stop check, and the one last added to the shared count.
    next_check: u64,
    published: u64,
    team: Option<&'s Team<G>>,
    split: Option<Arc<Split<G>>>,
}

/// Nodes between two checks of the stop signal and the clock: well under a millisecond.
const CHECK_EVERY: u64 = 1024;

impl<'s, G: Game> Search<'s, G> {
    /// A worker for `game`.
    #[must_use]
    pub fn new(game: G, table: &'s Table, signals: &'s Signals, limits: Limits) -> Self {
        Self {
            game,
            stack: Vec::with_capacity(4096),
            history: History::new(G::CODES),
            scratch: G::Scratch::default(),
            nodes: 0,
            ply: 0,
            deepest: 0,
            lines: Lines::new(),
            table,
            signals,
            limits,
            root_moves: RootMoves::default(),
            root_line: None,
            heeds_stop: false,
            next_check: CHECK_EVERY.min(limits.nodes),
            published: 0,
            team: None,
            split: None,
        }
    }

    /// Changes to another position, and keeps allocations and history.
    ///
    /// Far cheaper than a new worker where a search takes microseconds.
    pub fn restart(&mut self, game: G, limits: Limits) {
        self.game = game;
        self.limits = limits;
        self.stack.clear();
        (self.ply, self.deepest) = (0, 0);
        (self.nodes, self.published) = (0, 0);
        self.next_check = CHECK_EVERY.min(limits.nodes);
        self.root_moves = RootMoves::default();
        self.heeds_stop = false;
        self.root_line = None;
    }

    /// The same worker as a member of `team`.
    #[must_use]
    fn with(mut self, team: &'s Team<G>) -> Self {
        self.team = Some(team);
        self
    }

    /// The same worker, with only some moves allowed at the root.
    #[must_use]
    pub fn limited_to(mut self, root_moves: RootMoves) -> Self {
        self.root_moves = root_moves;
        self
    }

    /// Narrows the scores of interest: from now on a score outside of `window` need not be exact.
    pub fn content_with(&mut self, window: Window) {
        self.limits.window = window.within(self.limits.window);
    }

    /// The best line of this iteration so far, and its score.
    #[must_use]
    pub fn root_line(&self) -> Option<&(Score, Vec<Packed>)> {
        self.root_line.as_ref()
    }

    /// Sets the best line of this iteration, so that it need not be searched again.
    pub fn follow(&mut self, line: Option<(Score, Vec<Packed>)>) {
        self.root_line = line;
    }

    /// Sets the PV from the current ply on to `line`, which a policy has found by other means.
    pub fn expect_line(&mut self, score: Score, line: &[Packed]) {
        self.lines.set(self.ply, line);
        let plies = u16::try_from(line.len()).unwrap_or(u16::MAX);
        self.deepest = self.deepest.max(self.ply.saturating_add(plies));
        if self.ply == 0 && !line.is_empty() {
            self.root_line = Some((score, line.to_vec()));
        }
    }

    /// Whether every root move may be chosen.
    #[must_use]
    pub fn considers_all(&self) -> bool {
        self.root_moves.is_everything()
    }

    /// Plies from the root.
    #[must_use]
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// The transposition table.
    #[must_use]
    pub fn table(&self) -> &'s Table {
        self.table
    }

    /// Brings the next stop check forward by `nodes` nodes, for a policy whose functions take long.
    #[inline]
    pub fn toil(&mut self, nodes: u64) {
        self.next_check = self.next_check.saturating_sub(nodes);
    }

    /// Counts a node; checks every [`CHECK_EVERY`] nodes whether to stop.
    #[inline]
    fn visit(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let cut = self.split.as_ref().is_some_and(|split| split.is_cut());
        if cut || (self.nodes >= self.next_check && self.is_over()) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// Whether the search is over. The first worker beyond the deadline or the node limit stops all others.
    #[cold]
    fn is_over(&mut self) -> bool {
        self.publish();
        if let Some(team) = self.team {
            team.check();
        }
        self.next_check = (self.nodes + CHECK_EVERY).min(self.limits.nodes.max(self.nodes + 1));
        let stop = &self.signals.stop;
        let late = self
            .deadline()
            .is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.signals.nodes.load(Relaxed) >= self.limits.nodes {
            stop.store(true, Relaxed);
        }
        self.heeds_stop && stop.load(Relaxed)
    }

    /// The deadline, as far as it is known by now.
    fn deadline(&self) -> Option<Instant> {
        let later = || self.signals.deadline.get().copied();
        self.limits.deadline.or_else(later)
    }

    /// The time since `start`, which is now if it was not set, and the time left.
    fn means(&self, start: &mut Option<Instant>) -> Means {
        let now = Instant::now();
        let start = *start.get_or_insert(now);
        match self.deadline() {
            None => Means::UNLIMITED,
            Some(deadline) => Means {
                spent: now - start,
                left: Some(deadline.saturating_duration_since(now)),
            },
        }
    }

    /// Adds the nodes visited since the last call to the shared count.
    pub fn publish(&mut self) {
        self.signals
            .nodes
            .fetch_add(self.nodes - self.published, Relaxed);
        self.published = self.nodes;
    }
}
