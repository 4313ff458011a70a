//! Several games at once.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crossbeam_channel::Sender;
use kaeshi::analysis::{Analysis, Effort, PlayedGame, Step, analyse};
use kaeshi::engine::BatchSolver;
use kaeshi::game::InputError;
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::book::Book;
use kaeshi::search::{SharedState, TranspositionTable};
use kaeshi::shell::Interrupt;

/// What a worker says.
pub(super) enum News {
    /// One more position of some game is done.
    Position,
    /// The game with this index is analysed.
    Game(usize, Box<Analysis>),
    /// A worker cannot go on.
    Failed(InputError),
}

/// What all workers share.
pub(super) struct Jobs<'a> {
    /// The games, each with its index.
    pub(super) games: &'a [(usize, &'a PlayedGame)],
    pub(super) effort: Effort,
    pub(super) book: Option<&'a Book>,
    /// Threads of each search, 1 or more.
    pub(super) threads: usize,
    /// Size of each worker's table in MiB.
    pub(super) megabytes: usize,
    pub(super) interrupt: &'a Interrupt,
    /// The next game.
    pub(super) next: AtomicUsize,
}

impl Jobs<'_> {
    /// Analyses games until none is left, or a signal ends the run. `signals` stops the searches.
    pub(super) fn work(&self, signals: &Arc<SharedState>, news: &Sender<News>) {
        while let Some((index, game)) = self.games.get(self.next.fetch_add(1, Relaxed)) {
            // An empty table for each game, so that the result does not depend on the games before.
            let table = match TranspositionTable::new(self.megabytes) {
                Ok(table) => table,
                Err(why) => {
                    // The receiver ends after all workers.
                    let _ = news.send(News::Failed(InputError::new(why)));
                    return;
                }
            };
            let progress = |step: Step<'_>| {
                if !matches!(step, Step::Search) {
                    let _ = news.send(News::Position);
                }
                match self.interrupt.status() {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            };
            let start = Othello::default();
            let analysis = BatchSolver::with(&start, &table, signals, self.threads, |solver| {
                analyse(solver, game, &self.effort, self.book, progress)
            });
            match analysis {
                Some(analysis) => {
                    let _ = news.send(News::Game(*index, Box::new(analysis)));
                }
                None => return,
            }
        }
    }
}
