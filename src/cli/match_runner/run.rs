//! The run of a match: from the first game to the summary.

use std::io::{self, Write};
use std::process::ExitCode;

use kaeshi::engine::Engine;

use super::Match;
use super::contestant::{Contestant, StartError};
use super::game::{End, GameInProgress, Rules};
use super::openings::Openings;
use super::record::{Entry, Record};
use super::report;
use super::results::Results;
use crate::cli::interrupt::Interrupt;
use crate::cli::{Failure, complain};

/// A match in progress.
pub(super) struct MatchRun<'a> {
    pub(super) asked: &'a Match,
    pub(super) rules: Rules,
    pub(super) openings: Openings,
    pub(super) engine: Box<dyn Engine>,
    pub(super) contestants: [Contestant<'a>; 2],
    /// The names of the programs in reports.
    pub(super) labels: [String; 2],
    pub(super) record: Option<Record>,
    pub(super) results: Results,
    pub(super) interrupt: Interrupt,
}

/// Why a match ends before its last game.
enum MatchAbort {
    /// A signal interrupted the match.
    Interrupted,
    Failed(Failure),
}

impl<T: Into<Failure>> From<T> for MatchAbort {
    fn from(why: T) -> Self {
        Self::Failed(why.into())
    }
}

impl From<StartError> for MatchAbort {
    fn from(why: StartError) -> Self {
        match why {
            StartError::Refused(why) => Self::Failed(why.into()),
            StartError::Interrupted => Self::Interrupted,
        }
    }
}

impl MatchRun<'_> {
    /// Plays the remaining games, and reports all games, even after a failure.
    ///
    /// # Errors
    /// If a program cannot be started, a file cannot be written, or the output is closed.
    pub(super) fn go(mut self) -> Result<ExitCode, Failure> {
        let out = &mut io::stdout().lock();
        let ended = self.play_all(out);
        let failure = match ended {
            Err(MatchAbort::Failed(why)) if self.results.games() == 0 => return Err(why),
            Err(MatchAbort::Failed(why)) => Some(why),
            Err(MatchAbort::Interrupted) => {
                self.contestants.iter_mut().for_each(Contestant::kill);
                complain("interrupted: finished games are counted");
                None
            }
            Ok(()) => None,
        };
        let status = self.interrupt.status();
        self.report(status.is_some(), out)?;
        Contestant::quit(&mut self.contestants);
        match failure {
            Some(why) => Err(why),
            None => Ok(status.map_or(ExitCode::SUCCESS, ExitCode::from)),
        }
    }

    fn report(&self, interrupted: bool, out: &mut impl Write) -> io::Result<()> {
        let Match { first, second, .. } = self.asked;
        if self.asked.json {
            report::json(
                &self.results,
                [first, second],
                &self.labels,
                interrupted,
                out,
            )
        } else {
            report::end(&self.results, &self.labels, out)
        }
    }

    /// Whether no game remains.
    fn is_over(&self) -> bool {
        let is_decided = |test: super::sprt::SprtState| test.verdict.is_some();
        self.results.games() >= self.asked.max_games()
            || self.results.sprt_state().is_some_and(is_decided)
    }

    fn play_all(&mut self, out: &mut impl Write) -> Result<(), MatchAbort> {
        if let Some(record) = self.record.as_ref().filter(|_| !self.asked.json) {
            report::record(record, self.results.games(), out)?;
        }
        if self.is_over() {
            return Ok(());
        }
        self.start(out)?;
        while !self.is_over() {
            let number = self.results.games();
            let opening = self.openings.of_pair(number / 2, &mut *self.engine);
            let entry = self.play(number, &opening)?;
            if let Some(record) = &mut self.record {
                record.add(&entry)?;
            }
            self.results.add(&entry);
            if !self.asked.json {
                report::game(&entry, &self.results, out)?;
            }
        }
        Ok(())
    }

    /// Starts both programs, and the record once their names are known.
    fn start(&mut self, out: &mut impl Write) -> Result<(), MatchAbort> {
        let [first, second] = &mut self.contestants;
        let names = [first.start()?, second.start()?];
        self.labels = self.asked.labels(Some(names.clone()));
        if let Some(record) = &mut self.record {
            record.begin(names, self.labels.clone(), self.asked.allow_changed)?;
        }
        if !self.asked.json {
            let [first, second] = &self.labels;
            writeln!(out, "{first} against {second}")?;
            out.flush()?;
        }
        Ok(())
    }

    /// Plays a game; the program named first begins if `number`, from 0, is even.
    fn play(&mut self, number: usize, opening: &[String]) -> Result<Entry, MatchAbort> {
        self.engine.reset();
        let first_moves_first = number.is_multiple_of(2);
        let [first, second] = &mut self.contestants;
        let [time_control, other] = self.rules.time_controls;
        let (players, time_controls) = if first_moves_first {
            ([first.player()?, second.player()?], [time_control, other])
        } else {
            ([second.player()?, first.player()?], [other, time_control])
        };
        let rules = Rules {
            time_controls,
            ..self.rules
        };
        let played = GameInProgress::new(&mut *self.engine, players, rules).play(opening);
        let entry = Entry::of(
            number + 1,
            first_moves_first,
            &played.ok_or(MatchAbort::Interrupted)?,
        );
        if entry.end != End::Over {
            self.contestants.iter_mut().for_each(Contestant::kill);
        }
        Ok(entry)
    }
}
