//! One node of the tree: the principal variation search.

use super::line::MAX_PLY;
use super::{Draft, Entry, Outlook, Policy, Rated, Score, Search, Stopped, Team, Window};
use crate::game::{Game, Packed};

/// The best of the moves searched so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) score: Score,
    pub(super) best: Packed,
}

/// The state of the move loop of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tally {
    pub(super) found: Found,
    /// The remaining window.
    pub(super) window: Window,
    /// Number of moves searched.
    pub(super) index: usize,
}

impl Tally {
    const fn new(window: Window) -> Self {
        let found = Found {
            score: Score::MIN,
            best: Packed::NONE,
        };
        Self {
            found,
            window,
            index: 0,
        }
    }

    fn is_cutoff(&self) -> bool {
        self.window.beta <= self.found.score
    }
}

/// The type of a node, known at compile time.
pub trait NodeKind {
    /// Whether an exact score is required: the node is a PV node.
    const PV: bool;
}

/// A node that may be on the principal variation.
pub struct Pv;
impl NodeKind for Pv {
    const PV: bool = true;
}

/// A node searched in a null window.
pub struct NonPv;
impl NodeKind for NonPv {
    const PV: bool = false;
}

impl<'s, G: Game> Search<'s, G> {
    /// Searches the root.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn root<P: Policy<G>>(&mut self, draft: Draft, window: Window) -> Result<Score, Stopped> {
        self.node::<P, Pv>(draft, window)
    }

    /// The score of the current position; a bound if it lies outside of `window`.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn node<P: Policy<G>, N: NodeKind>(
        &mut self,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        debug_assert!(
            N::PV || window == window.null(),
            "a node off the principal variation is asked {window:?}"
        );
        self.visit()?;
        if N::PV {
            self.lines.clear(self.ply);
            self.deepest = self.deepest.max(self.ply);
        }
        if let Some(score) = self.game.outcome(self.ply) {
            return Ok(score);
        }
        if usize::from(self.ply) >= MAX_PLY {
            return Ok(self.game.evaluate());
        }
        if let Some(score) = P::settle::<N>(self, draft, window)? {
            return Ok(score);
        }
        let hash = P::hash(self);
        let known = self.table.probe(hash);
        if !N::PV {
            if let Some(score) =
                known.and_then(|entry| entry.settles(P::asks(draft), window, self.ply))
            {
                return Ok(score);
            }
            if let Some(score) = P::prune(self, draft, window)? {
                let entry = Entry::new(draft, window, score, Packed::NONE, self.ply);
                self.table.store(hash, &entry);
                return Ok(score);
            }
        }
        let hints = match known {
            Some(entry) if P::trusts(entry.draft, draft) => entry.best,
            _ => [Packed::NONE; 2],
        };
        let start = self.stack.len();
        let found = self.branch::<P, N>(draft, window, start, hints);
        self.stack.truncate(start);
        let found = found?;
        if self.ply > 0 || self.root_moves.is_everything() {
            let entry = Entry::new(draft, window, found.score, found.best, self.ply);
            self.table.store(hash, &entry);
        }
        Ok(found.score)
    }

    /// Generates the moves above `start` of the stack and searches them. The best move of the table comes first, since
    /// it often causes a cutoff, then the others in the order of the policy.
    fn branch<P: Policy<G>, N: NodeKind>(
        &mut self,
        draft: Draft,
        window: Window,
        start: usize,
        hints: [Packed; 2],
    ) -> Result<Found, Stopped> {
        let stack = &mut self.stack;
        self.game.moves(|mv| stack.push(Rated { mv, rating: 0 }));
        if self.ply == 0 {
            let root_moves = &self.root_moves;
            stack.retain(|rated| root_moves.allow(G::pack(&rated.mv)));
        }
        let mut tally = Tally::new(window);
        let mut tried = None;
        if let Some(mv) = self.take(start, hints[0]) {
            let score = self.try_move::<P, N>(&mv, 0, draft, window)?;
            self.count::<N>(&mut tally, &mv, score);
            if tally.is_cutoff() {
                self.reward(&tally, draft);
                return Ok(tally.found);
            }
            tried = Some(score);
        }
        if self.stack.len() - start > 1 {
            let outlook = Outlook {
                draft,
                window: tally.window,
                start,
                second: hints[1],
                tried,
            };
            if let Some((score, best)) = P::survey::<N>(self, outlook)? {
                return Ok(Found { score, best });
            }
        }
        self.expand::<P, N>(draft, tally, start)
    }

    /// Removes the move with the code `mv` from the stack above `start`, if it is there.
    #[inline]
    fn take(&mut self, start: usize, mv: Packed) -> Option<G::Move> {
        if mv == Packed::NONE {
            return None;
        }
        let mut waiting = self.stack[start..].iter();
        let at = waiting.position(|rated| G::pack(&rated.mv) == mv)?;
        Some(self.stack.swap_remove(start + at).mv)
    }

    /// Searches the moves above `start`, those rated highest first.
    fn expand<P: Policy<G>, N: NodeKind>(
        &mut self,
        draft: Draft,
        mut tally: Tally,
        start: usize,
    ) -> Result<Found, Stopped> {
        loop {
            if let Some(team) = self.team_for::<P>(draft, tally.index, start) {
                return self.share::<P, N>(team, draft, tally, start);
            }
            let Some(mv) = self.next_move(start) else {
                break;
            };
            let score = self.try_move::<P, N>(&mv, tally.index, draft, tally.window)?;
            self.count::<N>(&mut tally, &mv, score);
            if tally.is_cutoff() {
                self.reward(&tally, draft);
                break;
            }
        }
        Ok(tally.found)
    }

    /// Counts the score of a move; a better one in a PV node updates the PV.
    #[inline]
    fn count<N: NodeKind>(&mut self, tally: &mut Tally, mv: &G::Move, score: Score) {
        tally.index += 1;
        if score > tally.found.score {
            tally.found.score = score;
            if !tally.window.fails_low(score) {
                tally.found.best = G::pack(mv);
                tally.window.alpha = score;
                if N::PV {
                    if tally.index > 1 && tally.is_cutoff() {
                        // The move was searched in a null window only, so the line after it is unknown.
                        self.lines.clear(self.ply + 1);
                    }
                    self.lines.extend(self.ply, tally.found.best);
                    if self.ply == 0 {
                        self.root_line = Some((score, self.lines.at(0).to_vec()));
                    }
                }
            }
        }
    }

    #[inline]
    fn reward(&mut self, tally: &Tally, draft: Draft) {
        let side = self.game.side();
        self.history.reward(side, tally.found.best, draft.depth);
    }

    /// The thread pool, if a worker is idle and the remaining moves are worth sharing.
    #[inline]
    fn team_for<P: Policy<G>>(
        &self,
        draft: Draft,
        index: usize,
        start: usize,
    ) -> Option<&'s Team<G>> {
        let team = self.team?;
        let worth = index > 0 && draft.depth >= P::MIN_SPLIT && self.stack.len() - start >= 2;
        (worth && team.has_helper_for(self.split.as_deref())).then_some(team)
    }

    /// Removes the move rated highest above `start` from the stack.
    #[inline]
    fn next_move(&mut self, start: usize) -> Option<G::Move> {
        let waiting = &self.stack[start..];
        let (at, _) = waiting
            .iter()
            .enumerate()
            .max_by_key(|(_, rated)| rated.rating)?;
        Some(self.stack.swap_remove(start + at).mv)
    }

    /// Searches one move in a null window, then again at full depth or in the full window where the score requires it.
    pub(super) fn try_move<P: Policy<G>, N: NodeKind>(
        &mut self,
        mv: &G::Move,
        index: usize,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        let below = draft.minus(G::cost(mv));
        if N::PV && index == 0 {
            return self.after_move::<P, Pv>(mv, below, window);
        }
        let reduction = P::reduction(draft, index);
        let mut score = self.after_move::<P, NonPv>(mv, below.minus(reduction), window.null())?;
        if reduction > 0 && !window.fails_low(score) {
            score = self.after_move::<P, NonPv>(mv, below, window.null())?;
        }
        if N::PV && window.contains(score) {
            score = self.after_move::<P, Pv>(mv, below, window)?;
        }
        Ok(score)
    }

    /// The score of a move, a bound if it lies outside of `window`: makes the move, searches to `draft`, and takes it
    /// back.
    ///
    /// Only this function handles whose turn comes next.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn after_move<P: Policy<G>, N: NodeKind>(
        &mut self,
        mv: &G::Move,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        let mover = self.game.side();
        self.game.make(mv);
        self.ply += 1;
        let score = if G::ALTERNATES || self.game.side() != mover {
            self.node::<P, N>(draft, -window).map(|score| -score)
        } else {
            self.node::<P, N>(draft, window)
        };
        self.ply -= 1;
        self.game.unmake(mv);
        score
    }

    /// Rates the moves of `outlook` for move ordering: the second move of the table first, then by history.
    #[inline]
    pub fn rate_by_history(&mut self, outlook: Outlook) {
        let side = self.game.side();
        for Rated { mv, rating } in &mut self.stack[outlook.start..] {
            let mv = G::pack(mv);
            *rating = if mv == outlook.second {
                i32::MAX
            } else {
                self.history.rating(side, mv)
            };
        }
    }
}
