//! `yardstick`: how many discs an engine gives away, in positions that it was not tuned on.
//!
//! The positions are drawn from a seed. The engine moves in each from an empty table; the position and the move are solved
//! exactly. What is solved is kept, so that the next engine is judged in a fraction of the time.

mod answers;
mod draw;
mod player;
mod positions;
mod program;
mod progress;
mod reply;
mod report;
mod self_play;
mod solved;
mod solver;

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{env, fs, thread};

use kaeshi::engine::BatchSolver;
use kaeshi::game::splitmix64;
use kaeshi::games::othello::Othello;
use kaeshi::search::{SharedState, TranspositionTable};

use self::answers::{Answer, AnswerFile, Setup};
use self::draw::{Draw, Drawn};
use self::player::Player;
use self::program::Program;
use self::progress::Progress;
use self::reply::Limit;
use self::report::Report;
use self::solved::Solved;
use crate::{Failure, games, models};

/// Measures how many discs an engine gives away in positions drawn from a seed, by solving them exactly.
///
/// Half of the positions come from the games given, a quarter from games of a small fixed player, and a quarter are one to
/// four moves off these. Solving a position takes about a second of processor time with 24 empty squares and 5 to 10
/// with 26; with --solved only once.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Text files of games, one a line: `f5d6c3...`; without them, the fixed player's games take their place.
    games: Vec<PathBuf>,
    /// Take positions from this file in OBF instead, with their best scores if it has them.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "empties"])]
    positions: Option<PathBuf>,
    /// Number of empty squares, such as 26, or a range of it, such as 24-27.
    #[arg(long, value_name = "N", default_value = "24", value_parser = range)]
    empties: RangeInclusive<u32>,
    /// Number of positions; a later run with more of them goes on.
    #[arg(long, value_name = "N", default_value_t = 1500)]
    count: usize,
    /// Seed; the same seed and games give the same positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of nodes of each search [default: 600000].
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time of each search, in seconds.
    #[arg(long, value_name = "SECONDS", group = "limit", value_parser = crate::positive::<f64>)]
    time: Option<f64>,
    /// Depth of each search, in plies.
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u8).range(1..=60))]
    depth: Option<u8>,
    /// Judge a program that speaks UGI, with its arguments, instead of the engine of this program.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Set an option of that program.
    #[arg(long, value_name = "NAME=VALUE", requires = "engine")]
    option: Vec<String>,
    #[command(flatten)]
    models: models::ModelOptions,
    /// Keep solved positions in this file, and take them from there. Several runs may use it at the same time.
    #[arg(long, value_name = "FILE")]
    solved: Option<PathBuf>,
    /// Keep the engine's moves in this file; an interrupted run continues there.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Compare with the moves in this file of an earlier run, position by position.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Number of positions to search and solve at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Memory of each job for solving, in MiB; the engine has 64 more.
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

impl Options {
    /// Measures, and prints the report.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the engine makes no legal move.
    pub fn run(&self) -> Result<(), Failure> {
        if self.engine.is_some() && self.models.are_given() {
            return Err(Failure::EngineWithModels);
        }
        let models = self.models.install()?;
        let others = self.against.as_deref().map(answers::read).transpose()?;
        let solved = Solved::open(self.solved.as_deref())?;
        let (drawn, source) = self.draw(&solved)?;
        let setup = self.setup(source, &models)?;
        let (file, known) = AnswerFile::open(&self.out, &setup)?;
        let mut answers = self.answer(&drawn, &solved, file, known)?;
        answers.retain(|answer| answer.number < drawn.len());
        answers.sort_by_key(|answer| answer.number);
        let report = Report::of(setup, &answers, others);
        if self.json {
            println!("{}", answers::json(&report));
        } else {
            println!("{report}");
        }
        Ok(())
    }

    /// The positions, and a hash of what they are drawn from.
    fn draw(&self, solved: &Solved) -> Result<(Vec<Drawn>, u64), Failure> {
        if let Some(path) = &self.positions {
            let boards = positions::read(path, solved)?;
            let source = boards.iter().fold(0, |hash, board| {
                splitmix64(hash ^ splitmix64(board.own ^ splitmix64(board.other)))
            });
            return Ok((draw::draw_from(&boards, self.seed, self.count), source));
        }
        let games = if self.games.is_empty() {
            Vec::new()
        } else {
            games::read(&self.games)?
        };
        let source = games.iter().flatten().fold(0, |hash, square| {
            splitmix64(hash ^ u64::from(square.number()))
        });
        let drawn: Vec<_> = Draw::new(&games, self.empties.clone(), self.seed)
            .take(self.count)
            .collect();
        if drawn.len() < self.count {
            return Err(Failure::FewPositions(drawn.len()));
        }
        Ok((drawn, source))
    }

    fn setup(&self, source: u64, models: &[u8]) -> Result<Setup, Failure> {
        let (engine, program) = match &self.engine {
            None => {
                let name = format!("Kaeshi {}", env!("CARGO_PKG_VERSION"));
                (name, env::current_exe().ok())
            }
            Some(command) => {
                let name = Program::start(command, &self.option)?.name.clone();
                let words: Vec<_> = self.option.iter().map(String::as_str).collect();
                let name = format!(
                    "{name} ({})",
                    [&[&**command], &words[..]].concat().join(" ")
                );
                (name, command.split_whitespace().next().map(PathBuf::from))
            }
        };
        // A program that is found by the system's path is known by its name alone.
        let bytes = program.and_then(|program| fs::read(program).ok());
        let bytes = bytes.unwrap_or_default();
        let empties = match self.positions {
            Some(_) => [0, 64],
            None => [*self.empties.start(), *self.empties.end()],
        };
        Ok(Setup {
            seed: self.seed,
            empties,
            source: format!("{source:016x}"),
            engine,
            program: format!("{:016x}", hash(&[&bytes[..], models].concat())),
            limit: self.limit().to_string(),
        })
    }

    fn limit(&self) -> Limit {
        match (self.nodes, self.time, self.depth) {
            (_, Some(time), _) => {
                Limit::Time(Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX))
            }
            (_, _, Some(depth)) => Limit::Depth(depth),
            (nodes, ..) => Limit::Nodes(nodes.unwrap_or(600_000)),
        }
    }

    fn player(&self) -> Result<Player, Failure> {
        Ok(match &self.engine {
            None => Player::own()?,
            Some(command) => Player::Program(Program::start(command, &self.option)?),
        })
    }

    /// Adds the answers in the positions that are still missing.
    fn answer(
        &self,
        drawn: &[Drawn],
        solved: &Solved,
        file: AnswerFile,
        known: Vec<Answer>,
    ) -> Result<Vec<Answer>, Failure> {
        let done: HashSet<usize> = known.iter().map(|answer| answer.number).collect();
        let missing: Vec<usize> = (0..drawn.len()).filter(|it| !done.contains(it)).collect();
        let progress = Progress::start(missing.len());
        let next = AtomicUsize::new(0);
        let answers = Mutex::new((file, known));
        let job = || {
            let work = self.work(solved, |work| {
                while let Some(&number) = missing.get(next.fetch_add(1, Relaxed)) {
                    let answer = work(number, &drawn[number])?;
                    let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
                    answers.0.add(&answer)?;
                    answers.1.push(answer);
                    progress.step();
                }
                Ok(())
            });
            // After an error the other jobs finish their positions.
            work.inspect_err(|_| next.store(missing.len(), Relaxed))
        };
        thread::scope(|scope| {
            let jobs: Vec<_> = (0..self.jobs).map(|_| scope.spawn(job)).collect();
            let results = jobs
                .into_iter()
                .map(|job| job.join().unwrap_or(Err(Failure::Worker)));
            results
                .collect::<Vec<_>>()
                .into_iter()
                .collect::<Result<(), _>>()
        })?;
        let (_, answers) = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(answers)
    }

    /// Calls `run` with a function that lets the engine answer in a position, and solves it.
    fn work(
        &self,
        solved: &Solved,
        run: impl FnOnce(
            &mut dyn FnMut(usize, &Drawn) -> Result<Answer, Failure>,
        ) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut player = self.player()?;
        let limit = self.limit();
        let table = TranspositionTable::new(self.hash as usize)?;
        let signals = SharedState::default();
        BatchSolver::with(&Othello::default(), &table, &signals, 1, |solver| {
            run(&mut |number, &Drawn { board, origin }| {
                let reply = player.play(board, limit)?;
                let values = solver::values(solver, solved, board, reply.square)?;
                Ok(Answer {
                    number,
                    position: board.to_string(),
                    origin,
                    played: reply.square.to_string(),
                    score: reply.score,
                    nodes: reply.nodes,
                    depth: reply.depth,
                    best: values.best,
                    value: values.played,
                })
            })
        })
    }
}

/// A hash of bytes.
fn hash(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        splitmix64(hash ^ u64::from_le_bytes(word))
    })
}

/// Parses `26` or `24-27`.
fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|number| (1..=59).contains(number));
    match (number(from), number(to)) {
        (Some(from), Some(to)) if from <= to => Ok(from..=to),
        _ => Err("a number from 1 to 59, or a range such as 24-27, is needed".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_a_number_or_two() {
        assert_eq!(range("26"), Ok(26..=26));
        assert_eq!(range("24-27"), Ok(24..=27));
        for wrong in ["", "0", "60", "27-24", "24-", "x"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
