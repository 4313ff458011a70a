//! Training of Kaeshi's Othello evaluation: labels, fitting, packing.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "sums and counts of statistics, far inside the ranges"
)]

pub mod balance;
pub mod compare;
pub mod datagen;
pub mod dice;
pub mod fit;
pub mod games;
pub mod labels;
pub mod net;
pub mod oracle;
pub mod pack;
pub mod play;
pub mod probcut;
pub mod report;
pub mod sample;
pub mod train;

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
    /// A file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(std::path::PathBuf, std::io::Error),
    /// A file cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(std::path::PathBuf, std::io::Error),
    /// The range of empty squares is empty.
    #[error("--from {0} is more than --to {1}")]
    Range(u32, u32),
    /// The stages are not valid.
    #[error("--stages {0:?}: they have to ascend from 0, at most 61 of them, none over 60")]
    Stages(Vec<u8>),
    /// There are no labels to train on.
    #[error("the files hold no labels of games that are trained on")]
    NoLabels,
    /// There are not enough different positions.
    #[error("the games lead to hardly any position not labelled yet; {0} labels were written")]
    Exhausted(usize),
    /// Pairs of scores cannot be read.
    #[error("{0}")]
    Pairs(String),
    /// A worker thread has panicked.
    #[error("a worker failed; run the command again to go on")]
    Worker,
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
