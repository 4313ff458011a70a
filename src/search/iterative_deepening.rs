//! Iterative deepening, aspiration windows and several best moves.

use std::ops::ControlFlow;

use super::pv_report::PvReport;
use super::root_moves::RootMoves;
use super::worker::{Searchable, Stopped, Worker};
use crate::core::{Draft, Score, SearchLimits, Window};

/// Number of nodes below which the load check of the table is skipped; a check costs about 100 nodes.
const MIN_NODES_FOR_LOAD_CHECK: u64 = 4096;

impl<G: Searchable> Worker<'_, G> {
    /// Iterative deepening, until the game is solved or a limit, `report` or a stop request ends it.
    ///
    /// Each finished line of each iteration goes to `report`, best first. A stopped iteration reports its best line so
    /// far if that begins with another move than before. The first iteration is always finished, so that a move always
    /// exists.
    ///
    /// # Examples
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use kaeshi::core::{Score, SearchLimits};
    /// use kaeshi::games::othello::Othello;
    /// use kaeshi::search::{SharedState, TranspositionTable, Worker};
    ///
    /// let table = TranspositionTable::new(16)?;
    /// let (shared, limits) = (SharedState::default(), SearchLimits { depth: 6, ..SearchLimits::default() });
    /// let mut depths = Vec::new();
    /// let mut worker = Worker::new(Othello::default(), &table, &shared, limits);
    /// worker.iterative_deepening(1, |report| {
    ///     depths.push(report.draft.depth);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(depths.last(), Some(&6));
    /// # Ok::<(), kaeshi::search::OutOfMemory>(())
    /// ```
    pub fn iterative_deepening(
        &mut self,
        lines: usize,
        mut report: impl FnMut(&PvReport) -> ControlFlow<()>,
    ) {
        let allowed = std::mem::take(&mut self.root_moves);
        let mut last: Vec<PvReport> = Vec::new();
        let mut start = None;
        while let Some(next) = self.game.next_iteration(
            last.first().map(|first| first.draft),
            &self.time_budget(&mut start),
        ) {
            let SearchLimits {
                depth, selectivity, ..
            } = self.limits;
            let before = last.first().map_or(0, |first| first.draft.depth);
            // The first iteration is always finished, so with limited nodes or time it is at most one ply deep.
            let first = last.is_empty() && self.limits.may_run_out();
            let deepest = if first { depth.min(1) } else { depth };
            // Where the game leaps beyond the depth limit, the search goes to the limit.
            let draft = Draft {
                depth: next.depth.min(deepest),
                ..next
            };
            let deeper = draft.depth > before;
            let too_deep = next.depth > depth;
            // A selectivity above the limit is accepted only where the depth grows.
            if !deeper && (too_deep || draft.selectivity > selectivity) {
                break;
            }
            let (finished, stopped) = self.iteration(draft, lines, &allowed, &last);
            self.stoppable = true;
            let enough = finished.iter().any(|line| report(line).is_break());
            if stopped || enough {
                break;
            }
            let solved = finished
                .iter()
                .all(|line| self.game.is_proven(line.draft, line.score) && line.score.is_decided());
            last = finished;
            if solved {
                break;
            }
        }
        self.root_moves = allowed;
    }

    /// One iteration: the best line, then the best line of the remaining root moves, and so on. The second value says
    /// whether it was stopped.
    fn iteration(
        &mut self,
        draft: Draft,
        lines: usize,
        allowed: &RootMoves,
        last: &[PvReport],
    ) -> (Vec<PvReport>, bool) {
        let mut finished: Vec<PvReport> = Vec::with_capacity(lines);
        for rank in 0..lines {
            let taken = finished.iter().filter_map(|line| line.pv.first().copied());
            self.root_moves = allowed.without(taken);
            if rank > 0 && !self.has_root_move() {
                break;
            }
            let known = last.get(rank);
            self.root_pv = None;
            let score = self.aspiration_search(draft, known.map(|known| known.score));
            self.flush_nodes();
            if let (Err(Stopped), Some((lower_bound, _))) = (score, &self.root_pv) {
                let (alpha, beta) = (Score::MIN, *lower_bound);
                self.record_bounds(draft, Window { alpha, beta }, *lower_bound);
            }
            let found = self
                .root_pv
                .take()
                .or_else(|| known.map(PvReport::score_and_pv));
            let (root_score, line) = match (found, score) {
                (Some(found), _) => found,
                // All moves failed low in the widest window: none is known to be the best.
                (None, Ok(score)) => (score, Vec::new()),
                (None, Err(Stopped)) => return (finished, true),
            };
            let is_new_best = known.is_none_or(|known| known.pv.first() != line.first());
            if score.is_ok() || (rank == 0 && is_new_best) {
                finished.push(PvReport {
                    draft,
                    score: score.unwrap_or(root_score),
                    rank,
                    seldepth: self.seldepth,
                    finished: score.is_ok(),
                    proven: score.is_ok_and(|score| self.game.is_proven(draft, score)),
                    pv: line,
                });
            }
            if score.is_err() {
                return (finished, true);
            }
        }
        (finished, false)
    }

    /// Tightens the shared bounds of the root by the result `score` of a search of it with `window`.
    fn record_bounds(&self, draft: Draft, window: Window, score: Score) {
        // Later lines exclude moves, so only the first one bounds the value of the root.
        if self.root_moves.excluded.is_empty() && self.game.is_proven(draft, score) {
            self.shared.root_bounds.tighten(window, score);
        }
    }

    /// Whether a legal move is still allowed at the root.
    fn has_root_move(&self) -> bool {
        let mut any = false;
        self.game
            .moves(|mv| any |= self.root_moves.allow(G::pack(&mv)));
        any
    }

    /// Searches the root in an aspiration window around `guess`, widened fourfold whenever the score lies outside.
    fn aspiration_search(&mut self, draft: Draft, guess: Option<Score>) -> Result<Score, Stopped> {
        let whole = self.limits.window;
        let mut radius = G::ASPIRATION;
        let mut window = guess.map_or(whole, |guess| Window::around(guess, radius).within(whole));
        loop {
            if self.nodes > MIN_NODES_FOR_LOAD_CHECK {
                self.table.grow();
            }
            let score = G::search_root(self, draft, window)?;
            // The game may have narrowed the window.
            let whole = self.limits.window;
            window = window.within(whole);
            self.record_bounds(draft, window, score);
            let low = window.fails_low(score) && window.alpha > whole.alpha;
            let high = window.fails_high(score) && window.beta < whole.beta;
            if !low && !high {
                return Ok(score);
            }
            if low {
                // The best move so far is refuted.
                self.root_pv = None;
            }
            radius = radius.saturating_mul(4);
            let wide = Window::around(score, radius).within(whole);
            if low {
                window.alpha = wide.alpha;
            } else {
                window.beta = wide.beta;
            }
        }
    }
}
