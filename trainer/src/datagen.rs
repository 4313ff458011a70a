//! `datagen`: labels positions with scores, in blocks, on several threads.

use std::path::PathBuf;
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use kaeshi::game::splitmix64;
use kaeshi::search::Selectivity;

use crate::games::{self, Moves};
use crate::labeller::{Effort, Labeller};
use crate::labels::{Label, MAX_BLOCK, Writer};
use crate::sample::{Sample, Sampler};
use crate::{Failure, models};

/// Labels positions: exact scores near the end, search scores above.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Text files of games, one a line: `f5d6c3...`.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where to write the labels; an interrupted run continues there.
    #[arg(long)]
    out: PathBuf,
    /// Minimum number of empty squares.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60))]
    from: u32,
    /// Maximum number of empty squares.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60))]
    to: u32,
    /// Number of positions, rounded up to whole blocks.
    #[arg(long)]
    count: u32,
    /// Search depth in plies; 0 solves exactly.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=20))]
    depth: u8,
    /// Confidence of Multi-ProbCut in percent; 100 searches without it.
    #[arg(long, default_value = "100", value_parser = selectivity)]
    selectivity: Selectivity,
    #[command(flatten)]
    models: models::ModelOptions,
    /// Positions labelled at once; an interruption loses at most this many.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_BLOCK)))]
    block: u32,
    /// Seed; the same seed, games and options give the same file.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of blocks labelled at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=128))]
    threads: u8,
}

impl Options {
    /// A hash of everything that the labels depend on.
    fn config_hash(&self, games: &[Moves], models: &[u8]) -> u64 {
        let level = self.selectivity.level().into();
        let numbers = [self.from, self.to, self.depth.into(), level, self.block];
        let mut hash = numbers
            .into_iter()
            .fold(splitmix64(self.seed), |hash, number| {
                splitmix64(hash ^ u64::from(number))
            });
        for &byte in models {
            hash = splitmix64(hash ^ u64::from(byte));
        }
        for square in games.iter().flatten() {
            hash = splitmix64(hash ^ u64::from(square.number()));
        }
        hash
    }

    /// Labels the positions that are still missing.
    ///
    /// # Errors
    /// If games or labels cannot be read or written, or the range of empty squares is empty.
    pub fn run(&self) -> Result<(), Failure> {
        if self.from > self.to {
            return Err(Failure::Range(self.from, self.to));
        }
        let games = games::read(&self.games)?;
        let models = self.models.install()?;
        let effort = Effort {
            depth: self.depth,
            selectivity: self.selectivity,
        };
        let config_hash = self.config_hash(&games, &models);
        let mut writer = Writer::open(&self.out, self.block, config_hash)?;
        let blocks = self.count.div_ceil(self.block) as usize;
        let mut sampler = Sampler::new(&games, self.from..=self.to, self.seed);
        let done = writer.blocks().min(blocks);
        // The sampler must repeat the positions already labelled, since it avoids those it has returned before.
        let skipped = sampler.by_ref().take(done * self.block as usize).count();
        let bar = progress(blocks as u64 * u64::from(self.block));
        bar.set_position(skipped as u64);
        bar.reset_eta();
        while writer.blocks() < blocks {
            let some = usize::from(self.threads).min(blocks - writer.blocks());
            let wanted: Vec<Vec<Sample>> = (0..some)
                .map(|_| sampler.by_ref().take(self.block as usize).collect())
                .collect();
            if wanted.iter().any(|block| block.len() < self.block as usize) {
                return Err(Failure::Exhausted(writer.blocks() * self.block as usize));
            }
            for block in label_together(&wanted, effort)? {
                writer.push(&block)?;
                bar.inc(block.len() as u64);
            }
        }
        bar.finish();
        Ok(())
    }
}

fn label_together(blocks: &[Vec<Sample>], effort: Effort) -> Result<Vec<Vec<Label>>, Failure> {
    thread::scope(|scope| {
        let running: Vec<_> = blocks
            .iter()
            .map(|block| scope.spawn(|| label_block(block, effort)))
            .collect();
        running
            .into_iter()
            .map(|worker| worker.join().unwrap_or(Err(Failure::Worker)))
            .collect()
    })
}

/// Labels a block with fresh tables, so that its labels do not depend on other blocks.
fn label_block(block: &[Sample], effort: Effort) -> Result<Vec<Label>, Failure> {
    let mut labeller = Labeller::new(effort)?;
    let label = |sample: &Sample| Label {
        board: sample.board,
        score: labeller.score(sample.board),
        depth: effort.label_depth(sample.board.empties()),
        random_plies: sample.random_plies,
        game: sample.game,
    };
    Ok(block.iter().map(label).collect())
}

/// A progress bar on a terminal, nothing elsewhere.
pub(crate) fn progress(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} {per_sec} {eta}");
    let bar = ProgressBar::new(length);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

/// The selectivity level with that confidence in percent.
pub(crate) fn selectivity(text: &str) -> Result<Selectivity, String> {
    let mut levels = (0..=Selectivity::EXACT.level()).map(Selectivity::new);
    levels
        .find(|level| level.percent().to_string() == text)
        .ok_or_else(|| "possible values are 73, 87, 95, 98, 99 and 100".to_owned())
}
