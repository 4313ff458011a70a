//! `train-stage`: fits the layers of one stage of a net, and leaves all its other numbers as they are.
//!
//! It is for the first moves of the game. A training of the whole net meets each of these positions once among
//! millions, so it learns little of them. They are few, so layers of their own can know them all.

use std::path::PathBuf;

use kaeshi::files::{Existing, PendingFile};
use kaeshi::games::othello::net::Net;

use super::learn::{Adagrad, Rates};
use super::{Dataset, order, quantise, read_net, score};
use crate::labels::{self, Label};
use crate::{Failure, positive, report};

/// Fits the layers of one stage of a net to labels; all its other numbers stay as they are.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The net.
    net: PathBuf,
    /// Files of labels; those of other stages are ignored.
    #[arg(required = true)]
    labels: Vec<PathBuf>,
    /// The minimum number of empty squares of the stage. If no stage of the net begins there, a new one does, from the
    /// layers that such positions had.
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=60))]
    stage: u8,
    /// Where to write the net.
    #[arg(long)]
    out: PathBuf,
    /// Replace the file if it exists; it may be the net itself.
    #[arg(long)]
    force: bool,
    /// Number of passes over the labels.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Initial learning rate; it falls to 0.
    #[arg(long, default_value_t = 0.03, value_parser = positive::<f32>)]
    rate: f32,
    /// Seed; the same seed, labels and options give the same file.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Options {
    /// Fits the stage, writes the net and reports the errors of the stage.
    ///
    /// # Errors
    /// If a file cannot be read or written, or there are no labels for the stage.
    pub fn run(&self) -> Result<(), Failure> {
        let mut net = read_net(&self.net)?;
        let mut out = PendingFile::create(&self.out, Existing::forced(self.force))?;
        let before = net.heads()[net.stage(self.stage.into())];
        net.set_head(self.stage, before)?;
        let stage = net.stage(self.stage.into());
        let (mut held_out, mut training) = labels::read_all(&self.labels, 1)?;
        let is_ours = |label: &Label| net.stage(label.board.empties()) == stage;
        held_out.retain(is_ours);
        training.retain(is_ours);
        if training.is_empty() {
            return Err(Failure::NoLabels);
        }
        let dataset = Dataset::new(training, &net.stages());
        self.fit(&mut net, stage, &dataset)?;
        out.add(&net.write())?;
        out.commit()?;
        println!("{}", report::HEADER);
        let evaluate = |board| score(&net, board);
        let line = report::line(&net.stages(), stage, &dataset.labels, &held_out, &evaluate);
        println!("{line}");
        Ok(())
    }

    /// Fits the head of `stage`, to which all labels of `dataset` belong.
    fn fit(&self, net: &mut Net, stage: usize, dataset: &Dataset) -> Result<(), Failure> {
        let mut adagrad = Adagrad::new(quantise::unpack(net));
        for epoch in 0..self.epochs {
            let left = 1.0 - epoch as f32 / self.epochs as f32;
            let rates = Rates {
                rows: 0.0,
                heads: self.rate * left,
            };
            for number in order(self.seed, dataset.labels.len(), epoch.into()) {
                dataset.learn(&mut adagrad, &dataset.labels[number as usize], rates);
            }
        }
        if !adagrad.is_finite() {
            return Err(Failure::Diverged);
        }
        let scales = quantise::suitable_scales(net.heads());
        let head = quantise::head(&adagrad.model.heads[stage], &scales);
        Ok(net.set_head(self.stage, head)?)
    }
}
