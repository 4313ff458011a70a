//! A run: from problems to answers, until the end or an interruption.

use std::process::ExitCode;

use crossbeam_channel::Receiver;
use kaeshi::engine::Solver;
use kaeshi::games::othello::Othello;

use super::answer::Answer;
use super::report::Report;
use super::resume::Answered;
use super::source::{Event, Item};
use super::{Failure, Solve};
use crate::cli::interrupt::Interrupt;

/// A run over all problems.
pub(super) struct Run<'s> {
    pub(super) solve: &'s Solve,
    pub(super) answered: Answered,
    pub(super) interrupt: Interrupt,
    pub(super) events: Receiver<Event>,
}

impl Run<'_> {
    /// Solves all problems in turn; returns the exit status.
    ///
    /// # Errors
    /// If the output is closed, or the answers to resume from belong to other problems.
    pub(super) fn go(
        &self,
        solver: &mut Solver<'_, Othello>,
        report: &mut Report,
    ) -> Result<ExitCode, Failure> {
        let mut unreadable = false;
        for event in &self.events {
            match event {
                Event::Interrupted => {}
                Event::End => break,
                Event::Failed(name, why) => {
                    report.complain(&format!("{name}: {why}"));
                    unreadable = true;
                }
                Event::Items(items) => {
                    for item in items {
                        if self.interrupt.status().is_some() {
                            break;
                        }
                        self.treat(&item, solver, report)?;
                    }
                }
            }
            if self.interrupt.status().is_some() {
                break;
            }
        }
        report.end()?;
        Ok(match self.interrupt.status() {
            Some(status) => {
                report.complain("interrupted: everything finished has been printed");
                ExitCode::from(status)
            }
            None if unreadable => ExitCode::from(2),
            None if report.totals.is_fine() => ExitCode::SUCCESS,
            None => ExitCode::FAILURE,
        })
    }

    fn treat(
        &self,
        item: &Item,
        solver: &mut Solver<'_, Othello>,
        report: &mut Report,
    ) -> Result<(), Failure> {
        let problem = match &item.problem {
            Ok(problem) => problem,
            Err(why) => {
                report.refuse(&format!("{}: {why}", place(item)));
                return Ok(());
            }
        };
        if self.answered.has(item)? {
            report.skip();
            return Ok(());
        }
        let question = self.solve.question(problem);
        let solution = solver.solve(&problem.position, &question);
        let answer = Answer::new(item, problem, &question, &solution);
        if answer.finished || self.interrupt.status().is_none() {
            report.answer(&answer, solution.time)?;
        }
        Ok(())
    }
}

fn place(item: &Item) -> String {
    let line = item.line.unwrap_or(item.number);
    match &item.file {
        Some(file) => format!("{file}:{line}"),
        None => format!("standard input, line {line}"),
    }
}
