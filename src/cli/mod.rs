//! The command line: what can be asked for beside a conversation.

mod bench;
mod convert;
mod duel;
mod eval;
mod marubatsu;
mod perft;
mod play;
mod solve;
mod uecda;
mod value;

use std::env;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, Parser, Subcommand};
use kaeshi::engine::Seat;
use kaeshi::game::Refused;
use kaeshi::games::{self, othello};
use kaeshi::search::{Level, Skill, Table};
use kaeshi::shell::{self, Name, Options, check_level};
use thiserror::Error;

/// Kaeshi plays Othello, m,n,k games (tic-tac-toe to five in a row) and Daifugo.
///
/// Without a command it speaks UGI, UCI, USI-X, CECP, GTP, NBoard's protocol or Gomocup's on
/// standard input and output, for graphical interfaces, tournament managers and scripts; the first
/// line says which.
#[derive(Debug, Parser)]
#[command(version, after_help = games_and_examples())]
pub(crate) struct Cli {
    #[command(flatten)]
    options: SessionOptions,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What `--help` says last: the registry of games, and what to try.
fn games_and_examples() -> String {
    let games = games::NAMES.map(|(name, what)| format!("  {name:<20} {what}"));
    let levels = othello::LEVELS.iter().enumerate().map(described);
    let levels: Vec<_> = levels.collect();
    format!(
        "Games:\n{}\n\n{LEVELS}\n{}\n  {:>5}  everything it can, in the time it has\n\n{EXAMPLES}",
        games.join("\n"),
        levels.join("\n"),
        Level::FULL.number(),
    )
}

/// What stands above the levels.
const LEVELS: &str = "\
Levels of Othello: plies looked ahead, empty squares from which it plays without error (or as surely as is said), and
how many discs worse a move has to be to be played 1/e times as often as the best:
  Level  plies  solves         discs";

/// A level below full strength on one line.
fn described((number, skill): (usize, &Skill)) -> String {
    let Skill { depth, ending, .. } = skill;
    let surely = match skill.selectivity.percent() {
        100 => String::new(),
        percent => format!("{percent} %"),
    };
    let discs = f32::from(skill.temperature) / 100.0;
    format!("  {number:>5}  {depth:>5}  {ending:>6}  {surely:<5}  {discs:>5.1}")
}

const EXAMPLES: &str = "\
Examples:
  kaeshi                             talk: type 'ugi', 'position startpos', 'go movetime 1000', 'quit'
  printf 'go depth 12\\n' | kaeshi    think about the starting position of Othello
  kaeshi --game gomoku               talk about five in a row
  kaeshi play                        play Othello in the terminal; you begin
  kaeshi play --game 'mnk 5 5 4'     the same on a small board, four in a row
  kaeshi match --first A --second B  let two programs play
  kaeshi perft 9                     count Othello's move sequences of nine plies
  kaeshi solve problems.obf          solve Othello endgames exactly, and check the answers
  kaeshi value 'mnk 7 7 5'           prove who wins an m,n,k game
  kaeshi convert games.wtb games.pgn games of Othello from one format to another
  kaeshi eval                        what Othello's evaluation is made of
  kaeshi marubatsu                   repeat the experiments of the tic-tac-toe articles
  kaeshi uecda --name Kaeshi         play Daifugo on a server of the UECda tournament
  kaeshi bench                       search fixed positions, print the node count";

/// What the options of a conversation are to begin with; `setoption` changes them later.
#[derive(Debug, Args)]
struct SessionOptions {
    /// The game, by a name that 'kaeshi --help' lists [default: othello].
    #[arg(long, global = true, value_name = "NAME", display_order = 100)]
    game: Option<String>,
    /// Size of the transposition table in MiB [default: 64].
    #[arg(long, global = true, value_name = "MIB", display_order = 101)]
    hash: Option<String>,
    /// Threads that search together [default: 1].
    #[arg(long, global = true, value_name = "N", display_order = 102)]
    threads: Option<String>,
    /// How strong it plays Othello, as listed by 'kaeshi --help' [default: as strongly as it can].
    #[arg(long, global = true, value_name = "LEVEL", display_order = 103)]
    level: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Play),
    Match(duel::Match),
    Convert(convert::Convert),
    Perft(perft::Perft),
    Solve(solve::Solve),
    Bench(bench::Bench),
    Eval(eval::Eval),
    Value(value::Value),
    Marubatsu(marubatsu::Marubatsu),
    Uecda(uecda::Uecda),
}

/// Why a command failed.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// Input or output went wrong.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// What was asked for makes no sense.
    #[error(transparent)]
    Refused(#[from] Refused),
}

impl Cli {
    /// Does what was asked.
    pub(crate) fn run(self) -> Result<ExitCode, Failure> {
        let options = self.options.read()?;
        if options.settings.level != Level::FULL && !self.plays() {
            let why =
                "--level is for playing: it goes with 'kaeshi play' and with no command at all";
            return Err(Refused::new(why).into());
        }
        match self.command {
            None => shell::run(
                options,
                program_name().and_then(|name| shell::called(&name)),
            )?,
            Some(Command::Play(play)) => play.run(&options)?,
            Some(Command::Match(games)) => games.run(&options)?,
            Some(Command::Perft(perft)) => perft.run(&options)?,
            Some(Command::Eval(eval)) => eval.run(&options)?,
            Some(Command::Uecda(client)) => client.run(options.hash)?,
            Some(Command::Bench(_)) if self.options.is_anything_set() => {
                return Err(Refused::new(
                    "bench always searches the same positions of all games in the same way: \
                     --game, --hash and --threads do not go with it",
                )
                .into());
            }
            Some(Command::Marubatsu(_)) if self.options.is_anything_set() => {
                return Err(Refused::new(
                    "marubatsu repeats the experiments of the articles as they are: \
                     --game, --hash and --threads do not go with it",
                )
                .into());
            }
            Some(Command::Convert(_)) if self.options.is_anything_set() => {
                return Err(Refused::new(
                    "convert knows Othello alone and does not think: \
                     --game, --hash and --threads do not go with it",
                )
                .into());
            }
            Some(Command::Convert(convert)) => return convert.run(),
            Some(Command::Bench(bench)) => bench.run()?,
            Some(Command::Marubatsu(experiments)) => return experiments.run(),
            Some(Command::Value(value)) => return value.run(&options),
            Some(Command::Solve(solve)) => return solve.run(&options),
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Cli {
    /// Whether Kaeshi plays games of its own.
    fn plays(&self) -> bool {
        matches!(self.command, None | Some(Command::Play(_)))
    }
}

/// What the program was called as.
fn program_name() -> Option<PathBuf> {
    env::args_os().next().map(PathBuf::from)
}

impl SessionOptions {
    fn is_anything_set(&self) -> bool {
        self.game.is_some() || self.hash.is_some() || self.threads.is_some()
    }

    fn read(&self) -> Result<Options, Refused> {
        let mut options = Options::default();
        for (name, value) in [
            (Name::Game, &self.game),
            (Name::Hash, &self.hash),
            (Name::Threads, &self.threads),
            (Name::Level, &self.level),
        ] {
            if let Some(value) = value {
                options.set(name, Some(value))?;
            }
        }
        Ok(options)
    }
}

/// A seat at the game in `options`, at `position` if one is given.
fn seat(options: &Options, position: Option<&str>) -> Result<Box<dyn Seat>, Refused> {
    let table = Arc::new(Table::new(options.hash).map_err(Refused::new)?);
    let mut seat = games::open(&options.game, Arc::clone(&table))?;
    if position.is_some() {
        let other = games::set_up(&mut *seat, &options.game, (position, &[]), &table)?;
        seat = other.map_or(seat, |(other, _)| other);
    }
    check_level(&*seat, options)?;
    Ok(seat)
}
