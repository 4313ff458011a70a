//! Iterative deepening, aspiration windows and several best moves.

use std::cmp::Reverse;
use std::mem;
use std::ops::ControlFlow;
use std::time::Instant;

use super::pv_report::PvReport;
use super::root_moves::RootMoves;
use super::worker::{Searchable, Stopped, Worker};
use crate::core::{Draft, LastIteration, Score, Window};

/// Number of nodes below which the load check of the table is skipped; a check costs about 100 nodes.
const MIN_NODES_FOR_LOAD_CHECK: u64 = 4096;

/// Minimum number of nodes in a slice; what a slice repeats of the one before takes fewer.
const MIN_SLICE_NODES: u64 = 4096;
/// A slice also visits at least this part of the nodes of its iteration. So an iteration ends even if a slice has to repeat
/// more than that. After 30 s in one iteration that takes 29 ms.
const MIN_SLICE_PART: u64 = 1024;

/// The state of iterative deepening between two slices of a search; see [`Worker::deepen`].
#[derive(Debug)]
pub struct Deepening {
    /// The number of best lines (`MultiPV`), 1 or more.
    lines: usize,
    /// The lines of the last finished iteration, best first.
    last: Vec<PvReport>,
    start: Option<Instant>,
    /// The window of the search, once it has begun. The game may narrow that of the best line, but not of the others.
    window: Option<Window>,
    /// The paused iteration.
    current: Option<Iteration>,
}

impl Deepening {
    /// The state before the first iteration, with `lines` best lines (`MultiPV`), 1 or more.
    #[must_use]
    pub const fn new(lines: usize) -> Self {
        Self {
            lines,
            last: Vec::new(),
            start: None,
            window: None,
            current: None,
        }
    }
}

/// An iteration that is not finished.
#[derive(Debug)]
struct Iteration {
    draft: Draft,
    finished: Vec<PvReport>,
    /// The node count of the worker when it began.
    first_node: u64,
    /// The window of the line that is being searched, if it has begun.
    aspiration: Option<Aspiration>,
}

/// The aspiration window of a line.
#[derive(Debug, Clone, Copy)]
struct Aspiration {
    window: Window,
    /// Half the width of the window, in score units.
    radius: i16,
}

/// The lines of an iteration, best first. A selective search does not always find them in that order.
fn best_first(mut lines: Vec<PvReport>) -> Vec<PvReport> {
    lines.sort_by_key(|line| Reverse(line.score));
    for (rank, line) in lines.iter_mut().enumerate() {
        line.rank = rank;
    }
    lines
}

/// How [`Worker::deepen`] has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deepened {
    /// The time of the slice is over. The next call continues.
    Paused,
    /// The search is over.
    Finished,
}

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
        report: impl FnMut(&PvReport) -> ControlFlow<()>,
    ) {
        self.deepen(&mut Deepening::new(lines), report);
    }

    /// As [`Worker::iterative_deepening`], from `state` on, but returns when the time of [`Worker::pause_after`] is over.
    ///
    /// The paused iteration is searched again by the next call. Its finished nodes are in the table, so that little is
    /// searched twice.
    ///
    /// # Examples
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::time::Duration;
    ///
    /// use kaeshi::core::SearchLimits;
    /// use kaeshi::games::othello::Othello;
    /// use kaeshi::search::{Deepened, Deepening, SharedState, TranspositionTable, Worker};
    ///
    /// let table = TranspositionTable::new(16)?;
    /// let (shared, limits) = (SharedState::default(), SearchLimits { depth: 6, ..SearchLimits::default() });
    /// let (mut depth, mut state) = (0, Deepening::new(1));
    /// let mut worker = Worker::new(Othello::default(), &table, &shared, limits);
    /// loop {
    ///     worker.pause_after(Duration::from_millis(10));
    ///     let deepened = worker.deepen(&mut state, |report| {
    ///         depth = report.draft.depth;
    ///         ControlFlow::Continue(())
    ///     });
    ///     if deepened == Deepened::Finished {
    ///         break;
    ///     }
    /// }
    /// assert_eq!(depth, 6);
    /// # Ok::<(), kaeshi::search::OutOfMemory>(())
    /// ```
    pub fn deepen(
        &mut self,
        state: &mut Deepening,
        mut report: impl FnMut(&PvReport) -> ControlFlow<()>,
    ) -> Deepened {
        let allowed = mem::take(&mut self.root_moves);
        let window = *state.window.get_or_insert(self.limits.window);
        let mut deepened = Deepened::Finished;
        while let Some(mut iteration) = state.current.take().or_else(|| self.next(state)) {
            let spent = self.nodes - iteration.first_node;
            self.min_pause_nodes = self.nodes + MIN_SLICE_NODES.max(spent / MIN_SLICE_PART);
            let stopped =
                self.iteration(&mut iteration, (state.lines, window), &allowed, &state.last);
            if stopped && self.is_paused {
                state.current = Some(iteration);
                deepened = Deepened::Paused;
                break;
            }
            self.stoppable = true;
            let finished = best_first(iteration.finished);
            let enough = finished.iter().any(|line| report(line).is_break());
            if stopped || enough {
                break;
            }
            let solved = finished
                .iter()
                .all(|line| self.game.is_proven(line.draft, line.score) && line.score.is_decided());
            state.last = finished;
            if solved {
                break;
            }
        }
        self.root_moves = allowed;
        deepened
    }

    /// The next iteration; `None` if there is none within the limits.
    fn next(&self, state: &mut Deepening) -> Option<Iteration> {
        let last = state.last.first().map(|first| LastIteration {
            draft: first.draft,
            score: first.score,
        });
        let budget = self.search_budget(&mut state.start);
        let next = self.game.next_iteration(last, &budget)?;
        let last = last.map(|last| last.draft);
        let depth = self.limits.depth;
        // The first iteration is always finished, so with limited nodes or time it is at most one ply deep.
        let first = last.is_none() && self.limits.may_run_out();
        let deepest = if first { depth.min(1) } else { depth };
        // Where the game leaps beyond the limit, the search goes to the limit.
        let draft = Draft {
            depth: next.depth.min(deepest),
            ..next
        };
        let deeper = draft.depth > last.map_or(0, |last| last.depth);
        let surer = last.is_none_or(|last| draft.selectivity > last.selectivity);
        (deeper || (surer && next.depth <= depth)).then(|| Iteration {
            draft,
            finished: Vec::with_capacity(state.lines),
            first_node: self.nodes,
            aspiration: None,
        })
    }

    /// One iteration: the best line, then in `window` the best line of the remaining root moves, and so on. Returns
    /// whether it was stopped or paused.
    fn iteration(
        &mut self,
        iteration: &mut Iteration,
        (lines, window): (usize, Window),
        allowed: &RootMoves,
        last: &[PvReport],
    ) -> bool {
        let draft = iteration.draft;
        while iteration.finished.len() < lines {
            let finished = &mut iteration.finished;
            let rank = finished.len();
            let taken = finished.iter().filter_map(|line| line.pv.first().copied());
            self.root_moves = allowed.without(taken);
            if rank > 0 && !self.has_root_move() {
                break;
            }
            let known = last.get(rank);
            let of_best_line = self.limits.window;
            if rank > 0 {
                self.limits.window = window;
            }
            let aspiration = iteration.aspiration.get_or_insert_with(|| {
                self.root_pv = None;
                self.aspiration(draft, known)
            });
            let mut score = self.aspiration_search(draft, aspiration);
            if rank > 0 {
                self.limits.window = of_best_line;
            }
            self.flush_nodes();
            if let (Err(Stopped), Some((lower_bound, _))) = (score, &self.root_pv) {
                let (alpha, beta) = (Score::MIN, *lower_bound);
                // Then its line is proven, even if other moves have not been searched.
                if self.record_bounds(draft, Window { alpha, beta }, beta) {
                    score = Ok(beta);
                }
            }
            if score.is_err() && self.is_paused {
                return true;
            }
            iteration.aspiration = None;
            let found = self
                .root_pv
                .take()
                .or_else(|| known.map(PvReport::score_and_pv));
            let (root_score, line) = match (found, score) {
                (Some(found), _) => found,
                // All moves failed low in the widest window: none is known to be the best.
                (None, Ok(score)) => (score, Vec::new()),
                (None, Err(Stopped)) => return true,
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
                return true;
            }
        }
        false
    }

    /// Tightens the shared bounds of the root by the result `score` of a search of it with `window`. Returns whether both
    /// are now `score`.
    fn record_bounds(&self, draft: Draft, window: Window, score: Score) -> bool {
        // Later lines exclude moves, so only the first one bounds the value of the root.
        if !self.root_moves.excluded.is_empty() || !self.game.is_proven(draft, score) {
            return false;
        }
        let bounds = &self.shared.root_bounds;
        bounds.tighten(window, score);
        let (alpha, beta) = (score, score);
        bounds.bounds() == Window { alpha, beta }
    }

    /// Whether a legal move is still allowed at the root.
    fn has_root_move(&self) -> bool {
        let mut any = false;
        self.game
            .moves(|mv| any |= self.root_moves.allow(G::pack(&mv)));
        any
    }

    /// The first window of an iteration to `draft`, around the score of the last one.
    fn aspiration(&self, draft: Draft, last: Option<&PvReport>) -> Aspiration {
        let whole = self.limits.window;
        let Some(last) = last else {
            // No score lies outside of it, so it is never widened.
            return Aspiration {
                window: whole,
                radius: 0,
            };
        };
        let radius = self.game.aspiration(draft, last.draft);
        let window = Window::around(last.score, radius).within(whole);
        Aspiration { window, radius }
    }

    /// Searches the root in the window of `aspiration`, widened fourfold whenever the score lies outside.
    fn aspiration_search(
        &mut self,
        draft: Draft,
        aspiration: &mut Aspiration,
    ) -> Result<Score, Stopped> {
        let Aspiration { window, radius } = aspiration;
        loop {
            if self.nodes > MIN_NODES_FOR_LOAD_CHECK {
                self.table.grow(|| self.wait_briefly());
            }
            let score = G::search_root(self, draft, *window)?;
            // The game may have narrowed the window.
            let whole = self.limits.window;
            *window = window.within(whole);
            self.record_bounds(draft, *window, score);
            let low = window.fails_low(score) && window.alpha > whole.alpha;
            let high = window.fails_high(score) && window.beta < whole.beta;
            if !low && !high {
                return Ok(score);
            }
            if low {
                // The best move so far is refuted.
                self.root_pv = None;
            }
            *radius = radius.saturating_mul(4);
            let wide = Window::around(score, *radius).within(whole);
            if low {
                window.alpha = wide.alpha;
            } else {
                window.beta = wide.beta;
            }
        }
    }
}
