//! `balance`: removes a net's bias for the side to move.
//!
//! Labels come from all positions that a search meets, and in most of them the last move was a poor one. So a net
//! learns that the side to move is ahead, and the more so the less it sees of the reasons. Labels from searches whose
//! leaves such a net evaluates repeat the bias. Along good play the bias is wrong. Searches of one and of two plies
//! then differ by twice the bias. Scores of odd and even depths alternate, and predictions from another depth are off.
//!
//! The positions come from games of other players. Moves chosen by this net's own scores lead to positions that it
//! overrates for the side that has moved, so they show too much of the bias.

use std::path::PathBuf;

use kaeshi::files::{Existing, PendingFile};
use kaeshi::games::othello::DISC;
use kaeshi::games::othello::board::{Board, Squares};
use kaeshi::games::othello::features::Features;
use kaeshi::games::othello::net::Net;

use crate::Failure;
use crate::games::{self, Moves, play};
use crate::net::read_net;
use crate::sample::to_move;

/// Shifts the scores of every stage so that searches of one and of two plies agree in the mean.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The net to balance.
    net: PathBuf,
    /// Text files of games, one a line: `f5d6c3...`.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where to write the balanced net.
    #[arg(long)]
    out: PathBuf,
    /// Replace the file if it exists; it may be the net itself.
    #[arg(long)]
    force: bool,
    /// Number of games whose positions measure the bias, evenly spaced among those given.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
}

/// Minimum number of empty squares of a measured position; positions with fewer are solved.
const MIN_EMPTIES: u32 = 8;

impl Options {
    /// Measures the bias, shifts the scores and writes the net.
    ///
    /// # Errors
    /// If a file cannot be read or written, or has no legal games.
    pub fn run(&self) -> Result<(), Failure> {
        let mut net = read_net(&self.net)?;
        let mut out = PendingFile::create(&self.out, Existing::forced(self.force))?;
        let games = games::read(&self.games)?;
        let right = measure(&net, spaced(&games, self.count as usize));
        for (stage, fewest) in net.stages().into_iter().enumerate() {
            if let Some(mean) = right.mean(stage) {
                println!(
                    "from {fewest:2} empty squares: {:+.2} discs",
                    mean / f64::from(DISC)
                );
                net.raise(stage, -mean.round() as i16)?;
            }
        }
        out.add(&net.write())?;
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

/// `count` games at equal distances; all, if there are no more.
fn spaced(games: &[Moves], count: usize) -> impl Iterator<Item = &Moves> {
    let count = count.min(games.len());
    (0..count).map(move |k| &games[k * games.len() / count])
}

fn measure<'g>(net: &Net, games: impl Iterator<Item = &'g Moves>) -> TempoBias {
    let mut right = TempoBias(vec![(0.0, 0); net.stages().len()]);
    for moves in games {
        let mut position = Some(Board::START);
        let mut moves = moves.iter();
        while let Some(board) = position.filter(|board| board.empties() >= MIN_EMPTIES) {
            if let Some(board) = to_move(board) {
                // The leaves of the two searches have different sides to move; those of the first have one more empty
                // square.
                let worth = f64::from(best(net, board, 2) - best(net, board, 1)) / 2.0;
                right.add(net.stage(board.empties() - 1), worth);
                right.add(net.stage(board.empties() - 2), worth);
            }
            position = moves.next().and_then(|square| play(board, *square));
        }
    }
    right
}

/// The score of the best move by a search of `depth` plies, in score units.
fn best(net: &Net, board: Board, depth: u32) -> i32 {
    let moves = Squares(board.legal());
    let scores =
        moves.map(|square| -value(net, board.after(square, board.flips(square)), depth - 1));
    scores.max().unwrap_or(0)
}

fn value(net: &Net, board: Board, depth: u32) -> i32 {
    if depth == 0 {
        return net.evaluate(board, &Features::of(board)).score.0.into();
    }
    if board.legal() != 0 {
        return best(net, board, depth);
    }
    let passed = board.passed();
    if passed.legal() == 0 {
        return board.disc_diff().score().0.into();
    }
    -best(net, passed, depth)
}
