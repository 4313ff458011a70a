//! Solving one position after another, without a conversation.
//!
//! A position near the end of a game is solved in microseconds: workers, their threads and
//! the table are made once and kept from position to position.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use super::clock::{Clock, Limits};
use super::think::write_line;
use crate::game::{Side, Spoken};
use crate::search::{
    self, Draft, Report, Score, Search, Selectivity, Signals, Table, Team, Window,
};

/// What is asked about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// The most careful selectivity; below [`Selectivity::EXACT`] the answer is a good guess.
    pub selectivity: Selectivity,
    /// Scores that are worth knowing exactly; outside of it a bound is enough.
    pub window: Window,
    /// Best lines wanted, 1 or more.
    pub lines: usize,
    /// Time after which the best answer so far has to do.
    pub time: Option<Duration>,
}

impl Default for Question {
    fn default() -> Self {
        Self {
            selectivity: Selectivity::EXACT,
            window: Window::FULL,
            lines: 1,
            time: None,
        }
    }
}

/// A line of the last iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// For the side to move in the position.
    pub score: Score,
    /// How hard it was searched.
    pub draft: Draft,
    /// Whether the search came to its end; if not, a better move may have been missed.
    pub finished: bool,
    /// Nothing was guessed: the score, or the bound if it is outside of the window, is the
    /// value of the game.
    pub proven: bool,
    /// The moves it expects. Where a bound says that all moves are bad, there is none.
    pub moves: Vec<String>,
}

/// What was found out about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Best first; empty if the game is over.
    pub lines: Vec<Line>,
    /// What is certain about the score: at least `alpha`, at most `beta`.
    pub bounds: Window,
    /// Nodes visited by all workers.
    pub nodes: u64,
    /// Time the search took.
    pub time: Duration,
}

/// Solves positions of one game, one after the other.
pub struct Solver<'s, G: Spoken> {
    worker: Search<'s, G>,
    table: &'s Table,
    signals: &'s Signals,
}

impl<G: Spoken> Solver<'_, G> {
    /// Calls `work` with a solver of `threads` workers (1 or more), who go home afterwards.
    ///
    /// Setting the stop signal ends the question being answered, or the next one; it is
    /// cleared when that has been answered.
    pub fn with<R>(
        variant: &G,
        table: &Table,
        signals: &Signals,
        threads: usize,
        work: impl FnOnce(&mut Solver<'_, G>) -> R,
    ) -> R {
        let team = Team::default();
        let worker = || Search::new(variant.start(), table, signals, search::Limits::default());
        thread::scope(|scope| {
            for _ in 1..threads {
                let mut helper = worker().with(&team);
                scope.spawn(move || helper.assist());
            }
            let mut first = worker();
            if threads > 1 {
                first = first.with(&team);
            }
            let _dismissal = Dismissal(&team);
            work(&mut Solver {
                worker: first,
                table,
                signals,
            })
        })
    }

    /// Answers `question` about `position`.
    pub fn solve(&mut self, position: &G, question: &Question) -> Solution {
        let clock = Clock::start(
            &Limits {
                move_time: question.time,
                ..Limits::default()
            },
            Side::First,
            0,
            Duration::ZERO,
        );
        self.signals.proof.forget();
        self.signals.nodes.store(0, Relaxed);
        let mut last: Vec<Report> = Vec::with_capacity(question.lines);
        if position.result().is_none() {
            self.table.age();
            self.worker.restart(
                position.clone(),
                search::Limits {
                    deadline: clock.deadline(),
                    selectivity: question.selectivity,
                    window: question.window,
                    ..search::Limits::default()
                },
            );
            self.worker.deepen(question.lines, |report| {
                last.truncate(report.rank);
                last.push(report.clone());
                ControlFlow::Continue(())
            });
            self.worker.publish();
        }
        let time = clock.elapsed();
        self.signals.stop.store(false, Relaxed);
        let in_words = |report: Report| Line {
            score: report.score,
            draft: report.draft,
            finished: report.finished,
            proven: report.proven,
            moves: write_line(position, &report.line),
        };
        Solution {
            lines: last.into_iter().map(in_words).collect(),
            bounds: self.signals.proof.bounds(),
            nodes: self.signals.nodes.load(Relaxed),
            time,
        }
    }
}

/// Sends the helpers home whatever happens: they would wait for ever.
struct Dismissal<'t, G: Spoken>(&'t Team<G>);

impl<G: Spoken> Drop for Dismissal<'_, G> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}
