//! Analyses several games at once, and hands them over in order.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;

use crossbeam_channel::Sender;
use kaeshi::game::InputError;
use kaeshi::search::SharedState;
use kaeshi::shell::Interrupt;
use serde::de::DeserializeOwned;

use super::line_up::LineUp;
use super::options::Analyse;
use super::prior::{Keyed, Prior};
use crate::cli::experiment::progress::Progress;
use crate::cli::solve::ProgressLines;
use crate::cli::{Failure, print_message};

/// The workers, one for each game at once, and the signals that end them.
pub(super) struct Workers {
    /// What the searches of each worker share.
    shared: Vec<Arc<SharedState>>,
    interrupt: Interrupt,
}

/// What an analysis knows about its worker.
pub(super) struct Worker<'a> {
    /// A signal stops searches that share this.
    pub(super) shared: &'a Arc<SharedState>,
    interrupt: &'a Interrupt,
    /// Whether the results are no longer taken.
    is_discarded: &'a AtomicBool,
    /// Called after each position.
    position_done: &'a dyn Fn(),
}

/// Games of one kind, and how to analyse them.
pub(super) trait Task: Sync {
    /// An analysed game.
    type Record: Keyed + DeserializeOwned + Send;

    /// Number of games.
    fn games(&self) -> usize;

    /// The key of the record of the game with this index, from 0.
    fn key(&self, index: usize) -> String;

    /// Number of positions of the game with this index.
    fn positions(&self, index: usize) -> usize;

    /// Called once before the first analysis.
    fn prepare(&self) {}

    /// Analyses the game with this index; `None` if a signal ends it.
    ///
    /// # Errors
    /// If there is no memory or no thread for it.
    fn analyse(&self, index: usize, worker: &Worker) -> Result<Option<Self::Record>, InputError>;
}

/// How a run has ended.
pub(super) struct Ended {
    /// Why it could not go on.
    failed: Option<InputError>,
    /// The use of the games of an earlier run, in words.
    summary: Option<String>,
}

/// What a worker says.
enum News<R> {
    /// One more position of some game is done.
    Position,
    /// The game with this index is analysed.
    Game(usize, Box<R>),
    /// A worker cannot go on.
    Failed(InputError),
}

/// What all workers share.
struct Jobs<'a, T> {
    task: &'a T,
    /// The games to analyse.
    left: &'a [usize],
    interrupt: &'a Interrupt,
    /// Whether the results are no longer taken.
    is_discarded: AtomicBool,
    /// The next one of `left`.
    next: AtomicUsize,
}

impl Workers {
    /// As many workers as `options` requests, which SIGINT and SIGTERM end.
    ///
    /// # Errors
    /// If signals cannot be watched.
    pub(super) fn new(options: &Analyse) -> io::Result<Self> {
        let shared: Vec<_> = (0..options.jobs)
            .map(|_| Arc::new(SharedState::default()))
            .collect();
        let searches = shared.clone();
        let interrupt = Interrupt::watch(move || {
            for search in &searches {
                search.stop.store(true, SeqCst);
            }
        })?;
        Ok(Self { shared, interrupt })
    }

    /// Takes the games of `task` that `prior` has, analyses the others, and calls `add` with each record in the order of the
    /// games, and whether it is new.
    ///
    /// # Errors
    /// Those of `add`.
    pub(super) fn run<T: Task>(
        &self,
        options: &Analyse,
        task: &T,
        mut prior: Option<Prior<T::Record>>,
        mut add: impl FnMut(usize, &T::Record, bool) -> Result<(), Failure>,
    ) -> Result<Ended, Failure> {
        let mut line_up = LineUp::default();
        let mut left = Vec::new();
        for index in 0..task.games() {
            match prior
                .as_mut()
                .and_then(|prior| prior.take(&task.key(index)))
            {
                Some(record) => line_up.add(index, (index, record, false)),
                None => left.push(index),
            }
        }
        let failed = self.analyse(options, task, &left, &mut |index, record| {
            if let Some(record) = record {
                line_up.add(index, (index, record, true));
            }
            while let Some((index, record, is_new)) = line_up.next() {
                add(index, &record, is_new)?;
            }
            Ok(())
        })?;
        let prior = prior.filter(|_| !options.quiet);
        let summary = prior.map(|prior| prior.summary());
        Ok(Ended { failed, summary })
    }

    /// Analyses the games `left`, and calls `done` first without and then with each record. Returns why it could not go on.
    fn analyse<T: Task>(
        &self,
        options: &Analyse,
        task: &T,
        left: &[usize],
        done: &mut dyn FnMut(usize, Option<T::Record>) -> Result<(), Failure>,
    ) -> Result<Option<InputError>, Failure> {
        done(0, None)?;
        if left.is_empty() {
            return Ok(None);
        }
        task.prepare();
        let jobs = Jobs {
            task,
            left,
            interrupt: &self.interrupt,
            is_discarded: AtomicBool::new(false),
            next: AtomicUsize::new(0),
        };
        let steps: usize = left.iter().map(|&index| task.positions(index)).sum();
        let bar = (!options.quiet).then(|| Progress::new("analysing", steps as u64));
        let is_plain = !options.quiet && !io::stderr().is_terminal();
        let games = Some(left.len() as u64);
        let lines = is_plain.then(|| ProgressLines::start(games, options.progress, "games"));
        let lines = lines.flatten();
        let (sender, news) = crossbeam_channel::unbounded();
        thread::scope(|scope| {
            for shared in &self.shared {
                let (jobs, sender) = (&jobs, sender.clone());
                scope.spawn(move || jobs.work(shared, &sender));
            }
            drop(sender);
            let mut failed = None;
            let mut result = Ok(());
            for news in &news {
                match news {
                    News::Position => bar.iter().for_each(|bar| bar.step(1)),
                    News::Failed(why) => failed = Some(why),
                    News::Game(index, record) if result.is_ok() => {
                        lines.iter().for_each(ProgressLines::step);
                        result = done(index, Some(*record));
                        if result.is_err() {
                            jobs.end(&self.shared);
                        }
                    }
                    News::Game(..) => {}
                }
            }
            result.map(|()| failed)
        })
    }

    /// The exit status of a run, which is also explained; `bad` says whether games could not be read.
    ///
    /// # Errors
    /// If the run could not go on.
    pub(super) fn status(&self, ended: Ended, bad: bool) -> Result<ExitCode, Failure> {
        if let Some(summary) = ended.summary {
            print_message(&summary);
        }
        if let Some(why) = ended.failed {
            return Err(why.into());
        }
        Ok(match self.interrupt.status() {
            Some(status) => {
                print_message("interrupted: everything finished has been printed");
                ExitCode::from(status)
            }
            None => ExitCode::from(u8::from(bad)),
        })
    }
}

impl Worker<'_> {
    /// Counts a position that is done.
    pub(super) fn position_done(&self) {
        (self.position_done)();
    }

    /// Whether to go on.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        if self.interrupt.status().is_some() || self.is_discarded.load(SeqCst) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl<T: Task> Jobs<'_, T> {
    /// Ends all workers, because their results are no longer taken.
    fn end(&self, searches: &[Arc<SharedState>]) {
        self.is_discarded.store(true, SeqCst);
        self.next.store(self.left.len(), SeqCst);
        for search in searches {
            search.stop.store(true, SeqCst);
        }
    }

    /// Analyses games until none is left, or a signal ends the run.
    fn work(&self, shared: &Arc<SharedState>, news: &Sender<News<T::Record>>) {
        // The receiver ends after all workers.
        let send = |what| drop(news.send(what));
        let worker = Worker {
            shared,
            interrupt: self.interrupt,
            is_discarded: &self.is_discarded,
            position_done: &|| send(News::Position),
        };
        while let Some(&index) = self.left.get(self.next.fetch_add(1, SeqCst)) {
            match self.task.analyse(index, &worker) {
                Ok(Some(record)) => send(News::Game(index, Box::new(record))),
                Ok(None) => return,
                Err(why) => {
                    send(News::Failed(why));
                    return;
                }
            }
        }
    }
}
