//! `train`: fits the weights of all stages, from the end of the game backwards.

use std::path::PathBuf;

use kaeshi::files::{Existing, PendingFile};
use kaeshi::games::othello::features::{CANONICAL_STATES, Features, RAW_STATES, SymmetryMap};
use kaeshi::games::othello::inputs::{CANONICAL_ENTRIES, INPUTS, Mobility, inputs};
use kaeshi::games::othello::weights::Weights;

use crate::fit::{Rows, fit};
use crate::labels::{self, Label};
use crate::{Failure, check_stages, pack, positive, report};

/// Fits the weights to labels and packs them into one file.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Files of labels.
    #[arg(required = true)]
    labels: Vec<PathBuf>,
    /// Where to write the weights.
    #[arg(long)]
    out: PathBuf,
    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
    /// The minimum number of empty squares of each stage, ascending from 0.
    #[arg(long, value_delimiter = ',', default_values_t = STAGES)]
    stages: Vec<u8>,
    /// Weight of the prior, which is the value in the stage after, as a number of positions.
    #[arg(long, default_value_t = 15.0, value_parser = positive::<f64>)]
    ridge: f64,
    /// Number of iterations for each stage.
    #[arg(long, default_value_t = 25)]
    iterations: usize,
    /// Maximum number of positions for each stage.
    #[arg(long, default_value_t = usize::MAX)]
    most: usize,
    /// Train on one game in this number only, to measure the value of more labels.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
    /// Print the held-out error after every iteration.
    #[arg(long)]
    verbose: bool,
}

const STAGES: [u8; 15] = [0, 10, 12, 14, 16, 18, 21, 24, 27, 30, 34, 38, 42, 47, 53];
/// Number of weights of a stage.
const WEIGHTS: usize = CANONICAL_ENTRIES;
/// A stage also uses positions with this number of empty squares more or fewer, so that neighbouring stages agree.
const OVERLAP: u32 = 1;

impl Options {
    /// Fits the weights, packs them, and reports the errors of the packed weights.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn run(&self) -> Result<(), Failure> {
        check_stages(&self.stages)?;
        let mut out = PendingFile::create(&self.out, Existing::forced(self.force))?;
        let (held_out, training) = labels::read_all(&self.labels, self.one_in)?;
        if training.is_empty() {
            return Err(Failure::NoLabels);
        }
        let sharing = SymmetryMap::new();
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
        out.add(&packed)?;
        // The file is created only if the packed weights can be read back.
        let packed = Weights::read(&packed)?;
        out.commit()?;
        report::print(&self.stages, &training, &held_out, &|board| {
            packed.evaluate(board, &Features::of(board))
        });
        Ok(())
    }
}

fn rows_of(labels: &[Label], fewest: u32, most: u32, sharing: &SymmetryMap) -> Rows<INPUTS> {
    let chosen = |label: &&Label| (fewest..=most).contains(&label.board.empties());
    rows(labels.iter().filter(chosen), sharing)
}

fn rows<'l>(labels: impl Iterator<Item = &'l Label>, sharing: &SymmetryMap) -> Rows<INPUTS> {
    let (inputs, targets) = labels
        .map(|label| (shared_inputs(label, sharing), label.discs()))
        .unzip();
    Rows { inputs, targets }
}

/// The indices of the weights of a position, mirror images shared.
fn shared_inputs(label: &Label, sharing: &SymmetryMap) -> [u32; INPUTS] {
    let board = label.board;
    let all = inputs(board, &Features::of(board), Mobility::of(board));
    all.map(|input| canonical(input, sharing))
}

/// The number that the input of a pattern or a count has in a file, mirror images shared.
pub(crate) fn canonical(input: u32, sharing: &SymmetryMap) -> u32 {
    match sharing.shared().get(input as usize) {
        Some(&shared) => shared,
        None => input - (RAW_STATES - CANONICAL_STATES) as u32,
    }
}
