//! `games`: generates games as a source of positions, where no records of real games are available.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::PathBuf;

use kaeshi::files::{Existing, PendingFile};
use kaeshi::games::othello::board::{Board, Square, Squares};
use kaeshi::games::othello::features::Features;
use kaeshi::games::othello::net;
use kaeshi::search::Selectivity;

use crate::games::play;
use crate::labeller::{Effort, Labeller};
use crate::rng::Rng;
use crate::sample::{any, sensible, to_move};
use crate::{Failure, models};

/// Generates games: random moves first, then mostly the move that leaves the fewest replies or the best one of a search.
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
    /// Depth in plies of the search for each move; 0 takes the move that leaves the fewest replies. Depth 1 makes some
    /// 12,000 games a second, depth 3 some 120.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=10))]
    depth: u8,
    #[command(flatten)]
    models: models::ModelOptions,
    /// Seed; the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Random moves at the start of a game.
const RANDOM: u32 = 8;
/// After them, one move in this number is random if moves are chosen by the fewest replies.
const ONE_IN: u32 = 6;
/// The same if they are searched: good moves alone would lead to the same games again and again, and too many bad ones
/// to positions that are decided.
const ONE_IN_SEARCHED: u32 = 20;

impl Options {
    /// Writes the games.
    ///
    /// # Errors
    /// If a model cannot be read or has no effect, or the games cannot be written.
    pub fn run(&self) -> Result<(), Failure> {
        if self.depth == 0 && self.models.are_given() {
            return Err(Failure::GamesWithModels);
        }
        let mut out = PendingFile::create(&self.out, Existing::forced(self.force))?;
        self.models.install()?;
        let mut player = match self.depth {
            0 => Player::Replies,
            1 => Player::Net,
            plies => Player::Search(Labeller::new(Effort {
                depth: plies - 1,
                selectivity: Selectivity::MIN,
            })?),
        };
        let mut rng = Rng::new(self.seed);
        let mut seen = HashSet::new();
        while seen.len() < self.count as usize {
            let line = game(&mut player, &mut rng) + "\n";
            if !seen.contains(&line) {
                out.add(line.as_bytes())?;
                seen.insert(line);
            }
        }
        Ok(out.commit()?)
    }
}

/// How a move is chosen.
enum Player {
    /// By the fewest replies.
    Replies,
    /// By the net's score of the position after it.
    Net,
    /// By a search of that position.
    Search(Labeller),
}

impl Player {
    /// One move in this number is random.
    const fn one_in(&self) -> u32 {
        match self {
            Self::Replies => ONE_IN,
            Self::Net | Self::Search(_) => ONE_IN_SEARCHED,
        }
    }

    fn choose(&mut self, board: Board) -> Square {
        match self {
            Self::Replies => sensible(board),
            Self::Net => best(board, |after| net::score(after, &Features::of(after)).0),
            Self::Search(labeller) => best(board, |after| labeller.score(after)),
        }
    }
}

/// The best move by the scores, for the side to move, of the positions after the moves.
fn best(board: Board, mut score: impl FnMut(Board) -> i16) -> Square {
    let worth = |square: &Square| {
        let after = board.after(*square, board.flips(*square));
        match to_move(after) {
            Some(replier) if replier == after => -i32::from(score(replier)),
            Some(mover) => score(mover).into(),
            None => -i32::from(after.disc_diff().score().0),
        }
    };
    let legal = board.legal();
    Squares(legal)
        .max_by_key(worth)
        .unwrap_or(Square::first(legal))
}

fn game(player: &mut Player, rng: &mut Rng) -> String {
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
        let square = if ply < RANDOM || rng.below(player.one_in()) == 0 {
            any(here.legal(), rng)
        } else {
            player.choose(here)
        };
        let Some(after) = play(here, square) else {
            break;
        };
        let _ = write!(text, "{square}");
        board = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games are legal and complete, begin alike and go on differently.
    #[test]
    fn every_player_makes_whole_games() {
        let search = Labeller::new(Effort {
            depth: 1,
            selectivity: Selectivity::MIN,
        });
        let search = Player::Search(search.expect("memory"));
        let players = [Player::Replies, Player::Net, search];
        let games = players.map(|mut player| game(&mut player, &mut Rng::new(9)));
        for text in &games {
            let mut board = Board::START;
            for name in text.as_bytes().chunks(2) {
                let name = std::str::from_utf8(name).expect("letters and digits");
                let square = name.parse().expect("a square");
                board = play(board, square).expect("a legal move");
            }
            assert_eq!(to_move(board), None, "{text}");
        }
        let [replies, net, search] = &games;
        assert_eq!(replies[..16], net[..16], "the same random moves");
        assert!(replies != net && net != search);
    }
}
