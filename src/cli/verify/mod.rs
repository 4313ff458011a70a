//! `kaeshi verify`: solves rows of a proof again, and says whether they agree.

mod certainty;
mod check;
mod prior;
mod row;
mod run;
mod sample;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::filter::FilterOptions;
use super::number::whole;
use super::options::{HashOption, ThreadsOption};
use super::seconds::positive_seconds;

/// Check rows of a proof: solve their positions again
///
/// Reads the rows of the proof that Othello is a draw (Takizawa 2023), as CSV: position in OBF, depth, accuracy in percent,
/// two bounds of the score in discs for the side to move, and nodes. The lower of the two bounds is the lower bound, whichever
/// comes first. Each position is searched with the smallest window that decides whether the row is right.
#[derive(Debug, Args)]
#[command(after_long_help = NOTES)]
pub(crate) struct Verify {
    /// Files of rows; '-' is standard input, which is also read if there are none.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Check this number of rows, chosen by --seed; all input is read first.
    #[arg(long, value_name = "N", value_parser = whole(1..=100_000_000_u64))]
    sample: Option<u64>,
    /// Seed of the sample.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Check rows with an accuracy below 100 %, too: they are predictions, not proofs.
    #[arg(long)]
    predictions: bool,
    /// Print one JSON object a line for each row, in place of rows that disagree only.
    #[arg(long)]
    json: bool,
    /// Skip the rows that an earlier run with --json has checked in this file, but count them; '>>' appends to it.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Time limit for a row in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time: Option<Duration>,
    /// Seconds between two lines of progress on standard error.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, default_value = "30")]
    progress: Duration,
    /// Print no progress.
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    filter: FilterOptions,
    #[command(flatten)]
    hash: HashOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

const NOTES: &str = "\
Examples:
  kaeshi verify proof.csv                              check every row
  kaeshi verify proof.csv.zst --sample 1000 --seed 7   check a thousand rows drawn by chance

JSON:
  file, line, number, position, empties, claimed (array: lower and upper bound), accuracy, window (array: that of the search),
  verdict (agrees, contradicts, or unfinished if --time ran out), score, bound (exact, lower or upper), best, nodes, seconds.

Sharing the work:
  kaeshi verify proof.csv.zst --sample 1000 --seed 7 --json --jobs 8 > checked.jsonl
  kaeshi verify proof.csv.zst --sample 1000 --seed 7 --json --resume checked.jsonl >> checked.jsonl
  With --sample, --shard I/N takes every N-th row of the sample.

Exit status:
  0    every row agrees
  1    a row disagrees or cannot be read, or --time ran out
  2    the command line is not valid, or a file cannot be read
  130  interrupted by SIGINT (143: SIGTERM); everything finished has been printed";
