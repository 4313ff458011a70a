//! `kaeshi marubatsu`: the experiments of a series of articles on tic-tac-toe, beside their figures.

mod counts;
mod timing;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::Failure;
use super::experiment::report::finish;
use super::number::whole;

/// Repeat the experiments of the tic-tac-toe articles, each figure beside the article's
///
/// The articles are "Pythonで〇×ゲームのAIを一から作成する" by ysgeso, parts 181 to 236. Without an experiment
/// all are run, in a few seconds. Counts must be the article's: if one is not, the exit code is 1.
/// Times are those of this machine.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Marubatsu {
    #[command(subcommand)]
    experiment: Option<Experiment>,
    /// Print one JSON object instead of text.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Experiment {
    /// Let two random players play, with Python's random numbers
    Match {
        /// Rounds of two games.
        #[arg(long, default_value_t = counts::ROUNDS, value_parser = whole(1..=100_000_000_u32))]
        rounds: u32,
        /// Seed of the random numbers, as for `random.seed`.
        #[arg(long, default_value_t = counts::SEED)]
        seed: u32,
    },
    /// Count the game tree and the positions
    Tree,
    /// Count the nodes of alpha-beta and PVS, with and without table, copying and taking back
    Nodes,
    /// Check which players find a best move in every position
    Solved,
    /// Time the ways to list legal moves
    Listing,
    /// Time taking moves back against copying
    Undo,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi marubatsu                           every experiment
  kaeshi marubatsu match --seed 1            other random games
  kaeshi marubatsu nodes --json              the node counts for a script";

impl Marubatsu {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let sections = match self.experiment {
            None => vec![
                counts::matches(counts::ROUNDS, counts::SEED),
                counts::tree(),
                counts::nodes(),
                counts::solved(),
                timing::listing(),
                timing::undo(),
            ],
            Some(Experiment::Match { rounds, seed }) => vec![counts::matches(rounds, seed)],
            Some(Experiment::Tree) => vec![counts::tree()],
            Some(Experiment::Nodes) => vec![counts::nodes()],
            Some(Experiment::Solved) => vec![counts::solved()],
            Some(Experiment::Listing) => vec![timing::listing()],
            Some(Experiment::Undo) => vec![timing::undo()],
        };
        Ok(finish(&sections, self.json, serde_json::Map::new())?)
    }
}
