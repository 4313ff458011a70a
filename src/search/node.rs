//! One node of the tree: the principal variation search.

use super::move_loop::MoveLoop;
use super::node_type::{NodeType, NonPv, Pv};
use super::policy::{NodeContext, Policy};
use super::pv::{BestMove, MAX_PLY};
use super::table::Entry;
use super::worker::{Pool, ScoredMove, Searchable, Stopped, Worker};
use crate::core::{Draft, PackedMove, Score, Window};

impl<G: Searchable> Worker<'_, G> {
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
    pub fn node<P: Policy<G>, N: NodeType>(
        &mut self,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        debug_assert!(
            N::PV || window == window.null(),
            "a node off the principal variation is asked {window:?}"
        );
        self.count_node()?;
        if N::PV {
            self.pv_table.clear(self.ply);
            self.seldepth = self.seldepth.max(self.ply);
        }
        if let Some(score) = self.game.terminal_score(self.ply) {
            return Ok(score);
        }
        if usize::from(self.ply) >= MAX_PLY {
            return Ok(self.game.evaluate());
        }
        if let Some(score) = P::static_result::<N>(self, draft, window)? {
            return Ok(score);
        }
        let hash = P::hash(self);
        let known = self.table.probe(hash);
        if !N::PV {
            if let Some(score) =
                known.and_then(|entry| entry.cutoff(P::required_draft(draft), window, self.ply))
            {
                return Ok(score);
            }
            if let Some(score) = P::prune(self, draft, window)? {
                let entry = Entry::new(draft, window, score, PackedMove::NONE, self.ply);
                self.table.store(hash, &entry);
                return Ok(score);
            }
        }
        let hints = match known {
            Some(entry) if P::uses_tt_move(entry.draft, draft) => entry.best,
            _ => [PackedMove::NONE; 2],
        };
        let start = self.stack.len();
        let found = self.search_moves::<P, N>(draft, window, start, hints);
        self.stack.truncate(start);
        let found = found?;
        if self.ply > 0 || self.root_moves.is_unrestricted() {
            let entry = Entry::new(draft, window, found.score, found.mv, self.ply);
            self.table.store(hash, &entry);
        }
        Ok(found.score)
    }

    /// Generates the moves above `start` of the stack and searches them. The best move of the table comes first, since
    /// it often causes a cutoff, then the others in the order of the policy.
    fn search_moves<P: Policy<G>, N: NodeType>(
        &mut self,
        draft: Draft,
        window: Window,
        start: usize,
        hints: [PackedMove; 2],
    ) -> Result<BestMove, Stopped> {
        let stack = &mut self.stack;
        self.game
            .moves(|mv| stack.push(ScoredMove { mv, score: 0 }));
        if self.ply == 0 {
            let root_moves = &self.root_moves;
            stack.retain(|scored| root_moves.allow(G::pack(&scored.mv)));
        }
        let mut move_loop = MoveLoop::new(window);
        let mut tried = None;
        if let Some(mv) = self.take_move(start, hints[0]) {
            let score = self.search_move::<P, N>(&mv, 0, draft, window)?;
            self.update_best::<N>(&mut move_loop, &mv, score);
            if move_loop.is_cutoff() {
                self.reward_best(&move_loop, draft);
                return Ok(move_loop.best);
            }
            tried = Some(score);
        }
        if self.stack.len() - start > 1 {
            let node = NodeContext {
                draft,
                window: move_loop.window,
                start,
                tt_move2: hints[1],
                tt_move_score: tried,
            };
            if let Some((score, best)) = P::order_moves::<N>(self, node)? {
                return Ok(BestMove { score, mv: best });
            }
        }
        self.move_loop::<P, N>(draft, move_loop, start)
    }

    /// Removes the move with the code `mv` from the stack above `start`, if it is there.
    #[inline]
    fn take_move(&mut self, start: usize, mv: PackedMove) -> Option<G::Move> {
        if mv == PackedMove::NONE {
            return None;
        }
        let mut waiting = self.stack[start..].iter();
        let at = waiting.position(|scored| G::pack(&scored.mv) == mv)?;
        Some(self.stack.swap_remove(start + at).mv)
    }

    /// Searches the moves above `start`, those rated highest first; shares them with idle workers if they are worth it.
    fn move_loop<P: Policy<G>, N: NodeType>(
        &mut self,
        draft: Draft,
        move_loop: MoveLoop,
        start: usize,
    ) -> Result<BestMove, Stopped> {
        let least = if draft.is_exact() {
            P::MIN_SPLIT
        } else {
            P::MIN_SELECTIVE_SPLIT
        };
        let pool = self.pool.filter(|_| draft.depth >= least);
        if pool.is_some() {
            self.open_node::<P, N>(draft, move_loop, start);
        }
        let found = self.search_waiting::<P, N>(pool, draft, move_loop, start);
        if pool.is_some() {
            self.open_nodes.nodes.pop();
        }
        found
    }

    /// Searches the moves above `start`; those of an open node together with the idle workers of `pool`.
    fn search_waiting<P: Policy<G>, N: NodeType>(
        &mut self,
        pool: Option<&Pool<G>>,
        draft: Draft,
        mut move_loop: MoveLoop,
        start: usize,
    ) -> Result<BestMove, Stopped> {
        loop {
            if let Some(pool) = pool {
                self.offer_moves(pool, move_loop);
                if let Some(split) = self.open_nodes.innermost_split() {
                    return self.finish_split::<P, N>(pool, &split);
                }
            }
            let Some(mv) = self.next_move(start) else {
                break;
            };
            if pool.is_some() {
                self.update_open_node(move_loop);
            }
            let index = move_loop.searched;
            let score = self.search_move::<P, N>(&mv, index, draft, move_loop.window);
            if let Some(pool) = pool
                && let Some(split) = self.open_nodes.innermost_split()
            {
                self.report_to::<N>(&split, &mv, score);
                return self.finish_split::<P, N>(pool, &split);
            }
            self.update_best::<N>(&mut move_loop, &mv, score?);
            if move_loop.is_cutoff() {
                self.reward_best(&move_loop, draft);
                break;
            }
        }
        Ok(move_loop.best)
    }

    /// Counts the score of a move; a better one in a PV node updates the PV.
    #[inline]
    fn update_best<N: NodeType>(&mut self, move_loop: &mut MoveLoop, mv: &G::Move, score: Score) {
        move_loop.searched += 1;
        if score > move_loop.best.score {
            move_loop.best.score = score;
            if !move_loop.window.fails_low(score) {
                move_loop.best.mv = G::pack(mv);
                move_loop.window.alpha = score;
                if N::PV {
                    if move_loop.searched > 1 && move_loop.is_cutoff() {
                        // The move was searched in a null window only, so the line after it is unknown.
                        self.pv_table.clear(self.ply + 1);
                    }
                    self.pv_table.extend(self.ply, move_loop.best.mv);
                    if self.ply == 0 {
                        self.root_pv = Some((score, self.pv_table.at(0).to_vec()));
                    }
                }
            }
        }
    }

    #[inline]
    fn reward_best(&mut self, move_loop: &MoveLoop, draft: Draft) {
        let side = self.game.side();
        self.history.reward(side, move_loop.best.mv, draft.depth);
    }

    /// Removes the move rated highest above `start` from the stack.
    #[inline]
    fn next_move(&mut self, start: usize) -> Option<G::Move> {
        let waiting = &self.stack[start..];
        let (at, _) = waiting
            .iter()
            .enumerate()
            .max_by_key(|(_, scored)| scored.score)?;
        Some(self.stack.swap_remove(start + at).mv)
    }

    /// Searches one move in a null window, then again at full depth or in the full window where the score requires it.
    pub(super) fn search_move<P: Policy<G>, N: NodeType>(
        &mut self,
        mv: &G::Move,
        index: usize,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        let below = draft.minus(G::cost(mv));
        if N::PV && index == 0 {
            return self.make_and_search::<P, Pv>(mv, below, window);
        }
        let reduction = P::reduction(draft, index);
        let mut score =
            self.make_and_search::<P, NonPv>(mv, below.minus(reduction), window.null())?;
        if reduction > 0 && !window.fails_low(score) {
            score = self.make_and_search::<P, NonPv>(mv, below, window.null())?;
        }
        if N::PV && window.contains(score) {
            score = self.make_and_search::<P, Pv>(mv, below, window)?;
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
    pub fn make_and_search<P: Policy<G>, N: NodeType>(
        &mut self,
        mv: &G::Move,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        let mover = self.game.side();
        if draft.depth >= P::MIN_PREFETCHED
            && let Some(hash) = self.game.hash_after(mv)
        {
            self.table.prefetch(hash);
        }
        self.game.make(mv);
        self.ply += 1;
        if self.pool.is_some() {
            self.path.push(*mv);
        }
        let score = if G::ALTERNATES || self.game.side() != mover {
            self.node::<P, N>(draft, -window).map(|score| -score)
        } else {
            self.node::<P, N>(draft, window)
        };
        if self.pool.is_some() {
            self.path.pop();
        }
        self.ply -= 1;
        self.game.unmake(mv);
        score
    }

    /// Scores the moves of `node` for move ordering: the second move of the table first, then by history.
    #[inline]
    pub fn score_by_history(&mut self, node: NodeContext) {
        let side = self.game.side();
        for ScoredMove { mv, score: rating } in &mut self.stack[node.start..] {
            let mv = G::pack(mv);
            *rating = if mv == node.tt_move2 {
                i32::MAX
            } else {
                self.history.score(side, mv)
            };
        }
    }
}
