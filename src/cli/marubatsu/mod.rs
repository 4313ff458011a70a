//! `kaeshi marubatsu`: the experiments of a series of articles on tic-tac-toe, beside their figures.

mod analyze;
mod bits;
mod cells;
mod counts;
mod listing;
mod matches;
mod undo;

use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Subcommand};

use self::analyze::{SearchName, cell};
use self::matches::{Match, PlayerName};
use super::Failure;
use super::experiment::report::{Section, finish};
use super::number::whole;
use super::seconds::seconds;

/// Repeat the experiments of the tic-tac-toe articles, each figure beside the article's
///
/// The articles are "Pythonで〇×ゲームのAIを一から作成する" by ysgeso, parts 181 to 236. Without an experiment
/// all that compare figures are run, in about half a minute. Counts must be the article's: if one is not, the exit
/// code is 1. Times are those of this machine.
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
    /// Let two players play, with Python's random numbers
    #[command(after_help = MATCH_EXAMPLES)]
    Match {
        /// The player with circles in the first game of each round; results are this player's.
        #[arg(long, default_value_t = PlayerName::Random, value_name = "PLAYER")]
        first: PlayerName,
        /// The other player.
        #[arg(long, default_value_t = PlayerName::Random, value_name = "PLAYER")]
        second: PlayerName,
        /// Rounds of two games [default: 50000 if both players are random, otherwise 1000].
        #[arg(long, value_parser = whole(1..=100_000_000_u32))]
        rounds: Option<u32>,
        /// Seed of the random numbers, as for `random.seed`.
        #[arg(long, default_value_t = Match::ARTICLE.seed)]
        seed: u32,
    },
    /// Count the game tree and the positions
    #[command(after_help = "Example:\n  kaeshi marubatsu tree")]
    Tree,
    /// Count the nodes of alpha-beta and PVS, with and without table, copying and taking back
    #[command(after_help = "Example:\n  kaeshi marubatsu nodes --json")]
    Nodes,
    /// Check which players find a best move in every position
    #[command(after_help = "Example:\n  kaeshi marubatsu solved")]
    Solved,
    /// Show the positions in which a player considers a wrong move
    #[command(after_help = "Example:\n  kaeshi marubatsu mistakes evaluation")]
    Mistakes {
        /// The player.
        #[arg(default_value_t = PlayerName::Evaluation)]
        player: PlayerName,
    },
    /// Show what a search finds at each depth
    #[command(after_help = "Example:\n  kaeshi marubatsu analyze 1,1 0,0 --search pvs")]
    Analyze {
        /// The moves before the position: column and row from 0, such as 1,1 for the centre.
        #[arg(value_parser = cell)]
        moves: Vec<(u32, u32)>,
        /// The search.
        #[arg(long, default_value = "pvs")]
        search: SearchName,
        /// Time limit in seconds; the last finished depth counts.
        #[arg(long, default_value = "10", value_parser = seconds)]
        time: Duration,
    },
    /// Show cells, marks and moves as bits, on the article's examples
    #[command(after_help = "Example:\n  kaeshi marubatsu cells")]
    Cells,
    /// Time the ways to list legal moves
    #[command(after_help = "Example:\n  kaeshi marubatsu listing")]
    Listing,
    /// Time the ways to list legal moves on boards of 3x3 to 20x20
    #[command(after_help = "Example:\n  kaeshi marubatsu larger")]
    Larger,
    /// Time taking moves back against copying
    #[command(after_help = "Example:\n  kaeshi marubatsu undo")]
    Undo,
    /// Check and time ways to count bits, and symmetries of bitboards
    #[command(after_help = "Example:\n  kaeshi marubatsu bits")]
    Bits,
    /// Time random games
    #[command(after_help = "Example:\n  kaeshi marubatsu playouts --json")]
    Playouts,
}

const EXAMPLES: &str = "\
Examples:
  kaeshi marubatsu                                       every experiment that compares figures
  kaeshi marubatsu match --seed 1                        other random games
  kaeshi marubatsu match --first evaluation              the articles' evaluation against random moves
  kaeshi marubatsu analyze 1,1 0,0                       depth by depth, after the centre and a corner
  kaeshi marubatsu mistakes evaluation                    where the evaluation alone goes wrong
  kaeshi marubatsu nodes --json                          the node counts for a script";

const MATCH_EXAMPLES: &str = "\
Examples:
  kaeshi marubatsu match --seed 1                                 other random games
  kaeshi marubatsu match --first evaluation                       the articles' evaluation against random moves
  kaeshi marubatsu match --first evaluation --rounds 200 --json   fewer games, for a script";

impl Marubatsu {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let section = match &self.experiment {
            None => return self.finish(&all()),
            Some(Experiment::Mistakes { player }) => {
                analyze::mistakes(*player, self.json)?;
                return Ok(ExitCode::SUCCESS);
            }
            Some(Experiment::Analyze {
                moves,
                search,
                time,
            }) => {
                analyze::analyze(moves, *search, *time, self.json)?;
                return Ok(ExitCode::SUCCESS);
            }
            Some(Experiment::Match {
                first,
                second,
                rounds,
                seed,
            }) => Match::new([*first, *second], *rounds, *seed).run(),
            Some(Experiment::Tree) => counts::tree(),
            Some(Experiment::Nodes) => counts::nodes(),
            Some(Experiment::Solved) => counts::solved(),
            Some(Experiment::Cells) => cells::cells(),
            Some(Experiment::Listing) => listing::listing(),
            Some(Experiment::Larger) => listing::larger(),
            Some(Experiment::Undo) => undo::undo(),
            Some(Experiment::Bits) => bits::bits(),
            Some(Experiment::Playouts) => bits::playouts(),
        };
        self.finish(&[section])
    }

    fn finish(&self, sections: &[Section]) -> Result<ExitCode, Failure> {
        Ok(finish(sections, self.json, serde_json::Map::new())?)
    }
}

/// The sections of all experiments that compare figures.
fn all() -> Vec<Section> {
    vec![
        Match::ARTICLE.run(),
        cells::cells(),
        counts::tree(),
        counts::nodes(),
        counts::solved(),
        listing::listing(),
        listing::larger(),
        undo::undo(),
        bits::bits(),
        bits::playouts(),
    ]
}
