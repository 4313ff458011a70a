//! `train-net`: fits the net to labels of all stages together.

pub mod checkpoint;
pub mod learn;
pub mod model;
pub mod quantise;
pub mod stage;

use std::path::{Path, PathBuf};

use kaeshi::files::{self, Existing, PendingFile};
use kaeshi::game::splitmix64;
use kaeshi::games::othello::board::Board;
use kaeshi::games::othello::features::{Features, SymmetryMap};
use kaeshi::games::othello::inputs::{INPUTS, Mobility};
use kaeshi::games::othello::net::{MoveMap, NET_INPUTS, Net, net_inputs};
use kaeshi::games::othello::{DISC, stage_of_each};
use kaeshi::search::Score;

use crate::datagen::progress;
use crate::labels::{self, Label};
use crate::rng::Rng;
use crate::train::canonical;
use crate::{Failure, MAX_MODEL, check_stages, positive, report};
use checkpoint::Checkpoint;
use learn::{Adagrad, Rates};
use model::{DISCS, Input, Model};

/// Fits the net to labels and packs it into one file.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Files of labels.
    #[arg(required = true)]
    labels: Vec<PathBuf>,
    /// Where to write the net; an interrupted run continues there.
    #[arg(long)]
    out: PathBuf,
    /// Replace the net if it exists; start over if the checkpoint (.part) belongs to another training.
    #[arg(long)]
    force: bool,
    /// Start from this net instead of an untrained one, and keep its stages. With a fraction of the usual rates it
    /// learns from new labels without forgetting what they do not show.
    #[arg(long, conflicts_with = "stages")]
    from: Option<PathBuf>,
    /// The minimum number of empty squares of each stage, ascending from 0.
    #[arg(long, value_delimiter = ',', default_values_t = STAGES)]
    stages: Vec<u8>,
    /// Number of passes over all labels; with 0 the net of --from is only rounded, and its heads fitted to that.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=1000), requires_if("0", "from"))]
    epochs: u32,
    /// Initial learning rate of the rows; it falls to 0.
    #[arg(long, default_value_t = 0.2, value_parser = positive::<f32>)]
    rate: f32,
    /// Initial learning rate of the heads; it falls to 0.
    #[arg(long, default_value_t = 0.03, value_parser = positive::<f32>)]
    head_rate: f32,
    /// Seed; the same seed, labels and options give the same file.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Train on one game in this number only, to measure the value of more labels.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
    /// About how many bytes the file may have. Rows that matter little are rounded to coarser steps until it is small
    /// enough.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    size: Option<u64>,
    /// Positions between two checkpoints; an interrupted run repeats at most this many.
    #[arg(long, default_value_t = 1 << 20, value_parser = clap::value_parser!(u64).range(1..))]
    checkpoint: u64,
}

const STAGES: [u8; 20] = [
    0, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 43, 46, 50,
];
/// The labels of a training, prepared for it.
struct Dataset {
    labels: Vec<Label>,
    sharing: SymmetryMap,
    moves: MoveMap,
    /// The stage of each number of empty squares.
    stage: [u8; 65],
}

impl Dataset {
    fn new(labels: Vec<Label>, fewest: &[u8]) -> Self {
        Self {
            labels,
            sharing: SymmetryMap::new(),
            moves: MoveMap::new(),
            stage: stage_of_each(fewest),
        }
    }

    fn input(&self, label: &Label) -> Input {
        Input {
            rows: self.rows(label.board),
            stage: self.stage[label.board.empties() as usize].into(),
        }
    }

    /// The rows of a position, mirror images shared.
    fn rows(&self, board: Board) -> [u32; NET_INPUTS] {
        let inputs = net_inputs(board, &Features::of(board), Mobility::of(board));
        std::array::from_fn(|lane| match inputs[lane] {
            input if lane < INPUTS => canonical(input, &self.sharing),
            input => self.moves.canonical(input),
        })
    }

    fn learn(&self, adagrad: &mut Adagrad, label: &Label, rates: Rates) {
        adagrad.learn(&self.input(label), label.discs(), rates);
    }
}

impl Options {
    /// Trains the net, packs it, and reports the errors of the packed net.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the stages are not valid.
    pub fn run(&self) -> Result<(), Failure> {
        let begun = self.from.as_deref().map(read_net).transpose()?;
        let stages = begun
            .as_ref()
            .map_or_else(|| self.stages.clone(), Net::stages);
        check_stages(&stages)?;
        let mut out = PendingFile::create(&self.out, Existing::forced(self.force))?;
        let (held_out, training) = labels::read_all(&self.labels, self.one_in)?;
        if training.is_empty() {
            return Err(Failure::NoLabels);
        }
        let dataset = Dataset::new(training, &stages);
        let (mut adagrad, part) = self.train(&dataset, begun.as_ref())?;
        if !adagrad.is_finite() {
            return Err(Failure::Diverged);
        }
        let scales = quantise::scales(&adagrad.model.rows);
        let [model, squares] = [&adagrad.model, &adagrad.squares];
        let steps = quantise::steps(&stages, model, &squares.rows, &scales, self.size);
        quantise::fake_quantise(&mut adagrad.model, &scales, &steps);
        self.finish(&dataset, &mut adagrad);
        if !adagrad.is_finite() {
            return Err(Failure::Diverged);
        }
        let packed = quantise::pack(&stages, &adagrad.model, &scales);
        let net = Net::read(&packed)?;
        out.add(&packed)?;
        out.commit()?;
        let gap = gap(&dataset, &held_out, &adagrad.model, &net);
        println!("integers are {gap:.4} discs from floating point in the mean");
        report::print(&stages, &dataset.labels, &held_out, &|board| {
            score(&net, board)
        });
        part.remove();
        Ok(())
    }

    /// Trains on every label `epochs` times, each time in another order.
    fn train(
        &self,
        dataset: &Dataset,
        begun: Option<&Net>,
    ) -> Result<(Adagrad, Checkpoint), Failure> {
        let model = match begun {
            Some(net) => quantise::unpack(net),
            None => Model::new(self.stages.len(), &mut Rng::new(self.seed)),
        };
        let mut adagrad = Adagrad::new(model);
        let config_hash = self.config_hash(&dataset.labels, begun);
        let mut part = Checkpoint::open(&checkpoint::checkpoint_path(&self.out), config_hash)?;
        let count = dataset.labels.len() as u64;
        let total = count * u64::from(self.epochs);
        let mut done = part.load(&mut adagrad, Existing::forced(self.force))?;
        if begun.is_some() && done == 0 {
            for label in &dataset.labels {
                adagrad.observe(&dataset.input(label), label.discs());
            }
            adagrad.renew_empty_rows();
        }
        let bar = progress(total);
        bar.set_position(done);
        bar.reset_eta();
        while done < total {
            let order = order(self.seed, dataset.labels.len(), done / count);
            for &number in &order[(done % count) as usize..] {
                let left = 1.0 - done as f32 / total as f32;
                let rates = Rates {
                    rows: self.rate * left,
                    heads: self.head_rate * left,
                };
                dataset.learn(&mut adagrad, &dataset.labels[number as usize], rates);
                done += 1;
                if done.is_multiple_of(self.checkpoint) {
                    part.save(done, &adagrad)?;
                    bar.set_position(done);
                }
            }
        }
        bar.finish();
        Ok((adagrad, part))
    }

    /// Adapts the heads to rows of integers: one pass over the labels with small steps.
    fn finish(&self, dataset: &Dataset, adagrad: &mut Adagrad) {
        let order = order(self.seed, dataset.labels.len(), self.epochs.into());
        for (done, &number) in order.iter().enumerate() {
            let left = 1.0 - done as f32 / order.len() as f32;
            let rates = Rates {
                rows: 0.0,
                heads: self.head_rate * left / 4.0,
            };
            dataset.learn(adagrad, &dataset.labels[number as usize], rates);
        }
    }

    /// A hash of everything that the result depends on.
    fn config_hash(&self, labels: &[Label], begun: Option<&Net>) -> u64 {
        let options = [self.seed, self.epochs.into()].into_iter();
        let rates = [self.rate, self.head_rate].map(|rate| rate.to_bits().into());
        let stages = self.stages.iter().map(|&stage| stage.into());
        let labels = labels.iter().flat_map(|label| {
            let score = u64::from(label.score.cast_unsigned());
            [label.board.own, label.board.other, score]
        });
        let packed = begun.map(Net::write);
        let begun = packed.into_iter().flatten().map(u64::from);
        let all = options
            .chain(rates)
            .chain(stages)
            .chain(labels)
            .chain(begun);
        all.fold(0, |hash, number| splitmix64(hash ^ number))
    }
}

/// The numbers from 0 to `count` - 1 in a random order that depends on the epoch.
fn order(seed: u64, count: usize, epoch: u64) -> Vec<u32> {
    let mut rng = Rng::new(splitmix64(seed ^ splitmix64(epoch + 1)));
    let mut order: Vec<u32> = (0..count as u32).collect();
    for k in (1..order.len()).rev() {
        order.swap(k, rng.below(k as u32 + 1) as usize);
    }
    order
}

/// Reads a file of a net.
///
/// # Errors
/// If it cannot be read, or is no net of this program's shape.
pub fn read_net(path: &Path) -> Result<Net, Failure> {
    Ok(Net::read(&files::read(path, MAX_MODEL)?)?)
}

/// The mean absolute difference of the packed net and the floating-point one on held-out labels, in discs.
fn gap(dataset: &Dataset, held_out: &[Label], model: &Model, net: &Net) -> f64 {
    let mut errors = report::Errors::default();
    for label in held_out {
        let exact =
            f64::from(model.forward(&dataset.input(label)).score * DISCS).clamp(-64.0, 64.0);
        errors.add(f64::from(score(net, label.board).0) / f64::from(DISC) - exact);
    }
    errors.mean()
}

fn score(net: &Net, board: Board) -> Score {
    net.evaluate(board, &Features::of(board)).score
}
