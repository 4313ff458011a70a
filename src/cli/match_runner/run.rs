//! The run of a match: from the first game to the summary.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use crossbeam_channel::bounded;
use kaeshi::engine::Engine;
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::search::TranspositionTable;
use kaeshi::shell::Interrupt;

use super::cards;
use super::conclusion::{MatchAbort, conclude};
use super::contestant::Contestant;
use super::driver::TimeControl;
use super::game::{GameInProgress, Rules};
use super::openings::Openings;
use super::options::Match;
use super::player::End;
use super::program::Supervision;
use super::record::{Entry, Record};
use super::report;
use super::results::Results;
use crate::cli::Failure;

/// A match in progress.
struct MatchRun<'a> {
    options: &'a Match,
    rules: Rules,
    openings: Openings,
    engine: Box<dyn Engine>,
    contestants: [Contestant<'a>; 2],
    /// The names of the programs in reports.
    labels: [String; 2],
    record: Option<Record>,
    results: Results,
}

impl Match {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let (stop, interrupted) = bounded(0);
        let interrupt = Interrupt::watch(move || drop(stop))?;
        let supervision = Supervision {
            patience: self.patience,
            interrupt: interrupted,
        };
        let game = self.game.name.as_str();
        if games::family(game) == Some("daifugo") {
            return cards::run(self, &supervision, &interrupt);
        }
        self.check_board_game()?;
        let rules = self.rules();
        let contestants = [
            Contestant::new(&self.first, game, &supervision)?,
            Contestant::new(&self.second, game, &supervision)?,
        ];
        let table = Arc::new(TranspositionTable::new(1).map_err(InputError::new)?);
        let mut engine = games::open(game, table)?;
        let openings = match &self.openings {
            Some(file) => Openings::read(file, &mut *engine)?,
            None => Openings::random(8, self.seed),
        };
        let mut results = Results::new(
            self.sprt,
            matches!(rules.time_controls[0], TimeControl::Clock(..)),
        );
        let record = match &self.record {
            Some(path) => {
                let header = self.header(game, rules, self.source(&openings))?;
                let count = |entry: Entry| {
                    results.add(&entry);
                    Ok(())
                };
                Some(Record::open(path, header, self.allow_changed, count)?)
            }
            None => None,
        };
        let run = MatchRun {
            options: self,
            rules,
            openings,
            engine,
            contestants,
            labels: self.labels(record.as_ref().and_then(Record::names)),
            record,
            results,
        };
        run.go(&interrupt)
    }
}

impl MatchRun<'_> {
    /// Plays the remaining games, and reports all games, even after a failure.
    ///
    /// # Errors
    /// If a program cannot be started, a file cannot be written, or the output is closed.
    fn go(mut self, interrupt: &Interrupt) -> Result<ExitCode, Failure> {
        let out = &mut io::stdout().lock();
        let ended = self.play_all(out);
        let Match {
            first,
            second,
            json,
            ..
        } = self.options;
        let (results, labels) = (&self.results, &self.labels);
        let report = |interrupted: bool| {
            if *json {
                report::json(results, [first, second], labels, interrupted, out)
            } else {
                report::end(results, labels, out)
            }
        };
        let contestants = self.contestants.iter_mut().collect();
        conclude(ended, results.games(), contestants, interrupt, report)
    }

    /// Whether no game remains.
    fn is_over(&self) -> bool {
        let is_decided = |test: super::sprt::SprtState| test.verdict.is_some();
        self.results.games() >= self.options.max_games()
            || self.results.sprt_state().is_some_and(is_decided)
    }

    fn play_all(&mut self, out: &mut impl Write) -> Result<(), MatchAbort> {
        if let Some(record) = self.record.as_ref().filter(|_| !self.options.json) {
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
            if !self.options.json {
                report::game(&entry, &self.results, out)?;
            }
        }
        Ok(())
    }

    /// Starts both programs, and the record once their names are known.
    fn start(&mut self, out: &mut impl Write) -> Result<(), MatchAbort> {
        let [first, second] = &mut self.contestants;
        let names = [first.start()?, second.start()?];
        self.labels = self.options.labels(Some(names.clone()));
        if let Some(record) = &mut self.record {
            record.begin(names, self.labels.clone(), self.options.allow_changed)?;
        }
        if !self.options.json {
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
        let mut entry = Entry::of(
            number + 1,
            first_moves_first,
            &played.ok_or(MatchAbort::Interrupted)?,
        );
        entry.opening_plies = Some(opening.len());
        if entry.end != End::Over {
            self.contestants.iter_mut().for_each(Contestant::kill);
        }
        Ok(entry)
    }
}
