//! A run: from games of Othello to analyses, until the end or an interruption.

use std::io;
use std::process::ExitCode;

use kaeshi::analysis::{Analysis, Effort, Step, Summary, analyse};
use kaeshi::engine::BatchSolver;
use kaeshi::game::{Game, InputError, Notation, Side};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::Colour;
use kaeshi::games::othello::book::Book;
use kaeshi::search::TranspositionTable;

use super::games::{Games, Given, seats};
use super::jobs::{Task, Worker, Workers};
use super::options::Analyse;
use super::outputs::Outputs;
use super::print::write;
use super::prior::Prior;
use super::record::{Record, key};
use super::totals::Totals;
use super::{stones, text};
use crate::cli::{Failure, print_message};

/// What is written while the games are analysed.
struct Report<'o> {
    options: &'o Analyse,
    outputs: Outputs,
    totals: Totals,
}

/// Games of Othello to analyse.
struct OthelloTask<'a> {
    games: &'a [Given],
    effort: Effort,
    effort_name: String,
    book: Option<Book>,
    /// Threads of each search, 1 or more.
    threads: usize,
    /// Size of each worker's table in MiB.
    megabytes: usize,
}

impl Analyse {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match self.analyse() {
            Err(Failure::Refused(why)) => {
                print_message(&why.to_string());
                Ok(ExitCode::from(2))
            }
            result => result,
        }
    }

    fn analyse(&self) -> Result<ExitCode, Failure> {
        let workers = Workers::new(self)?;
        if let Some(game) = self.other_game() {
            return stones::run(self, game, &workers);
        }
        let prior = self
            .resume
            .as_deref()
            .map(Prior::<Record>::read)
            .transpose()?;
        let book = self.open_book()?;
        let given = Games::read(self)?;
        let mut report = Report {
            options: self,
            outputs: Outputs::open(self, given.games.len())?,
            totals: Totals::default(),
        };
        let task = OthelloTask {
            games: &given.games,
            effort: self.effort(),
            effort_name: self.effort_name(),
            book,
            threads: self.threads.count,
            megabytes: self.hash.megabytes,
        };
        let ended = workers.run(self, &task, prior, |index, record, is_new| {
            report.add(record, &given.games[index], is_new)
        })?;
        report.end()?;
        workers.status(ended, given.bad > 0)
    }
}

impl Task for OthelloTask<'_> {
    type Record = Record;

    fn games(&self) -> usize {
        self.games.len()
    }

    fn key(&self, index: usize) -> String {
        let entry = &self.games[index].entry;
        let start = entry.start();
        let colour = match start.side() {
            Side::First => Colour::Black,
            Side::Second => Colour::White,
        };
        let mut position = start;
        let mut names = Vec::new();
        for (_, item) in &entry.game.moves {
            let Ok(mv) = position.read_move(&format!("{:#}", item.mv)) else {
                break;
            };
            names.push(
                mv.square
                    .map_or_else(|| "pass".to_owned(), |square| square.to_string()),
            );
            position.make(&mv);
        }
        let names = names.iter().map(String::as_str);
        key(&start.board().text(colour), names, &self.effort_name)
    }

    fn positions(&self, index: usize) -> usize {
        self.games[index].played.plies() + 1
    }

    fn prepare(&self) {
        // Unpacks the evaluation once, before all workers ask for it.
        Othello::prepare();
    }

    fn analyse(&self, index: usize, worker: &Worker) -> Result<Option<Record>, InputError> {
        let given = &self.games[index];
        // An empty table for each game, so that the result does not depend on the games before.
        let table = TranspositionTable::new(self.megabytes).map_err(InputError::new)?;
        let progress = |step: Step<'_>| {
            if !matches!(step, Step::Search) {
                worker.position_done();
            }
            worker.flow()
        };
        let start = Othello::default();
        let analysis: Option<Analysis> =
            BatchSolver::with(&start, &table, worker.shared, self.threads, |solver| {
                let book = self.book.as_ref();
                analyse(solver, &given.played, &self.effort, book, progress)
            });
        Ok(analysis.map(|analysis| Record::new(given, self.effort_name.clone(), analysis)))
    }
}

impl Report<'_> {
    /// Writes a game; `is_new` unless an earlier run has written it.
    fn add(&mut self, record: &Record, given: &Given, is_new: bool) -> Result<(), Failure> {
        let options = self.options;
        let thresholds = options.thresholds();
        let summary = Summary::of(&record.analysis, &thresholds);
        let index = self.totals.games;
        let entry = &given.entry;
        let seats = options.player.as_deref().map(|player| seats(entry, player));
        self.totals.add(&summary, seats, record.result);
        self.outputs
            .add(index, record, entry, &summary, &thresholds)?;
        if is_new && options.json {
            let line = record
                .json(&thresholds, &summary)
                .map_err(io::Error::from)?;
            write(&line)?;
        } else if !options.json {
            write(&text::game(record, &summary, &thresholds))?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.outputs.finish()?;
        // Of a single game nothing is added up, unless for one player.
        let least = if self.options.player.is_some() { 1 } else { 2 };
        if !self.options.json && self.totals.games >= least {
            let player = self.options.player.as_deref();
            write(&self.totals.text(player, &self.options.thresholds()))?;
        }
        Ok(())
    }
}
