//! `kaeshi bits`: the experiments of articles on bit operations, beside their figures.

mod daifugo;
mod othello;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use self::daifugo::Daifugo;
use self::othello::Othello;
use super::Failure;

/// Repeat the experiments of articles on bit operations, in Daifugo and in Othello
///
/// Every formula is compared with other forms of it and with a slow and obvious version, then timed beside them. If one
/// differs from another or from the article, the exit code is 1. Times are those of this machine.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Bits {
    #[command(subcommand)]
    game: Game,
}

#[derive(Debug, Subcommand)]
enum Game {
    Daifugo(Daifugo),
    Othello(Othello),
}

const EXAMPLES: &str = "\
Examples:
  kaeshi bits daifugo                        tables of the article's hand, checks and times
  kaeshi bits othello                        five ways to turn discs over, checks and times
  kaeshi bits othello --show d3              the flips of one move, step by step";

impl Bits {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match &self.game {
            Game::Daifugo(daifugo) => daifugo.run(),
            Game::Othello(othello) => othello.run(),
        }
    }
}
