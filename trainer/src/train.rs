//! `train`: fits the weights of all stages, from the end of the game backwards.

use std::path::PathBuf;

use kaeshi::games::othello::evaluate::{COUNTED, INPUTS, Mobility, inputs};
use kaeshi::games::othello::features::{Features, RAW, SHARED, Sharing};
use kaeshi::games::othello::weights::Weights;

use crate::fit::{Rows, fit};
use crate::labels::{self, Label};
use crate::{Failure, check_stages, pack, report};

/// Fits the weights to labels and packs them into one file.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Files of labels.
    #[arg(required = true)]
    labels: Vec<PathBuf>,
    /// Where to write the weights.
    #[arg(long)]
    out: PathBuf,
    /// The fewest empty squares of each stage, ascending, beginning with 0.
    #[arg(long, value_delimiter = ',', default_values_t = STAGES)]
    stages: Vec<u8>,
    /// How strongly a weight is held to its value in the stage after: as if by that many positions.
    #[arg(long, default_value_t = 15.0)]
    ridge: f64,
    /// Iterations for each stage.
    #[arg(long, default_value_t = 25)]
    iterations: usize,
    /// Use no more positions of each stage than this.
    #[arg(long, default_value_t = usize::MAX)]
    most: usize,
    /// Learn only from one game in so many, to see what more labels are worth.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
    /// Print the held-out error after every iteration.
    #[arg(long)]
    verbose: bool,
}

const STAGES: [u8; 15] = [0, 10, 12, 14, 16, 18, 21, 24, 27, 30, 34, 38, 42, 47, 53];
/// Weights of a stage.
const WEIGHTS: usize = SHARED + COUNTED;
/// Positions with so many empty squares more or fewer also count for a stage, so that neighbours agree.
const OVERLAP: u32 = 1;

impl Options {
    /// Trains, packs, and reports the errors of the packed weights.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn run(&self) -> Result<(), Failure> {
        check_stages(&self.stages)?;
        let (held_out, training) = labels::read_all(&self.labels, self.one_in)?;
        if training.is_empty() {
            return Err(Failure::NoLabels);
        }
        let sharing = Sharing::new();
        let mut weights = vec![0.0; WEIGHTS];
        let mut stages = Vec::new();
        for (stage, &fewest) in self.stages.iter().enumerate() {
            let most = self
                .stages
                .get(stage + 1)
                .map_or(64, |&next| u32::from(next) - 1);
            let near = u32::from(fewest).saturating_sub(OVERLAP)..=most + OVERLAP;
            let chosen = |label: &&Label| near.contains(&label.board.empties());
            let rows = rows(training.iter().filter(chosen).take(self.most), &sharing);
            let test = rows_of(&held_out, fewest.into(), most, &sharing);
            fit(
                &rows,
                &mut weights,
                self.ridge,
                self.iterations,
                |iteration, weights| {
                    if self.verbose {
                        let error = test.mean_square(weights);
                        println!(
                            "{fewest:2} {iteration:3} {:8.3} {error:8.3}",
                            rows.mean_square(weights)
                        );
                    }
                },
            );
            stages.push(weights.clone());
        }
        let packed = pack::pack(&self.stages, &stages);
        std::fs::write(&self.out, &packed).map_err(|why| Failure::Write(self.out.clone(), why))?;
        let packed = Weights::read(&packed)?;
        report::print(&self.stages, &training, &held_out, &|board| {
            packed.evaluate(board, &Features::of(board))
        });
        Ok(())
    }
}

fn rows_of(labels: &[Label], fewest: u32, most: u32, sharing: &Sharing) -> Rows<INPUTS> {
    let chosen = |label: &&Label| (fewest..=most).contains(&label.board.empties());
    rows(labels.iter().filter(chosen), sharing)
}

fn rows<'l>(labels: impl Iterator<Item = &'l Label>, sharing: &Sharing) -> Rows<INPUTS> {
    let (inputs, targets) = labels
        .map(|label| (shared_inputs(label, sharing), label.discs()))
        .unzip();
    Rows { inputs, targets }
}

/// The weights a position is the sum of, mirror images shared.
pub(crate) fn shared_inputs(label: &Label, sharing: &Sharing) -> [u32; INPUTS] {
    let board = label.board;
    inputs(board, &Features::of(board), Mobility::of(board)).map(|entry| {
        match sharing.shared().get(entry as usize) {
            Some(&shared) => shared,
            None => entry - (RAW - SHARED) as u32,
        }
    })
}
