//! A run: from games to analyses, until the end or an interruption.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

use kaeshi::analysis::{PlayedGame, Summary};
use kaeshi::game::{Game, InputError, Notation, Side};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::Colour;
use kaeshi::games::othello::book::Book;
use kaeshi::search::SharedState;
use kaeshi::shell::Interrupt;

use super::games::{Games, Given, seats};
use super::jobs::{Jobs, News};
use super::line_up::LineUp;
use super::options::Analyse;
use super::outputs::Outputs;
use super::print::write;
use super::prior::Prior;
use super::record::{Record, key};
use super::totals::Totals;
use super::{stones, text};
use crate::cli::experiment::progress::Progress;
use crate::cli::solve::ProgressLines;
use crate::cli::{Failure, print_message};

/// What is written while the games are analysed.
struct Report<'o> {
    options: &'o Analyse,
    outputs: Outputs,
    totals: Totals,
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
        let workers: Vec<_> = (0..self.jobs)
            .map(|_| Arc::new(SharedState::default()))
            .collect();
        let searches = workers.clone();
        let interrupt = Interrupt::watch(move || {
            for search in &searches {
                search.stop.store(true, SeqCst);
            }
        })?;
        if let Some(game) = self.other_game() {
            return stones::run(self, game, &interrupt);
        }
        let mut prior = self
            .resume
            .as_deref()
            .map(Prior::<Record>::read)
            .transpose()?;
        let book = self.open_book()?;
        let given = Games::read(self)?;
        let outputs = Outputs::open(self, given.games.len())?;
        let mut report = Report {
            options: self,
            outputs,
            totals: Totals::default(),
        };
        let mut line_up = LineUp::default();
        let mut left: Vec<(usize, &PlayedGame)> = Vec::new();
        for (index, game) in given.games.iter().enumerate() {
            match prior.as_mut().and_then(|prior| prior.take(&self.key(game))) {
                Some(record) => line_up.add(index, (record, false)),
                None => left.push((index, &game.played)),
            }
        }
        let failed = self.search(
            (&given.games, &left),
            book.as_ref(),
            (&workers, &interrupt),
            &mut |index, record| {
                if let Some(record) = record {
                    line_up.add(index, (record, true));
                }
                while let Some((record, is_new)) = line_up.next() {
                    report.add(&record, &given.games, is_new)?;
                }
                Ok(())
            },
        )?;
        report.end()?;
        if let Some(prior) = prior.filter(|_| !self.quiet) {
            print_message(&prior.summary());
        }
        if let Some(why) = failed {
            return Err(why.into());
        }
        Ok(match interrupt.status() {
            Some(status) => {
                print_message("interrupted: everything finished has been printed");
                ExitCode::from(status)
            }
            None => ExitCode::from(u8::from(given.bad > 0)),
        })
    }

    /// Analyses the games `left`, and calls `done` first without and then with each record. Returns why it could not go on.
    fn search(
        &self,
        (games, left): (&[Given], &[(usize, &PlayedGame)]),
        book: Option<&Book>,
        (workers, interrupt): (&[Arc<SharedState>], &Interrupt),
        done: &mut dyn FnMut(usize, Option<Record>) -> Result<(), Failure>,
    ) -> Result<Option<InputError>, Failure> {
        done(0, None)?;
        if left.is_empty() {
            return Ok(None);
        }
        // Unpacks the evaluation once, before all workers ask for it.
        Othello::prepare();
        let jobs = Jobs {
            games: left,
            effort: self.effort(),
            book,
            threads: self.threads.count,
            megabytes: self.hash.megabytes,
            interrupt,
            next: AtomicUsize::new(0),
        };
        let steps: usize = left.iter().map(|(_, game)| game.plies() + 1).sum();
        let bar = (!self.quiet).then(|| Progress::new("analysing", steps as u64));
        let is_plain = !self.quiet && !io::stderr().is_terminal();
        let lines =
            is_plain.then(|| ProgressLines::start(Some(left.len() as u64), self.progress, "games"));
        let lines = lines.flatten();
        let (sender, news) = crossbeam_channel::unbounded();
        thread::scope(|scope| {
            for signals in workers {
                let (jobs, sender) = (&jobs, sender.clone());
                scope.spawn(move || jobs.work(signals, &sender));
            }
            drop(sender);
            let mut failed = None;
            let mut result = Ok(());
            for news in &news {
                match news {
                    News::Position => bar.iter().for_each(|bar| bar.step(1)),
                    News::Failed(why) => failed = Some(why),
                    News::Game(index, analysis) if result.is_ok() => {
                        lines.iter().for_each(ProgressLines::step);
                        let record = Record::new(&games[index], self.effort_name(), *analysis);
                        result = done(index, Some(record));
                        if result.is_err() {
                            // The output is no longer read: the workers end after their games.
                            jobs.next.store(left.len(), SeqCst);
                        }
                    }
                    News::Game(..) => {}
                }
            }
            result.map(|()| failed)
        })
    }

    /// See [`key`].
    fn key(&self, game: &Given) -> String {
        let start = game.entry.start();
        let colour = match start.side() {
            Side::First => Colour::Black,
            Side::Second => Colour::White,
        };
        let moves = game.entry.game.moves.iter();
        let mut position = start;
        let mut names = Vec::new();
        for (_, item) in moves {
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
        key(&start.board().text(colour), names, &self.effort_name())
    }
}

impl Report<'_> {
    /// Writes a game; `is_new` unless an earlier run has written it.
    fn add(&mut self, record: &Record, games: &[Given], is_new: bool) -> Result<(), Failure> {
        let options = self.options;
        let summary = Summary::of(&record.analysis, &options.thresholds);
        let index = self.totals.games;
        let entry = &games[index].entry;
        let seats = options.player.as_deref().map(|player| seats(entry, player));
        self.totals.add(&summary, seats, record.result);
        self.outputs
            .add(index, record, entry, &summary, &options.thresholds)?;
        if is_new && options.json {
            let line = record
                .json(&options.thresholds, &summary)
                .map_err(io::Error::from)?;
            write(&line)?;
        } else if !options.json {
            write(&text::game(record, &summary, &options.thresholds))?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.outputs.finish()?;
        if !self.options.json && (self.totals.games > 1 || self.options.player.is_some()) {
            let player = self.options.player.as_deref();
            write(&self.totals.text(player, &self.options.thresholds))?;
        }
        Ok(())
    }
}
