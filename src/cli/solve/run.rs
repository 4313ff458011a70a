//! A run: from problems to answers, until the end or an interruption.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

use crossbeam_channel::{Receiver, Sender};
use kaeshi::engine::{BatchSolver, SolveRequest};
use kaeshi::game::{Game, InputError};
use kaeshi::games::othello::Othello;
use kaeshi::search::{SharedState, TranspositionTable};
use kaeshi::shell::Interrupt;

use super::answer::Answer;
use super::estimate::long_time;
use super::options::Solve;
use super::problem::Problem;
use super::report::Report;
use super::resume::PriorAnswers;
use super::source::{self, Event, Item};
use crate::cli::{Failure, print_message};

/// A run over all problems.
struct Run<'s> {
    solve: &'s Solve,
    /// The answers of an earlier run, if this run resumes it.
    prior: Option<PriorAnswers>,
    interrupt: Interrupt,
    events: Receiver<Event>,
}

impl Solve {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        if self.from > self.to {
            let why = format_args!("--from {} is behind --to {}", self.from, self.to);
            return Err(InputError::new(why).into());
        }
        let given = self.given()?;
        let prior = self.prior()?;
        let (sender, events) = source::channel();
        let signals = Arc::new(SharedState::default());
        let interrupt = watch(Arc::clone(&signals), sender.clone())?;
        let table =
            TranspositionTable::for_long_searches(self.hash.megabytes).map_err(InputError::new)?;
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
        let mut report = Report::new(self.json, self.progress_options(), count);
        report.begin()?;
        let mut run = Run {
            solve: self,
            prior,
            interrupt,
            events,
        };
        BatchSolver::with(
            &Othello::default(),
            &table,
            &signals,
            self.threads.count,
            |solver| run.go(solver, &mut report),
        )
    }

    fn read_problems(&self, sender: Sender<Event>) -> Result<(), InputError> {
        let inputs = source::open(&self.files)?;
        if self.files.is_empty() && io::stdin().is_terminal() {
            print_message(
                "type problems, one a line, and end with Ctrl-D ('kaeshi solve --help' says more)",
            );
        }
        source::spawn_reader(inputs, self.range(), sender)
    }
}

/// Watches for signals. A signal stops the running search and wakes the receiver of `events`.
fn watch(search: Arc<SharedState>, events: Sender<Event>) -> io::Result<Interrupt> {
    Interrupt::watch(move || {
        search.stop.store(true, SeqCst);
        // A full channel has no waiting receiver.
        let _ = events.try_send(Event::Interrupted);
    })
}

impl Run<'_> {
    /// Solves all problems in turn; returns the exit status.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn go(
        &mut self,
        solver: &mut BatchSolver<'_, Othello>,
        report: &mut Report,
    ) -> Result<ExitCode, Failure> {
        let mut unreadable = false;
        let mut nothing = false;
        for event in &self.events.clone() {
            match event {
                Event::Interrupted => {}
                Event::End => break,
                Event::Failed(name, why) => {
                    report.print_message(&format!("{name}: {why}"));
                    unreadable = true;
                }
                Event::Nothing(name, count) => {
                    let from = self.solve.from;
                    report.print_message(&match count {
                        0 => format!("{name}: no problem in this file"),
                        _ => format!("{name}: no problem from number {from} on: it has {count}"),
                    });
                    nothing = true;
                }
                Event::Items(items) => {
                    for item in items {
                        if self.interrupt.status().is_some() {
                            break;
                        }
                        self.process(&item, solver, report)?;
                    }
                }
            }
            if self.interrupt.status().is_some() {
                break;
            }
        }
        report.end()?;
        if let Some(prior) = &self.prior {
            report.print_message(&prior.summary());
        }
        Ok(match self.interrupt.status() {
            Some(status) => {
                report.print_message("interrupted: everything finished has been printed");
                ExitCode::from(status)
            }
            None if unreadable => ExitCode::from(2),
            None if report.totals.is_fine() && !nothing => ExitCode::SUCCESS,
            None => ExitCode::FAILURE,
        })
    }

    fn process(
        &mut self,
        item: &Item,
        solver: &mut BatchSolver<'_, Othello>,
        report: &mut Report,
    ) -> Result<(), Failure> {
        let problem = match &item.problem {
            Ok(problem) => problem,
            Err(why) => {
                report.refuse(&format!("{}: {why}", place(item)));
                return Ok(());
            }
        };
        if self.prior.as_mut().is_some_and(|prior| prior.take(problem)) {
            report.skip();
            return Ok(());
        }
        let request = self.solve.request(problem);
        self.warn(item, problem, &request, report);
        let result = solver.solve(&problem.position, &request);
        let answer = Answer::new(item, problem, &request, &result);
        if answer.finished || self.interrupt.status().is_none() {
            report.answer(&answer, result.time)?;
        }
        Ok(())
    }

    /// Warns before a search with a long estimated time.
    fn warn(&self, item: &Item, problem: &Problem, request: &SolveRequest, report: &Report) {
        let (empties, threads) = (problem.position.board().empties(), self.solve.threads.count);
        let over = problem.position.board().is_over();
        let long = long_time(empties, request, threads).filter(|_| !over && !self.solve.quiet);
        if let Some(time) = long {
            report.print_message(&format!(
                "{}: {empties} empty squares take {time} (--time or --selectivity ends with an estimate)",
                place(item)
            ));
        }
    }
}

fn place(item: &Item) -> String {
    match (&item.file, item.line) {
        (_, None) => "--position".into(),
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (None, Some(line)) => format!("standard input, line {line}"),
    }
}
