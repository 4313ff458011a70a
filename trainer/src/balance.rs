//! `balance`: removes a net's bias for the side to move.
//!
//! Labels come from all positions that a search meets, and in most of them the last move was a poor one. So a net
//! learns that the side to move is ahead, and the more so the less it sees of the reasons. Labels from searches whose
//! leaves such a net evaluates repeat the bias. Along good play the bias is wrong. Searches of one and of two plies
//! then differ by twice the bias. Scores of odd and even depths alternate, and predictions from another depth are off.

use std::path::PathBuf;

use kaeshi::files::{Existing, PendingFile};
use kaeshi::games::othello::DISC;
use kaeshi::games::othello::board::{Board, Square, Squares};
use kaeshi::games::othello::features::Features;
use kaeshi::games::othello::net::Net;

use crate::Failure;
use crate::net::read_net;
use crate::pack::compress;
use crate::rng::Rng;
use crate::sample::any;

/// Shifts the scores of every stage so that searches of one and of two plies agree in the mean.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The net to balance.
    net: PathBuf,
    /// Where to write the balanced net.
    #[arg(long)]
    out: PathBuf,
    /// Replace the file if it exists; it may be the net itself.
    #[arg(long)]
    force: bool,
    /// Number of games played to measure the bias.
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Seed of the games; the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Random moves at the start of a game; then the best move by two plies.
const RANDOM: u32 = 8;
/// Minimum number of empty squares of a measured position; positions with fewer are solved.
const MIN_EMPTIES: u32 = 8;

impl Options {
    /// Plays the games, shifts the scores and writes the net.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn run(&self) -> Result<(), Failure> {
        let mut net = read_net(&self.net)?;
        let mut out = PendingFile::create(&self.out, Existing::forced(self.force))?;
        let right = measure(&net, self.games, self.seed);
        for (stage, fewest) in net.stages().into_iter().enumerate() {
            if let Some(mean) = right.mean(stage) {
                println!(
                    "from {fewest:2} empty squares: {:+.2} discs",
                    mean / f64::from(DISC)
                );
                net.raise(stage, -mean.round() as i16)?;
            }
        }
        out.add(&net.write(compress))?;
        Ok(out.commit()?)
    }
}

/// The bias for the side to move by stage: sum in score units, and number of samples.
struct TempoBias(Vec<(f64, u32)>);

impl TempoBias {
    fn add(&mut self, stage: usize, worth: f64) {
        let (sum, count) = &mut self.0[stage];
        *sum += worth;
        *count += 1;
    }

    fn mean(&self, stage: usize) -> Option<f64> {
        let &(sum, count) = self.0.get(stage)?;
        (count > 0).then(|| sum / f64::from(count))
    }
}

fn measure(net: &Net, games: u32, seed: u64) -> TempoBias {
    let mut right = TempoBias(vec![(0.0, 0); net.stages().len()]);
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut board = Board::START;
        let mut ply = 0;
        while board.empties() >= MIN_EMPTIES {
            if board.legal() == 0 {
                board = board.passed();
                if board.legal() == 0 {
                    break;
                }
            }
            let (one, _) = best(net, board, 1);
            let (two, good) = best(net, board, 2);
            // The leaves of the two searches have different sides to move; those of the first have one more empty
            // square.
            let worth = f64::from(two - one) / 2.0;
            right.add(net.stage(board.empties() - 1), worth);
            right.add(net.stage(board.empties() - 2), worth);
            board = if ply < RANDOM {
                after(board, any(board.legal(), &mut rng))
            } else {
                good
            };
            ply += 1;
        }
    }
    right
}

fn after(board: Board, square: Square) -> Board {
    board.after(square, board.flips(square))
}

/// The score of the best move by a search of `depth` plies, in score units, and the position after it.
fn best(net: &Net, board: Board, depth: u32) -> (i32, Board) {
    let moves = Squares(board.legal()).map(|square| {
        let child = after(board, square);
        (-value(net, child, depth - 1), child)
    });
    moves.max_by_key(|&(score, _)| score).unwrap_or((0, board))
}

fn value(net: &Net, board: Board, depth: u32) -> i32 {
    if depth == 0 {
        return net.evaluate(board, &Features::of(board)).score.0.into();
    }
    if board.legal() != 0 {
        return best(net, board, depth).0;
    }
    let passed = board.passed();
    if passed.legal() == 0 {
        return board.disc_diff().score().0.into();
    }
    -best(net, passed, depth).0
}
