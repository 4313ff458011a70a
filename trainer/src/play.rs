//! `games`: generates games as a source of positions, where no records of real games are available.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::PathBuf;

use kaeshi::files::{Existing, PendingFile};
use kaeshi::games::othello::board::Board;

use crate::Failure;
use crate::games::play;
use crate::rng::Rng;
use crate::sample::{any, sensible};

/// Generates games: random moves first, then mostly the move that leaves the fewest replies.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Where to write the games, one a line.
    #[arg(long)]
    out: PathBuf,
    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
    /// Number of different games.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    count: u32,
    /// Seed; the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Random moves at the start of a game.
const RANDOM: u32 = 8;
/// After them, one move in this number is random.
const ONE_IN: u32 = 6;

impl Options {
    /// Writes the games.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn run(&self) -> Result<(), Failure> {
        let mut out = PendingFile::create(&self.out, Existing::forced(self.force))?;
        let mut rng = Rng::new(self.seed);
        let mut seen = HashSet::new();
        while seen.len() < self.count as usize {
            let line = game(&mut rng) + "\n";
            if !seen.contains(&line) {
                out.add(line.as_bytes())?;
                seen.insert(line);
            }
        }
        Ok(out.commit()?)
    }
}

fn game(rng: &mut Rng) -> String {
    let mut text = String::new();
    let mut board = Board::START;
    for ply in 0.. {
        let here = match board.legal() {
            0 => board.passed(),
            _ => board,
        };
        if here.legal() == 0 {
            break;
        }
        let square = if ply < RANDOM || rng.below(ONE_IN) == 0 {
            any(here.legal(), rng)
        } else {
            sensible(here)
        };
        let Some(after) = play(here, square) else {
            break;
        };
        let _ = write!(text, "{square}");
        board = after;
    }
    text
}
