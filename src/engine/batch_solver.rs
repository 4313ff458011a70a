//! A batch solver: solves one position after another.
//!
//! A position near the end of a game is solved in microseconds. So workers, threads and the table are created once and
//! kept between positions.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::search_job::write_line;
use super::time_manager::{GoLimits, TimeManager};
use crate::game::{Notation, Side};
use crate::search::{
    self, Draft, PvReport, RootMoves, Score, Searchable, Selectivity, SharedState, ThreadPool,
    TranspositionTable, Window, Worker,
};

/// A request to solve a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolveRequest {
    /// The last depth of the search in plies; at `i8::MAX` it goes to the end of the game.
    pub depth: i8,
    /// The last selectivity of the search; below [`Selectivity::EXACT`] the result is not proven.
    pub selectivity: Selectivity,
    /// Scores inside this window are wanted exactly; for others a bound is enough.
    pub window: Window,
    /// The number of best lines (`MultiPV`), 1 or more.
    pub lines: usize,
    /// Time limit; the best result so far is returned then. `None` means no limit.
    pub time: Option<Duration>,
}

impl Default for SolveRequest {
    fn default() -> Self {
        Self {
            depth: i8::MAX,
            selectivity: Selectivity::EXACT,
            window: Window::FULL,
            lines: 1,
            time: None,
        }
    }
}

/// One principal variation of the last iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedLine {
    /// The score for the side to move in the position.
    pub score: Score,
    /// The draft of the search.
    pub draft: Draft,
    /// Whether the iteration was finished; if not, a better move may have been missed.
    pub finished: bool,
    /// Whether the score is the exact value of the game, or outside of the window a proven bound of it.
    pub proven: bool,
    /// The principal variation. Empty if the search has only shown that every move is at most the score.
    pub moves: Vec<String>,
}

/// The result for a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolveResult {
    /// The lines, best first; empty if the game is over.
    pub lines: Vec<SolvedLine>,
    /// The proven bounds of the score: at least `alpha`, at most `beta`.
    pub bounds: Window,
    /// Nodes visited by all workers.
    pub nodes: u64,
    /// Time of the search.
    pub time: Duration,
}

/// A solver for positions of one game, with its worker threads.
pub struct BatchSolver<'s, G: Notation + Searchable> {
    worker: Worker<'s, G>,
    table: &'s TranspositionTable,
    signals: &'s SharedState,
}

impl<G: Notation + Searchable> BatchSolver<'_, G> {
    /// Calls `work` with a solver of `threads` workers (1 or more), which end afterwards.
    ///
    /// Setting the stop signal ends the current [`BatchSolver::solve`], or else the next one, which clears the signal.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::core::Score;
    /// use kaeshi::engine::{BatchSolver, SolveRequest};
    /// use kaeshi::game::Notation;
    /// use kaeshi::games::othello::Othello;
    /// use kaeshi::search::{SharedState, TranspositionTable};
    ///
    /// let (start, table, signals) = (Othello::default(), TranspositionTable::new(16)?, SharedState::default());
    /// // White has one disc left and one square to play on.
    /// let position = start.read(&format!("othello {}O- O", "X".repeat(62))).or_else(|_| start.read("8/8/8/8/8/8/8/5xo1 x"))?;
    /// let solved = BatchSolver::with(&start, &table, &signals, 1, |solver| {
    ///     solver.solve(&position, &SolveRequest::default())
    /// });
    /// assert!(solved.lines[0].proven);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with<R>(
        variant: &G,
        table: &TranspositionTable,
        signals: &SharedState,
        threads: usize,
        work: impl FnOnce(&mut BatchSolver<'_, G>) -> R,
    ) -> R {
        let worker = || {
            Worker::new(
                variant.start(),
                table,
                signals,
                search::SearchLimits::default(),
            )
        };
        ThreadPool::run(threads, worker, |worker| {
            work(&mut BatchSolver {
                worker,
                table,
                signals,
            })
        })
    }

    /// Solves `position` as `request` asks. With a table [`TranspositionTable::for_isolated_searches`] and one thread the
    /// result, but for its time, does not depend on what was solved before.
    pub fn solve(&mut self, position: &G, request: &SolveRequest) -> SolveResult {
        self.solve_among(position, request, RootMoves::default())
    }

    /// Solves `position` as `request` asks, with only some moves allowed at the root; the result is theirs.
    pub fn solve_among(
        &mut self,
        position: &G,
        request: &SolveRequest,
        root_moves: RootMoves,
    ) -> SolveResult {
        let clock = TimeManager::start(
            &GoLimits {
                move_time: request.time,
                ..GoLimits::default()
            },
            Side::First,
            0,
            Duration::ZERO,
        );
        self.signals.root_bounds.reset();
        self.signals.nodes.store(0, Relaxed);
        let mut last: Vec<PvReport> = Vec::with_capacity(request.lines);
        if position.result().is_none() {
            self.table.new_search();
            let limits = search::SearchLimits {
                depth: request.depth,
                deadline: clock.deadline(),
                selectivity: request.selectivity,
                window: request.window,
                ..search::SearchLimits::default()
            };
            if self.table.isolates_searches() {
                self.worker.restart_isolated(position.clone(), limits);
            } else {
                self.worker.restart(position.clone(), limits);
            }
            self.worker.set_root_moves(root_moves);
            self.worker.iterative_deepening(request.lines, |report| {
                last.truncate(report.rank);
                last.push(report.clone());
                ControlFlow::Continue(())
            });
            self.worker.flush_nodes();
        }
        let time = clock.elapsed();
        self.signals.stop.store(false, Relaxed);
        let in_words = |report: PvReport| SolvedLine {
            score: report.score,
            draft: report.draft,
            finished: report.finished,
            proven: report.proven,
            moves: write_line(position, &report.pv),
        };
        SolveResult {
            lines: last.into_iter().map(in_words).collect(),
            bounds: self.signals.root_bounds.bounds(),
            nodes: self.signals.nodes.load(Relaxed),
            time,
        }
    }
}
