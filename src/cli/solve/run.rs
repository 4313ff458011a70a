//! A run: from problems to answers, until the end or an interruption.

use std::process::ExitCode;

use crossbeam_channel::Receiver;
use kaeshi::engine::{BatchSolver, SolveRequest};
use kaeshi::games::othello::Othello;

use super::answer::Answer;
use super::estimate::long_time;
use super::problem::Problem;
use super::report::Report;
use super::resume::PriorAnswers;
use super::source::{Event, Item};
use super::{Failure, Solve};
use crate::cli::interrupt::Interrupt;

/// A run over all problems.
pub(super) struct Run<'s> {
    pub(super) solve: &'s Solve,
    /// The answers of an earlier run, if this run resumes it.
    pub(super) prior: Option<PriorAnswers>,
    pub(super) interrupt: Interrupt,
    pub(super) events: Receiver<Event>,
}

impl Run<'_> {
    /// Solves all problems in turn; returns the exit status.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn go(
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
                    report.complain(&format!("{name}: {why}"));
                    unreadable = true;
                }
                Event::Nothing(name, count) => {
                    let from = self.solve.from;
                    report.complain(&match count {
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
            report.complain(&prior.summary());
        }
        Ok(match self.interrupt.status() {
            Some(status) => {
                report.complain("interrupted: everything finished has been printed");
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
            report.complain(&format!(
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
