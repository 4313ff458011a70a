//! `errors`: compares the errors of the linear weights and of the net on labels of held-out games.

use std::path::PathBuf;

use kaeshi::games::othello::DISC;
use kaeshi::games::othello::board::Board;
use kaeshi::games::othello::features::Features;
use kaeshi::games::othello::net::{self, NetOutput};
use kaeshi::games::othello::weights;

use crate::labels::{self, Label};
use crate::report::{Errors, errors};
use crate::{Failure, models};

/// Prints the errors of the linear weights and of the net on held-out games, side by side.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Files of labels.
    #[arg(required = true)]
    labels: Vec<PathBuf>,
    #[command(flatten)]
    models: models::ModelOptions,
    /// The minimum number of empty squares of each line of the table, ascending.
    #[arg(long, value_delimiter = ',', default_values_t = LINES)]
    lines: Vec<u32>,
}

const LINES: [u32; 13] = [8, 10, 12, 14, 16, 18, 20, 22, 25, 28, 32, 38, 45];

impl Options {
    /// Prints the table.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn run(&self) -> Result<(), Failure> {
        if !self.lines.is_sorted_by(|a, b| a < b) || self.lines.iter().any(|&line| line > 60) {
            return Err(Failure::Lines(self.lines.clone()));
        }
        let (held_out, _) = labels::read_all(&self.labels, 1)?;
        self.models.install()?;
        let linear = |board: Board| weights::current().evaluate(board, &Features::of(board));
        let net = |board: Board| opinion(board).score;
        println!("empties  positions  linear MAE    MSE   net MAE    MSE   less   expected");
        for (line, &fewest) in self.lines.iter().enumerate() {
            let most = self.lines.get(line + 1).map_or(60, |next| next - 1);
            let by_linear = errors(&held_out, fewest, most, &linear);
            let by_net = errors(&held_out, fewest, most, &net);
            if by_net.count > 0 {
                println!(
                    "{fewest:3} to {most:2} {:9} {:11.3} {:6.2} {:9.3} {:6.2} {:5.1}% {:9.3}",
                    by_net.count,
                    by_linear.mean(),
                    by_linear.mean_square(),
                    by_net.mean(),
                    by_net.mean_square(),
                    100.0 * (1.0 - by_net.mean() / by_linear.mean()),
                    expected(&held_out, fewest, most).mean(),
                );
            }
        }
        Ok(())
    }
}

fn opinion(board: Board) -> NetOutput {
    net::evaluate(board, &Features::of(board))
}

/// The mean error that the net expects.
fn expected(labels: &[Label], fewest: u32, most: u32) -> Errors {
    let mut errors = Errors::default();
    for label in labels {
        if (fewest..=most).contains(&label.board.empties()) {
            errors.add(f64::from(opinion(label.board).error) / f64::from(DISC));
        }
    }
    errors
}
