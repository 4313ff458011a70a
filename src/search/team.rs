//! The thread pool of a search: several workers on one node.
//!
//! When other workers are idle and the first move of a node has been searched, its owner opens a [`Split`]: the
//! remaining moves, shared. Idle workers join, with a copy of the game. All shared state is constant, atomic or locked.

use std::sync::atomic::{AtomicBool, AtomicI16, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};

use super::line::replace;
use super::node::{Found, Tally};
use super::{Draft, Limits, NodeKind, Policy, Score, Search, Stopped, Window};
use crate::game::{Game, Packed};

/// A split point: a node whose remaining moves are shared between workers.
pub struct Split<G: Game> {
    game: G,
    /// The limits of the owner, which helpers must keep, too.
    limits: Limits,
    ply: u16,
    draft: Draft,
    beta: Score,
    alpha: AtomicI16,
    moves: Vec<G::Move>,
    /// Number of moves the owner had searched before.
    searched: usize,
    next: AtomicUsize,
    best: Mutex<(Found, Vec<Packed>)>,
    /// Whether a worker has failed high, so that the other moves no longer matter.
    cut: AtomicBool,
    parent: Option<Arc<Split<G>>>,
    run: fn(&mut Search<'_, G>, &Split<G>),
}

impl<G: Game> Split<G> {
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

    fn report(&self, score: Score, mv: Packed, below: &[Packed]) {
        let (found, line) = &mut *self.best.lock().expect("no worker panics");
        if score <= found.score {
            return;
        }
        found.score = score;
        if !self.window().fails_low(score) {
            found.best = mv;
            replace(line, mv, below);
            self.alpha.store(score.0, Relaxed);
        }
        if score >= self.beta {
            self.cut.store(true, Relaxed);
        }
    }
}

/// The workers of one search.
pub struct Team<G: Game> {
    board: Mutex<Board<G>>,
    news: Condvar,
    idle: AtomicUsize,
}

struct Board<G: Game> {
    open: Vec<(Arc<Split<G>>, usize)>,
    over: bool,
}

impl<G: Game> Board<G> {
    /// Joins the first split accepted by `wanted` with moves left.
    fn join(&mut self, wanted: impl Fn(&Split<G>) -> bool) -> Option<Arc<Split<G>>> {
        let (split, helpers) = self
            .open
            .iter_mut()
            .find(|(split, _)| split.has_work() && wanted(split))?;
        *helpers += 1;
        Some(Arc::clone(split))
    }
}

impl<G: Game> Default for Team<G> {
    fn default() -> Self {
        Self {
            board: Mutex::new(Board {
                open: Vec::new(),
                over: false,
            }),
            news: Condvar::new(),
            idle: AtomicUsize::new(0),
        }
    }
}

impl<G: Game> Team<G> {
    /// Whether any worker is idle.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.idle.load(Relaxed) > 0
    }

    /// Ends the work of all workers.
    ///
    /// # Panics
    /// If a worker has panicked.
    pub fn dismiss(&self) {
        self.board.lock().expect("no worker panics").over = true;
        self.news.notify_all();
    }

    fn open(&self, split: &Arc<Split<G>>) {
        self.board
            .lock()
            .expect("no worker panics")
            .open
            .push((Arc::clone(split), 0));
        self.news.notify_all();
    }

    /// Closes the split once all its helpers have left: returns `None`. Until then, returns splits below it, where the
    /// owner can help (the "helpful master" of Feldmann's young brothers wait concept, 1993).
    fn close(&self, split: &Arc<Split<G>>) -> Option<Arc<Split<G>>> {
        self.wait_for(|board| {
            let at = board
                .open
                .iter()
                .position(|(other, _)| Arc::ptr_eq(other, split))
                .expect("opened before");
            if board.open[at].1 == 0 {
                board.open.swap_remove(at);
                return Some(None);
            }
            board.join(|other| other.is_below(split)).map(Some)
        })
    }

    /// Waits for work; `None` when the search is over.
    fn join(&self) -> Option<Arc<Split<G>>> {
        self.wait_for(|board| {
            if board.over {
                Some(None)
            } else {
                board.join(|_| true).map(Some)
            }
        })
    }

    /// Is idle until `find` returns a result.
    fn wait_for<T>(&self, mut find: impl FnMut(&mut Board<G>) -> Option<T>) -> T {
        let mut board = self.board.lock().expect("no worker panics");
        self.idle.fetch_add(1, Relaxed);
        let found = loop {
            if let Some(found) = find(&mut board) {
                break found;
            }
            board = self.news.wait(board).expect("no worker panics");
        };
        self.idle.fetch_sub(1, Relaxed);
        found
    }

    fn leave(&self, split: &Arc<Split<G>>) {
        let mut board = self.board.lock().expect("no worker panics");
        if let Some((_, helpers)) = board
            .open
            .iter_mut()
            .find(|(other, _)| Arc::ptr_eq(other, split))
        {
            *helpers -= 1;
        }
        drop(board);
        self.news.notify_all();
    }
}

impl<G: Game> Search<'_, G> {
    /// Helps other workers until the search is over.
    ///
    /// # Panics
    /// If a worker has panicked.
    pub fn assist(&mut self) {
        self.heeds_stop = true;
        let Some(team) = self.team else { return };
        while let Some(split) = team.join() {
            self.help(team, &split);
        }
    }

    /// Works on another worker's split, then restores its own position.
    fn help(&mut self, team: &Team<G>, split: &Arc<Split<G>>) {
        let game = std::mem::replace(&mut self.game, split.game.clone());
        let limits = std::mem::replace(&mut self.limits, split.limits);
        let ply = std::mem::replace(&mut self.ply, split.ply);
        let own = self.split.replace(Arc::clone(split));
        let waiting = self.stack.len();
        (split.run)(self, split);
        self.stack.truncate(waiting);
        (self.game, self.limits, self.ply, self.split) = (game, limits, ply, own);
        // Published before the owner of the split continues, so that the owner's count is complete.
        self.publish();
        team.leave(split);
    }

    /// Searches the moves above `start` together with idle workers.
    pub(super) fn share<P: Policy<G>, N: NodeKind>(
        &mut self,
        team: &Team<G>,
        draft: Draft,
        tally: Tally,
        start: usize,
    ) -> Result<Found, Stopped> {
        self.stack[start..].sort_by_key(|rated| std::cmp::Reverse(rated.rating));
        let split = Arc::new(Split {
            game: self.game.clone(),
            limits: self.limits,
            ply: self.ply,
            draft,
            beta: tally.window.beta,
            alpha: AtomicI16::new(tally.window.alpha.0),
            moves: self.stack.drain(start..).map(|rated| rated.mv).collect(),
            searched: tally.index,
            next: AtomicUsize::new(0),
            best: Mutex::new((tally.found, self.lines.at(self.ply).to_vec())),
            cut: AtomicBool::new(false),
            parent: self.split.take(),
            run: work_on::<G, P, N>,
        });
        team.open(&split);
        self.split = Some(Arc::clone(&split));
        work_on::<G, P, N>(self, &split);
        while let Some(below) = team.close(&split) {
            self.help(team, &below);
        }
        self.split.clone_from(&split.parent);
        let cut = split.cut.load(Relaxed);
        if !cut && (self.is_over() || self.split.as_ref().is_some_and(|split| split.is_cut())) {
            return Err(Stopped);
        }
        let (found, line) = &*split.best.lock().expect("no worker panics");
        if N::PV {
            self.lines.set(self.ply, line);
            if self.ply == 0 {
                self.root_line = Some((found.score, line.clone()));
            }
        }
        Ok(*found)
    }
}

/// Searches shared moves until none is left, or the result no longer matters.
fn work_on<G: Game, P: Policy<G>, N: NodeKind>(search: &mut Search<'_, G>, split: &Split<G>) {
    while let Some((index, mv)) = split.take() {
        let Ok(score) = search.try_move::<P, N>(mv, index, split.draft, split.window()) else {
            if search.is_over() {
                // No worker, including this one, may begin another move.
                split.next.store(split.moves.len(), Relaxed);
            }
            return;
        };
        let below = search.lines.at(split.ply + 1);
        split.report(score, G::pack(mv), if N::PV { below } else { &[] });
    }
}
