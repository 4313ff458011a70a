//! The command line: what can be asked for beside a conversation.

mod bench;
mod perft;
mod play;
mod solve;

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, Parser, Subcommand};
use kaeshi::engine::Seat;
use kaeshi::game::Refused;
use kaeshi::games;
use kaeshi::search::Table;
use kaeshi::shell::{self, Name, Options};
use thiserror::Error;

/// Kaeshi plays Othello, m,n,k games (tic-tac-toe to five in a row) and Daifugo.
///
/// Without a command it speaks UGI on standard input and output, for graphical interfaces,
/// tournament managers and scripts.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    options: SessionOptions,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi                                   talk: type 'ugi', 'position startpos', 'go movetime 1000'
  printf 'go depth 12\\n' | kaeshi          think about the starting position of Othello
  kaeshi --game 'mnk 15 15 5'              talk about five in a row on 15x15
  kaeshi play                              play Othello in the terminal, you first
  kaeshi perft 9                           count Othello's move sequences of nine plies
  kaeshi bench                             search fixed positions, print the node count
  kaeshi solve problems.obf                solve Othello endgames exactly, check the answers";

/// What the options of a conversation are to begin with; `setoption` changes them later.
#[derive(Debug, Args)]
struct SessionOptions {
    /// The game: othello, tictactoe, 'mnk 15 15 5', daifugo ...
    #[arg(long, global = true, value_name = "NAME")]
    game: Option<String>,
    /// Size of the transposition table in MiB.
    #[arg(long, global = true, value_name = "MIB")]
    hash: Option<String>,
    /// Threads that search together.
    #[arg(long, global = true, value_name = "N")]
    threads: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Play),
    Perft(perft::Perft),
    Bench(bench::Bench),
    Solve(solve::Solve),
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
        match self.command {
            None => shell::run(options)?,
            Some(Command::Play(play)) => play.run(&options)?,
            Some(Command::Perft(perft)) => perft.run(&options)?,
            Some(Command::Bench(bench)) => bench.run()?,
            Some(Command::Solve(solve)) => return solve.run(&options),
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl SessionOptions {
    fn read(&self) -> Result<Options, Refused> {
        let mut options = Options::default();
        for (name, value) in [
            (Name::Game, &self.game),
            (Name::Hash, &self.hash),
            (Name::Threads, &self.threads),
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
    let mut seat = games::open(&options.game, table)?;
    if position.is_some() {
        seat.set_up(position, &[]).map_err(Refused::new)?;
    }
    Ok(seat)
}
