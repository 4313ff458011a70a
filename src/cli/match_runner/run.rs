//! The run of a match or a tournament: from the first game to the summary.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::search::TranspositionTable;

use super::cards;
use super::conclusion::{MatchAbort, OuterEnd, conclude};
use super::contestant::Contestant;
use super::driver::{TimeControl, protocol};
use super::engine_spec::EngineSpec;
use super::games_file::GamesFile;
use super::options::Match;
use super::pinning::pin;
use super::program::Supervision;
use super::record::{Entry, EntryChecker, Header, Record};
use super::report;
use super::schedule::{Fixture, Schedule};
use super::stall::StallWatcher;
use super::table::{self, Progress, Table};
use super::tally::Tally;
use super::worker::{Conditions, GameTasks, Worker};
use crate::cli::filter::Pool;
use crate::cli::{Failure, print_message};

/// The jobs that play games.
type Players = Pool<Fixture, Result<Entry, MatchAbort>>;

/// A match in progress.
struct MatchRun<'a> {
    options: &'a Match,
    engines: &'a [EngineSpec],
    /// The program with a fixed rating.
    anchor: Option<(usize, f64)>,
    /// The names of the programs in reports of a match of two.
    labels: [String; 2],
    header: Header,
    record: Option<Record>,
    saved: Option<GamesFile>,
    tally: Tally,
    /// The next game of the schedule, from 0, and games to be played again.
    next: usize,
    again: VecDeque<usize>,
    /// How often games were played again.
    repeated: BTreeMap<usize, u32>,
    start: Instant,
    /// Number of games since then.
    played: usize,
}

/// Maximum number of times that a game is played again because the machine was away.
const MAX_REPEATS: u32 = 3;

impl Match {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let (outer_end, interrupted) = OuterEnd::watch()?;
        let supervision = Supervision {
            patience: self.patience,
            interrupt: interrupted,
        };
        self.check_outputs()?;
        let game = self.game.name.as_str();
        if games::family(game) == Some("daifugo") {
            return cards::run(self, &supervision, &outer_end);
        }
        self.check_board_game()?;
        let out = &mut self.report_output()?;
        let engines = self.read_engines()?;
        if self.sprt.is_some() && engines.len() > 2 {
            let why = "--sprt: a sequential test is for two programs";
            return Err(InputError::new(why).into());
        }
        let conditions = self.conditions(&engines)?;
        let mut team = self.team(&engines, &supervision)?;
        let mut run = self.open(&engines, &conditions)?;
        let jobs = self.tournament.concurrency();
        let is_over = run.is_over();
        if let Err(why) = run.begin(&mut team, jobs > 1, out) {
            return conclude(
                Err(why),
                run.tally.games(),
                team.iter_mut().collect(),
                &outer_end,
                |interrupted| run.report(interrupted, out),
            );
        }
        let first_team = Mutex::new((jobs == 1 && !is_over).then_some(team));
        let job = |index: usize, tasks: &GameTasks| {
            if jobs > 1 && !self.tournament.no_pin {
                pin(index, jobs);
            }
            let first = first_team
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            let team = first.map_or_else(|| self.team(&engines, &supervision), Ok);
            match team.and_then(|team| Worker::new(&conditions, team)) {
                Ok(worker) => worker.work(tasks),
                Err(why) => tasks.each(|_| Err(InputError::new(&why).into())),
            }
        };
        Pool::with(jobs, true, job, |pool: &mut Players| {
            let ended = run.play_all(pool, out);
            let games = run.tally.games();
            conclude(ended, games, Vec::new(), &outer_end, |interrupted| {
                run.report(interrupted, out)
            })
        })
    }

    /// What all games have in common.
    ///
    /// # Errors
    /// If the openings cannot be read, or do not go with a program.
    fn conditions(&self, engines: &[EngineSpec]) -> Result<Conditions<'_>, InputError> {
        let (game, rules) = (self.game.name.as_str(), self.rules());
        let table = Arc::new(TranspositionTable::new(1).map_err(InputError::new)?);
        let mut engine = games::open(game, table)?;
        let openings = self.read_openings(&mut *engine)?;
        openings.check(&mut *engine)?;
        if openings.have_positions() {
            for engine in engines {
                check_positions(engine)?;
            }
        }
        let options = &self.tournament;
        if options.adjudicate.is_some() && game != games::DEFAULT {
            return Err(InputError::new("--adjudicate goes with Othello only"));
        }
        if options.save.is_some() && game != games::DEFAULT {
            let why = "--save goes with Othello only: use --record";
            return Err(InputError::new(why));
        }
        let names = engines.iter().map(|engine| engine.name.clone());
        let time_control =
            |engine: &EngineSpec| engine.time_control.unwrap_or(rules.time_controls[0]);
        let time_controls: Vec<_> = engines.iter().map(time_control).collect();
        self.check_move_limit(&time_controls)?;
        for (engine, time_control) in engines.iter().zip(&time_controls) {
            warn_without_limit(engine, *time_control)?;
        }
        Ok(Conditions {
            game,
            time_controls,
            tolerance: rules.tolerance,
            move_limit: rules.move_limit,
            openings,
            names: options.is_tournament().then(|| names.collect()),
            watcher: StallWatcher::start(rules.tolerance),
            adjudication: options.adjudicate.map(u32::from),
        })
    }

    /// One contestant for each program, none of which is running.
    fn team<'e>(
        &'e self,
        engines: &'e [EngineSpec],
        supervision: &Supervision,
    ) -> Result<Vec<Contestant<'e>>, InputError> {
        let game = self.game.name.as_str();
        let new = |engine: &'e EngineSpec| {
            Contestant::new(&engine.command, &engine.options, game, supervision)
        };
        engines.iter().map(new).collect()
    }

    /// The match with the games of its record.
    ///
    /// # Errors
    /// If a file cannot be used.
    fn open<'a>(
        &'a self,
        engines: &'a [EngineSpec],
        conditions: &Conditions<'_>,
    ) -> Result<MatchRun<'a>, InputError> {
        let (game, options) = (self.game.name.as_str(), &self.tournament);
        let schedule = Schedule::new(options.format, engines.len(), self.max_games());
        let has_clocks = |control: &TimeControl| matches!(control, TimeControl::Clock(..));
        let has_clocks = conditions.time_controls.iter().all(has_clocks);
        let mut tally = Tally::new(schedule, self.sprt, has_clocks, options.exclude_stalled);
        let source = self.source(&conditions.openings);
        let header = if options.is_tournament() {
            self.tournament_header(game, engines, source)?
        } else {
            self.header(game, self.rules(), source)?
        };
        let mut entries = Vec::new();
        let record = match &self.record {
            Some(path) => {
                let mut checker = EntryChecker::default();
                let count = |header: &Header, entry: Entry| {
                    checker.check(header, &entry)?;
                    let names = header.labels.as_ref().or(header.names.as_ref());
                    entries.push((names.cloned(), entry));
                    Ok(())
                };
                Some(Record::open(
                    path,
                    header.clone(),
                    self.allow_changed,
                    count,
                )?)
            }
            None => None,
        };
        for (_, entry) in &entries {
            check_programs(entry, tally.schedule(), engines)?;
        }
        let anchor = options.find_anchor(engines)?;
        // Last, so that a match that is refused leaves the file as it is.
        let saved = match &options.save {
            Some(path) => {
                let labelled = entries.iter().map(|(names, entry)| {
                    let labels = Some(self.labels(names.clone()));
                    let header = Header {
                        labels,
                        ..header.clone()
                    };
                    (entry, header)
                });
                Some(GamesFile::create(path, labelled)?)
            }
            None => None,
        };
        for (_, entry) in entries {
            tally.add(entry);
        }
        while tally.count_next().is_some() {}
        Ok(MatchRun {
            options: self,
            engines,
            anchor,
            labels: self.labels(record.as_ref().and_then(Record::names)),
            header,
            record,
            saved,
            tally,
            next: 0,
            again: VecDeque::new(),
            repeated: BTreeMap::new(),
            start: Instant::now(),
            played: 0,
        })
    }
}

/// Checks that a recorded game is between the programs that the schedule gives its number.
///
/// # Errors
/// If it is not, because the games were numbered for another number of games.
fn check_programs(
    entry: &Entry,
    schedule: &Schedule,
    engines: &[EngineSpec],
) -> Result<(), InputError> {
    let fixture = schedule.fixture(entry.number - 1);
    let (Some(fixture), Some(names)) = (fixture, &entry.engines) else {
        return Ok(());
    };
    let expected = fixture.engines.map(|engine| &engines[engine].name);
    if names.each_ref() == expected && entry.first_moves_first == fixture.first_moves_first {
        return Ok(());
    }
    let (number, [first, second]) = (entry.number, expected);
    Err(InputError::new(format_args!(
        "game {number} of the record is not between {first} and {second}: it was played with another odd number of --games"
    )))
}

/// Checks that a program can begin a game anywhere.
///
/// # Errors
/// If its protocol has no positions.
fn check_positions(engine: &EngineSpec) -> Result<(), InputError> {
    if protocol(&engine.command)?.0.takes_positions() {
        return Ok(());
    }
    Err(InputError::new(format_args!(
        "'{}': openings that are positions go with UGI only",
        engine.command
    )))
}

/// Says that a program searches without a limit, because its protocol has none of depth.
///
/// # Errors
/// If the command names no program.
fn warn_without_limit(engine: &EngineSpec, time_control: TimeControl) -> Result<(), InputError> {
    let is_depth = matches!(time_control, TimeControl::Depth(_));
    if is_depth && !protocol(&engine.command)?.0.limits_depth() {
        print_message(&format!(
            "note: '{}' gets no depth, since its protocol has none: limit it in its command, or use --move-time",
            engine.command
        ));
    }
    Ok(())
}

impl MatchRun<'_> {
    /// Whether no game remains.
    fn is_over(&self) -> bool {
        let is_decided = |test: super::sprt::SprtState| test.verdict.is_some();
        self.tally.games() >= self.tally.schedule().games()
            || self.tally.pairings[0].sprt_state().is_some_and(is_decided)
    }

    /// Says what is in the record, and starts all programs once. They are ended again if games are played with others.
    fn begin(
        &mut self,
        team: &mut [Contestant<'_>],
        ends: bool,
        out: &mut impl Write,
    ) -> Result<(), MatchAbort> {
        let is_tournament = self.options.tournament.is_tournament();
        if let Some(record) = self.record.as_ref().filter(|_| !self.options.json) {
            if is_tournament {
                writeln!(out, "Record of {} games", self.tally.games())?;
            } else {
                report::record(record, self.tally.games(), out)?;
            }
        }
        if self.is_over() {
            return Ok(());
        }
        let names = team
            .iter_mut()
            .map(Contestant::start)
            .collect::<Result<Vec<_>, _>>()?;
        if ends {
            Contestant::quit(&mut team.iter_mut().collect::<Vec<_>>());
        }
        let names: Option<[String; 2]> = names.try_into().ok().filter(|_| !is_tournament);
        if let Some(names) = &names {
            self.labels = self.options.labels(Some(names.clone()));
        }
        let labels = names.as_ref().map(|_| self.labels.clone());
        self.header.labels.clone_from(&labels);
        if let Some(record) = &mut self.record {
            record.begin(names, labels, self.options.allow_changed)?;
        }
        if !self.options.json {
            if is_tournament {
                let format = self.options.tournament.format;
                let games = if self.options.ends_by_test() {
                    "until the test decides".to_owned()
                } else {
                    format!("{} games", self.tally.schedule().games())
                };
                let programs = self.engines.len();
                writeln!(out, "{programs} programs, {format}, {games}")?;
            } else {
                let [first, second] = &self.labels;
                writeln!(out, "{first} against {second}")?;
            }
            out.flush()?;
        }
        Ok(())
    }

    /// The next game to play.
    fn next_fixture(&mut self) -> Option<Fixture> {
        if let Some(number) = self.again.pop_front() {
            return self.tally.schedule().fixture(number);
        }
        while self.tally.has(self.next) {
            self.next += 1;
        }
        let fixture = self.tally.schedule().fixture(self.next)?;
        self.next += 1;
        Some(fixture)
    }

    /// Plays all games that remain. After a failure, games that have begun are finished.
    fn play_all(&mut self, pool: &mut Players, out: &mut impl Write) -> Result<(), MatchAbort> {
        let concurrency = self.options.tournament.concurrency() as u64;
        let mut failure = None;
        loop {
            while failure.is_none()
                && pool.in_flight() < concurrency
                && !self.is_over()
                && let Some(fixture) = self.next_fixture()
            {
                pool.submit(fixture);
            }
            if pool.is_idle() {
                break;
            }
            let result = pool.results().recv();
            let result = result.map_err(|_| InputError::new("a worker has ended too early"))?;
            for played in pool.arrive(result) {
                let taken = played.and_then(|entry| self.take(entry, out));
                failure = failure.or(taken.err());
            }
        }
        // Games behind one that was not finished.
        while let Some((_, entry)) = self.tally.count_any() {
            self.print(&entry, out)?;
        }
        failure.map_or(Ok(()), Err)
    }

    /// Records a game, and counts it when its turn has come.
    fn take(&mut self, entry: Entry, out: &mut impl Write) -> Result<(), MatchAbort> {
        if entry.stalled.is_some() && self.options.tournament.replay_stalled {
            let repeats = self.repeated.entry(entry.number).or_default();
            if *repeats < MAX_REPEATS {
                *repeats += 1;
                let (number, seconds) = (entry.number, entry.stalled.unwrap_or_default());
                print_message(&format!(
                    "game {number} is played again: the machine was away for {seconds:.2} s"
                ));
                self.again.push_back(number - 1);
                return Ok(());
            }
        }
        if let Some(record) = &mut self.record {
            record.add(&entry)?;
        }
        if let Some(saved) = &mut self.saved {
            saved.add(&entry, &self.header)?;
        }
        self.played += 1;
        self.tally.add(entry);
        while let Some((_, entry)) = self.tally.count_next() {
            self.print(&entry, out)?;
        }
        Ok(())
    }

    /// One line for a game.
    fn print(&self, entry: &Entry, out: &mut impl Write) -> io::Result<()> {
        if self.options.json {
            return Ok(());
        }
        let Some(engines) = &entry.engines else {
            return report::game(entry, &self.tally.pairings[0], out);
        };
        let (done, all) = (self.tally.games(), self.tally.schedule().games());
        let all = (!self.options.ends_by_test()).then(|| (all, self.time_left(all - done)));
        let names = engines.each_ref().map(String::as_str);
        table::game(entry, names, &Progress { done, all }, out)
    }

    /// The estimated time for this number of games.
    fn time_left(&self, games: usize) -> Option<Duration> {
        #[expect(clippy::cast_precision_loss, reason = "an estimate for people")]
        let ratio = games as f64 / self.played.max(1) as f64;
        let seconds = self.start.elapsed().as_secs_f64() * ratio;
        (self.played > 0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }

    /// The summary of all games.
    fn report(&self, interrupted: bool, out: &mut impl Write) -> io::Result<()> {
        let json = self.options.json;
        if self.options.tournament.is_tournament() {
            let table = Table {
                engines: self.engines,
                anchor: self.anchor,
            };
            return if json {
                table.json(&self.tally, interrupted, out)
            } else {
                table.print(&self.tally, out)
            };
        }
        let (results, labels) = (&self.tally.pairings[0], &self.labels);
        if json {
            report::json(results, self.options.commands(), labels, interrupted, out)
        } else {
            report::end(results, labels, out)
        }
    }
}
