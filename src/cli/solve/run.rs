//! A run: from problems to answers, until the end or an interruption.

use std::collections::VecDeque;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvError, Sender, never, select};
use kaeshi::engine::BatchSolver;
use kaeshi::game::{Game, InputError};
use kaeshi::games::othello::Othello;
use kaeshi::search::{SharedState, TranspositionTable};
use kaeshi::shell::Interrupt;

use super::answer::{Answer, Task};
use super::estimate::long_time;
use super::options::Solve;
use super::report::Report;
use super::resume::PriorAnswers;
use super::source::{self, Event, Item};
use super::summary;
use crate::cli::filter::{Pool, Tasks};
use crate::cli::{Failure, print_message};

/// The answer of a job and the time of its search; `None` after a signal.
type Solved = Option<(Answer, Duration)>;

/// A run over all problems.
struct Run<'s> {
    solve: &'s Solve,
    /// The answers of an earlier run, if this run resumes it.
    prior: Option<PriorAnswers>,
    interrupt: Interrupt,
    events: Receiver<Event>,
    /// Problems that no job has yet.
    items: VecDeque<Item>,
    /// What was wrong with the input.
    unreadable: bool,
    nothing: bool,
}

impl Solve {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        if self.from > self.to {
            let why = format_args!("--from {} is behind --to {}", self.from, self.to);
            return Err(InputError::new(why).into());
        }
        if !self.summary.is_empty() {
            return summary::run(self);
        }
        let given = self.given()?;
        let prior = self.prior()?;
        let (sender, events) = source::channel();
        let jobs = self.filter.jobs();
        let signals: Arc<[SharedState]> = (0..jobs).map(|_| SharedState::default()).collect();
        let interrupt = watch(Arc::clone(&signals), sender.clone())?;
        let tables = (0..jobs)
            .map(|_| TranspositionTable::for_isolated_searches(self.hash.megabytes))
            .collect::<Result<Vec<_>, _>>()
            .map_err(InputError::new)?;
        let is_one = given.is_some();
        match given {
            Some(problem) => source::single(problem, &sender),
            None => self.read_problems(sender)?,
        }
        // Unpacks the evaluation now, so that its time does not count for the first position.
        Othello::prepare();
        let count = || {
            if is_one {
                Some(1)
            } else {
                source::count(&self.files, self.range())
            }
        };
        let mut report = Report::new(self.json, jobs, self.progress_options(), count);
        report.begin()?;
        let job = |index: usize, tasks: &Tasks<Task, Solved>| {
            let threads = self.threads.count;
            let (table, signals) = (&tables[index], &signals[index]);
            BatchSolver::with(&Othello::default(), table, signals, threads, |solver| {
                tasks.each(|task| {
                    if interrupt.status().is_some() {
                        return None;
                    }
                    let result = solver.solve(&task.problem.position, &task.request);
                    Some((Answer::new(&task, &result), result.time))
                });
            });
        };
        Pool::with(jobs, self.filter.unordered, job, |pool| {
            let mut run = Run {
                solve: self,
                prior,
                interrupt: interrupt.clone(),
                events,
                items: VecDeque::new(),
                unreadable: false,
                nothing: false,
            };
            let ended = run.go(pool, &mut report);
            if ended.is_err() {
                stop(&signals);
            }
            ended
        })
    }

    fn read_problems(&self, sender: Sender<Event>) -> Result<(), InputError> {
        let inputs = source::open(&self.files)?;
        if self.is_typed() {
            print_message(
                "type problems, one a line, and end with Ctrl-D ('kaeshi solve --help' says more)",
            );
        }
        source::spawn_reader(inputs, self.range(), sender)
    }
}

/// Ends the running searches, or else the next ones.
fn stop(searches: &[SharedState]) {
    for search in searches {
        search.stop.store(true, SeqCst);
    }
}

/// Watches for signals. A signal stops the running searches and wakes the receiver of `events`.
fn watch(searches: Arc<[SharedState]>, events: Sender<Event>) -> io::Result<Interrupt> {
    Interrupt::watch(move || {
        stop(&searches);
        // A full channel has no waiting receiver.
        let _ = events.try_send(Event::Interrupted);
    })
}

impl Run<'_> {
    /// Solves all problems; returns the exit status.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn go(
        &mut self,
        pool: &mut Pool<Task, Solved>,
        report: &mut Report,
    ) -> Result<ExitCode, Failure> {
        self.answer_all(pool, report)?;
        report.end()?;
        if let Some(prior) = &self.prior {
            report.print_message(&prior.summary());
        }
        Ok(match self.interrupt.status() {
            Some(status) => {
                report.print_message("interrupted: everything finished has been printed");
                ExitCode::from(status)
            }
            None if self.unreadable => ExitCode::from(2),
            None if report.totals.is_fine() && !self.nothing => ExitCode::SUCCESS,
            None => ExitCode::FAILURE,
        })
    }

    fn answer_all(
        &mut self,
        pool: &mut Pool<Task, Solved>,
        report: &mut Report,
    ) -> Result<(), Failure> {
        let (events, silence) = (self.events.clone(), never());
        let mut is_read = false;
        loop {
            let is_interrupted = self.interrupt.status().is_some();
            while !is_interrupted
                && pool.has_room()
                && let Some(item) = self.items.pop_front()
            {
                if let Some(task) = self.task(item, report) {
                    pool.submit(task);
                }
            }
            let ends = is_interrupted || (is_read && self.items.is_empty());
            if ends && pool.is_idle() {
                return Ok(());
            }
            let reads = !ends && !is_read && self.items.is_empty() && pool.has_room();
            select! {
                recv(if reads { &events } else { &silence }) -> event => {
                    is_read = self.read(event, report);
                }
                recv(pool.results()) -> result => {
                    let result = result.map_err(|_| InputError::new("a job has ended too early"))?;
                    for (answer, time) in pool.arrive(result).into_iter().flatten() {
                        if answer.finished || self.interrupt.status().is_none() {
                            report.answer(&answer, time)?;
                        }
                    }
                }
            }
        }
    }

    /// Takes a message of the reader; returns whether it was the last one.
    fn read(&mut self, event: Result<Event, RecvError>, report: &mut Report) -> bool {
        match event {
            Err(RecvError) | Ok(Event::End) => return true,
            Ok(Event::Interrupted) => {}
            Ok(Event::Failed(name, why)) => {
                report.print_message(&format!("{name}: {why}"));
                self.unreadable = true;
            }
            Ok(Event::Nothing(name, count)) => {
                let from = self.solve.from;
                report.print_message(&match count {
                    0 => format!("{name}: no problem in this file"),
                    _ => format!("{name}: no problem from number {from} on: it has {count}"),
                });
                self.nothing = true;
            }
            Ok(Event::Items(items)) => self.items.extend(items),
        }
        false
    }

    /// The task of a line, unless it cannot be read or was answered before.
    fn task(&mut self, item: Item, report: &mut Report) -> Option<Task> {
        let Item { place, problem } = item;
        let problem = match problem {
            Ok(problem) => problem,
            Err(why) => {
                report.refuse(&format!("{place}: {why}"));
                return None;
            }
        };
        let window = self.solve.window_of(&problem);
        if self
            .prior
            .as_mut()
            .is_some_and(|prior| prior.take(&problem, window))
        {
            report.skip();
            return None;
        }
        let task = Task {
            request: self.solve.request(&problem),
            item: place,
            problem,
            window,
        };
        self.warn(&task, report);
        Some(task)
    }

    /// Warns before a search with a long estimated time.
    fn warn(&self, task: &Task, report: &Report) {
        let board = task.problem.position.board();
        let (empties, threads) = (board.empties(), self.solve.threads.count);
        let long = long_time(empties, &task.request, threads)
            .filter(|_| !board.is_over() && !self.solve.quiet);
        if let Some(time) = long {
            report.print_message(&format!(
                "{}: {empties} empty squares take {time} (--time or --selectivity ends with an estimate)",
                task.item
            ));
        }
    }
}
