//! One search for every game: iterative deepening over a principal variation search.
//!
//! [`Search`] is one worker's view: its game, its move stack, its counters. What
//! workers share (the table, the stop signal) is borrowed. The search knows no game,
//! no text and no clock but its deadline; it returns values and reports, and never prints.

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

/// The search was told to stop; whatever it was computing is void.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// A move waiting to be searched.
#[derive(Debug, Clone, Copy)]
pub struct Rated<M> {
    /// The move.
    pub mv: M,
    /// Higher is searched sooner.
    pub rating: i32,
}

/// What the workers of one search share beside the table.
#[derive(Debug, Default)]
pub struct Signals {
    /// Everybody should go home.
    pub stop: AtomicBool,
    /// Nodes visited by all workers, up to date within a few thousand each.
    pub nodes: AtomicU64,
    /// When the search has to be over, if that was not known when it began.
    pub deadline: OnceLock<Instant>,
    /// What is certain about the value of the root, of the moves it may choose from.
    pub proof: Proof,
}

/// What may end a search by itself.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Deepest iteration.
    pub depth: i8,
    /// Most nodes.
    pub nodes: u64,
    /// When it has to be over.
    pub deadline: Option<Instant>,
    /// The most careful selectivity.
    pub selectivity: Selectivity,
    /// What is worth knowing: a score outside of it need not be exact.
    pub window: Window,
}

impl Limits {
    /// Whether nodes or time may be used up.
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

/// Which moves may be searched at the root.
#[derive(Debug, Clone, Default)]
pub struct RootMoves {
    /// Only these, unless there are none.
    allowed: Vec<Packed>,
    /// Never these.
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

/// A finished line of an iteration, reported as it happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// How hard it was searched.
    pub draft: Draft,
    /// Its score for the side to move.
    pub score: Score,
    /// 0 for the best line, 1 for the next.
    pub rank: usize,
    /// The deepest ply reached by a principal variation node.
    pub deepest: u16,
    /// Whether the iteration was finished; if not, the score is what this line promises, and
    /// a better move may have been missed.
    pub finished: bool,
    /// Whether the score is the value of the game.
    pub proven: bool,
    /// The line it expects.
    pub line: Vec<Packed>,
}

/// One worker searching one game.
pub struct Search<'s, G: Game> {
    /// The position being searched.
    pub game: G,
    /// Every move waiting somewhere on the path from the root.
    pub stack: Vec<Rated<G::Move>>,
    /// Move ordering memory.
    pub history: History,
    /// What the game keeps for itself.
    pub scratch: G::Scratch,
    /// Nodes visited.
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
    /// The first iteration turns a deaf ear, so that there is a move to give.
    heeds_stop: bool,
    /// The node count at which to look at the clock again, and the one last published.
    next_check: u64,
    published: u64,
    team: Option<&'s Team<G>>,
    split: Option<Arc<Split<G>>>,
}

/// Nodes between two looks at the stop signal and the clock: well under a millisecond.
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

    /// Turns to another position, keeping what it has allocated and learnt about moves.
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

    /// The same worker, in a team.
    #[must_use]
    pub fn with(mut self, team: &'s Team<G>) -> Self {
        self.team = Some(team);
        self
    }

    /// The same worker, allowed only some moves at the root.
    #[must_use]
    pub fn limited_to(mut self, root_moves: RootMoves) -> Self {
        self.root_moves = root_moves;
        self
    }

    /// From now on a score outside of `window` need not be exact.
    pub fn content_with(&mut self, window: Window) {
        self.limits.window = window.within(self.limits.window);
    }

    /// The best line of this iteration so far, and its score.
    #[must_use]
    pub fn root_line(&self) -> Option<&(Score, Vec<Packed>)> {
        self.root_line.as_ref()
    }

    /// Takes `line` for the best one of this iteration, which need not find it again.
    pub fn follow(&mut self, line: Option<(Score, Vec<Packed>)>) {
        self.root_line = line;
    }

    /// Takes `line`, which a policy has found by other means, for best play from here on.
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

    /// What is known about positions.
    #[must_use]
    pub fn table(&self) -> &'s Table {
        self.table
    }

    /// Looks at the clock as much sooner as if so many nodes had been visited: for a policy whose
    /// answers take long.
    #[inline]
    pub fn toil(&mut self, nodes: u64) {
        self.next_check = self.next_check.saturating_sub(nodes);
    }

    /// Counts a node, and notices a stop every so often.
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

    /// Whether the search is over; the first worker to notice tells the others.
    #[cold]
    fn is_over(&mut self) -> bool {
        self.publish();
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

    /// When the search has to be over, as far as that is known by now.
    fn deadline(&self) -> Option<Instant> {
        let later = || self.signals.deadline.get().copied();
        self.limits.deadline.or_else(later)
    }

    /// What has been spent since `start`, which is now if it was not known, and what is left.
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

    /// Adds the nodes visited since last time to everybody's count.
    pub fn publish(&mut self) {
        self.signals
            .nodes
            .fetch_add(self.nodes - self.published, Relaxed);
        self.published = self.nodes;
    }
}
