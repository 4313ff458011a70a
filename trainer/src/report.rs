//! Errors of packed weights against the labels.

use kaeshi::games::othello::DISC;
use kaeshi::games::othello::board::Board;
use kaeshi::search::Score;

use crate::labels::Label;

/// The errors of an evaluation, in discs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Errors {
    /// Number of positions.
    pub count: usize,
    absolute: f64,
    square: f64,
}

impl Errors {
    /// Adds one error.
    pub fn add(&mut self, error: f64) {
        self.count += 1;
        self.absolute += error.abs();
        self.square += error * error;
    }

    /// The mean absolute error in discs.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.absolute / self.count.max(1) as f64
    }

    /// The mean squared error.
    #[must_use]
    pub fn mean_square(&self) -> f64 {
        self.square / self.count.max(1) as f64
    }
}

/// An evaluation function.
pub type Evaluate<'e> = dyn Fn(Board) -> Score + 'e;

/// The errors over the labels with `fewest` to `most` empty squares.
#[must_use]
pub fn errors(labels: &[Label], fewest: u32, most: u32, evaluate: &Evaluate) -> Errors {
    let mut errors = Errors::default();
    for label in labels {
        if (fewest..=most).contains(&label.board.empties()) {
            errors.add(
                (f64::from(evaluate(label.board).0) - f64::from(label.score)) / f64::from(DISC),
            );
        }
    }
    errors
}

/// Prints a line for each stage.
pub fn print(stages: &[u8], training: &[Label], held_out: &[Label], evaluate: &Evaluate) {
    println!("{HEADER}");
    for stage in 0..stages.len() {
        println!("{}", line(stages, stage, training, held_out, evaluate));
    }
}

/// The header of the lines of errors.
pub const HEADER: &str = "empties    trained    MAE    MSE   held out    MAE    MSE";

/// The errors of one stage.
///
/// # Panics
/// If there is no such stage.
#[must_use]
pub fn line(
    stages: &[u8],
    stage: usize,
    training: &[Label],
    held_out: &[Label],
    evaluate: &Evaluate,
) -> String {
    let fewest = stages[stage];
    let most = stages
        .get(stage + 1)
        .map_or(60, |&next| u32::from(next) - 1);
    let seen = errors(training, fewest.into(), most, evaluate);
    let unseen = errors(held_out, fewest.into(), most, evaluate);
    format!(
        "{fewest:3} to {most:2} {:9} {:6.3} {:6.2} {:10} {:6.3} {:6.2}",
        seen.count,
        seen.mean(),
        seen.mean_square(),
        unseen.count,
        unseen.mean(),
        unseen.mean_square()
    )
}
