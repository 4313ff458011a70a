//! `probcut`: fits the parameters of Multi-ProbCut to searches by the engine itself.

mod coverage;
mod fit;
mod pairs;
mod store;

use std::path::PathBuf;

use kaeshi::files::{Existing, PendingFile};
use kaeshi::game::splitmix64;
use kaeshi::games::othello::features::Features;
use kaeshi::games::othello::net;
use kaeshi::games::othello::probcut::{self, Model, TERMS};
use kaeshi::search::Selectivity;

use self::fit::{Plan, fit};
use self::pairs::{Effort, Pair, Prober};
use self::store::Store;
use crate::Failure;
use crate::datagen::{progress, selectivity};
use crate::games::{self, Moves};
use crate::sample::Sampler;

/// Fits the parameters of Multi-ProbCut: mean and deviation of the difference between shallow and deep searches.
///
/// One game in four is held out from the fit. On its positions it is counted how often the difference is within its
/// predicted bounds.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Text files of games, one a line: `f5d6c3...`.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where the pairs of scores are stored; pairs stored there before are not searched again.
    #[arg(long)]
    pairs: PathBuf,
    /// Where to write the constants, in the repository `src/games/othello/search/probcut/fitted.rs`; without it they are only
    /// printed.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Replace the file of constants if it exists.
    #[arg(long)]
    force: bool,
    /// Number of positions.
    #[arg(long, default_value_t = 4000)]
    count: usize,
    /// Number of additional positions, with 8 empty squares or more, that are solved.
    #[arg(long, default_value_t = 2000)]
    endings: usize,
    /// Minimum number of empty squares of the positions that are not solved.
    #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u32).range(14..=59))]
    from: u32,
    /// Maximum number of empty squares of the positions that are not solved.
    #[arg(long, default_value_t = 54, value_parser = clap::value_parser!(u32).range(14..=59))]
    to: u32,
    /// Maximum depth of the midgame searches in plies.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(i8).range(3..=20))]
    deepest: i8,
    /// Maximum number of empty squares of the positions that are solved.
    #[arg(long, default_value_t = 22, value_parser = clap::value_parser!(i8).range(14..=26))]
    solved: i8,
    /// Confidence of Multi-ProbCut in the midgame searches, in percent.
    #[arg(long, default_value = "98", value_parser = selectivity)]
    selectivity: Selectivity,
    /// Seed; the same seed and games give the same positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Minimum number of empty squares of positions that are solved.
const MIN_SOLVED: u32 = 8;

impl Options {
    /// Searches the pairs, fits the models, and prints how well they hold.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn run(&self) -> Result<(), Failure> {
        if self.from > self.to {
            return Err(Failure::Range(self.from, self.to));
        }
        let existing = Existing::forced(self.force);
        let out = self
            .out
            .as_ref()
            .map(|out| PendingFile::create(out, existing));
        let out = out.transpose()?;
        let pairs = self.collect()?;
        let halves = [false, true].map(|to_the_end| {
            let these = |pair: &&Pair| pair.to_the_end == to_the_end;
            let (test, train): (Vec<&Pair>, Vec<&Pair>) = pairs
                .iter()
                .filter(these)
                .partition(|pair| pair.is_held_out());
            (fit(&train, Plan { deep: !to_the_end }), test)
        });
        let [(midgame, in_midgame), (endgame, in_endgame)] = &halves;
        coverage::print("midgame, as embedded", in_midgame, &probcut::MIDGAME);
        coverage::print("midgame, fitted", in_midgame, midgame);
        coverage::print("endgame, as embedded", in_endgame, &probcut::ENDGAME);
        coverage::print("endgame, fitted", in_endgame, endgame);
        let text = constants(midgame, endgame);
        println!("\n{text}");
        let Some(mut out) = out else { return Ok(()) };
        out.add(text.as_bytes())?;
        Ok(out.commit()?)
    }

    /// Reads the stored pairs and adds those of the missing positions.
    fn collect(&self) -> Result<Vec<Pair>, Failure> {
        let games = games::read(&self.games)?;
        let (mut store, known) = Store::open(&self.pairs, self.config_hash(&games))?;
        let mut pairs = known.pairs;
        let solved = MIN_SOLVED..=u32::from(self.solved.unsigned_abs());
        let midgames = Sampler::new(&games, self.from..=self.to, self.seed).take(self.count);
        let endings = Sampler::new(&games, solved, !self.seed).take(self.endings);
        let samples = midgames.map(|sample| (sample, false));
        let samples = samples.chain(endings.map(|sample| (sample, true)));
        let mut prober = Prober::new(Effort {
            deepest: self.deepest,
            selectivity: self.selectivity,
        })?;
        let bar = progress(self.count.saturating_add(self.endings) as u64);
        for (number, (sample, to_the_end)) in samples.enumerate() {
            if number >= known.positions {
                let found = prober.probe(&sample, to_the_end);
                store.add(&found)?;
                pairs.extend(found);
            }
            bar.inc(1);
        }
        bar.finish();
        Ok(pairs)
    }

    /// A hash of games, options and some evaluations of the net, on which the pairs depend.
    fn config_hash(&self, games: &[Moves]) -> u64 {
        let counts = [self.count, self.endings].map(|count| count as u64);
        let depths = [self.deepest, self.solved].map(|depth| u64::from(depth.unsigned_abs()));
        let ends = [self.from, self.to].map(u64::from);
        let level = [self.selectivity.level().into(), self.seed];
        let squares = games.iter().flatten().map(|square| square.number().into());
        let samples = Sampler::new(games, self.from..=self.to, self.seed).take(50);
        let opinions = samples.flat_map(|sample| {
            let opinion = net::evaluate(sample.board, &Features::of(sample.board));
            [opinion.score.0, opinion.error].map(|score| u64::from(score.cast_unsigned()))
        });
        let options = [counts, depths, ends, level].into_iter().flatten();
        let all = options.chain([MIN_SOLVED.into()]);
        let all = all.chain(squares).chain(opinions);
        all.fold(0, |hash, number| splitmix64(hash ^ number))
    }
}

/// The source file with the fitted constants.
fn constants(midgame: &Model, endgame: &Model) -> String {
    let numbers = |values: [f32; TERMS]| values.map(|value| format!("{value:.4}")).join(", ");
    let model = |name: &str, what: &str, model: &Model| {
        format!(
            "/// {what}\npub const {name}: Model = Model {{\n    mean: [{}],\n    deviation: [{}],\n}};\n",
            numbers(model.mean),
            numbers(model.deviation)
        )
    };
    format!(
        "//! Written by `kaeshi-trainer probcut`.\n\nuse super::model::Model;\n\n{}\n{}",
        model(
            "MIDGAME",
            "A search of the midgame, guessed by a shallower one.",
            midgame
        ),
        model(
            "ENDGAME",
            "The margin at the end, guessed by a search of the midgame.",
            endgame
        )
    )
}
