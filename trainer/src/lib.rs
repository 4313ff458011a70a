//! Training of Kaeshi's Othello evaluation: labels, fitting, packing.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "sums and counts of statistics, far inside the ranges"
)]

pub mod balance;
pub mod compare;
pub mod datagen;
pub mod fit;
pub mod games;
pub mod labeller;
pub mod labels;
pub mod models;
pub mod net;
pub mod pack;
pub mod play;
pub mod probcut;
pub mod report;
pub mod rng;
pub mod sample;
pub mod train;
pub mod yardstick;

use thiserror::Error;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// Games cannot be read.
    #[error(transparent)]
    Games(#[from] games::GamesError),
    /// Labels cannot be read or written.
    #[error(transparent)]
    Labels(#[from] labels::LabelsError),
    /// There is no memory for a table.
    #[error(transparent)]
    Memory(#[from] kaeshi::search::OutOfMemory),
    /// Weights cannot be read.
    #[error(transparent)]
    Weights(#[from] kaeshi::games::othello::weights::WeightsError),
    /// A net cannot be read.
    #[error(transparent)]
    Net(#[from] kaeshi::games::othello::net::NetError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] kaeshi::files::FileError),
    /// The checkpoint of an interrupted training cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] net::checkpoint::CheckpointError),
    /// The range of empty squares is empty.
    #[error("--from {0} is more than --to {1}")]
    Range(u32, u32),
    /// The stages are not valid.
    #[error("--stages {}: they must begin with 0, ascend, and not exceed 60", list(.0))]
    Stages(Vec<u8>),
    /// The lines of the table are not valid.
    #[error("--lines {}: they must ascend, and not exceed 60", list(.0))]
    Lines(Vec<u32>),
    /// The numbers of the model are no longer finite.
    #[error(
        "the training diverged: its numbers are no longer finite; choose a lower --rate or --head-rate"
    )]
    Diverged,
    /// There are no labels to train on.
    #[error("the files hold no labels to train on; one game in 32 is kept for the test")]
    NoLabels,
    /// There are not enough different positions.
    #[error("no more new positions are found in these games; {0} labels were written")]
    Exhausted(usize),
    /// Pairs of scores cannot be read.
    #[error("{0}")]
    Pairs(String),
    /// An engine cannot be started, or gives no valid answer; holds its command and the reason.
    #[error("the engine '{0}': {1}")]
    Engine(String, String),
    /// Another engine takes no models of this program.
    #[error("--net and --weights are for the engine of this program, not for --engine")]
    EngineWithModels,
    /// Games by the fewest replies need no models.
    #[error("--net and --weights have no effect on games without a search; add --depth 1 or more")]
    GamesWithModels,
    /// The solver proved nothing about a position.
    #[error("the position {0} was not solved")]
    Unsolved(String),
    /// A file holds other lines than answers; holds its path and the number of the line.
    #[error("{0}, line {1}: no answers of 'kaeshi-trainer yardstick'")]
    NotAnswers(String, u32),
    /// Answers were made in another way; holds the path, and what differs.
    #[error("{0}: made with another {1}; choose another name or remove it")]
    OtherAnswers(String, String),
    /// Positions cannot be read; holds the place and the reason.
    #[error("{0}: {1}")]
    Positions(String, String),
    /// There are not enough different positions.
    #[error("no more than {0} different positions are found; lower --count, or give more games")]
    FewPositions(usize),
    /// A worker thread has panicked.
    #[error("a thread panicked; run the command again to go on")]
    Worker,
}

/// Maximum size of a file of weights or of a net, in bytes; the embedded ones have less than 3 MB.
const MAX_MODEL: u64 = 1 << 27;

/// The numbers, separated by commas.
fn list<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(",")
}

/// Parses a finite number greater than 0.
fn positive<T: std::str::FromStr + PartialOrd + Default + Copy + Into<f64>>(
    text: &str,
) -> Result<T, String> {
    let number = text.parse::<T>().ok();
    let good = number.filter(|number| *number > T::default() && (*number).into().is_finite());
    good.ok_or_else(|| "a number greater than 0 is needed".to_owned())
}

/// Checks that `stages` are ascending numbers of empty squares from 0 to at most 60.
///
/// # Errors
/// If they are not.
pub fn check_stages(stages: &[u8]) -> Result<(), Failure> {
    let ascend = stages.is_sorted_by(|a, b| a < b) && stages.iter().all(|&fewest| fewest <= 60);
    if ascend && stages.first() == Some(&0) {
        Ok(())
    } else {
        Err(Failure::Stages(stages.to_vec()))
    }
}
