//! The sampler: chooses positions to label, from games and a few random moves away from them.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use kaeshi::game::splitmix64;
use kaeshi::games::othello::board::{Board, Square, Squares};
use kaeshi::games::othello::features::Features;
use kaeshi::games::othello::linear::evaluate;
use kaeshi::games::othello::moves::CORNERS;
use kaeshi::games::othello::symmetry::canonical;

use crate::games::{Moves, play};
use crate::rng::Rng;

/// A position to label and its origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The position; the side to move has a legal move.
    pub board: Board,
    /// The number of the game that the position was taken from.
    pub game: u32,
    /// Number of random moves between the game and the position.
    pub random_plies: u8,
}

/// An iterator over different positions, which ends when hardly any are left; the same seed gives the same ones.
///
/// A search meets many positions that no player would enter. So most samples leave their game for one to eight moves.
/// Half of these choose each move at random or sensibly, with equal chance. The other half alternates random and best
/// moves, like the leaves of an alpha-beta search.
pub struct Sampler<'g> {
    games: &'g [Moves],
    empties: RangeInclusive<u32>,
    rng: Rng,
    seen: HashSet<u64>,
    /// Attempts since the last new position.
    misses: u32,
}

/// After this number of repeated positions in a row, the sampler gives up.
const GIVE_UP: u32 = 100_000;
/// One sample in this number is a position of a game itself.
const FAITHFUL: u32 = 4;
const MAX_RANDOM_PLIES: u32 = 8;

impl<'g> Sampler<'g> {
    /// A sampler for positions with a number of empty squares in `empties`, from `games`.
    #[must_use]
    pub fn new(games: &'g [Moves], empties: RangeInclusive<u32>, seed: u64) -> Self {
        Self {
            games,
            empties,
            rng: Rng::new(seed),
            seen: HashSet::new(),
            misses: 0,
        }
    }

    fn attempt(&mut self) -> Option<Sample> {
        let span = self.empties.end() - self.empties.start() + 1;
        let empties = self.empties.start() + self.rng.below(span);
        let stray = if self.rng.below(FAITHFUL) == 0 {
            0
        } else {
            1 + self.rng.below(MAX_RANDOM_PLIES)
        };
        let game = self.rng.below(u32::try_from(self.games.len()).ok()?);
        let mut board = Board::START;
        let mut moves = self.games[game as usize].iter();
        while board.empties() > empties + stray {
            board = play(board, *moves.next()?)?;
        }
        let random_plies = board.empties().checked_sub(empties)?;
        let leaf = self.rng.below(2) == 0;
        for k in 0..random_plies {
            let here = to_move(board)?;
            let reply = if leaf {
                k % 2 == 1
            } else {
                self.rng.below(2) == 1
            };
            let square = match (reply, leaf) {
                (false, _) => any(here.legal(), &mut self.rng),
                (true, false) => sensible(here),
                (true, true) => best(here),
            };
            board = play(board, square)?;
        }
        let board = to_move(board)?;
        Some(Sample {
            board,
            game,
            random_plies: u8::try_from(random_plies).ok()?,
        })
    }
}

impl Iterator for Sampler<'_> {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        while self.misses < GIVE_UP {
            self.misses += 1;
            if let Some(sample) = self.attempt()
                && self.seen.insert(fingerprint(sample.board))
            {
                self.misses = 0;
                return Some(sample);
            }
        }
        None
    }
}

/// A hash that is the same for symmetric boards.
#[must_use]
pub fn fingerprint(board: Board) -> u64 {
    let (least, _) = canonical(board);
    splitmix64(least.own ^ splitmix64(least.other))
}

/// The same discs with a side to move that has a legal move; `None` if the game is over.
#[must_use]
pub fn to_move(board: Board) -> Option<Board> {
    [board, board.passed()]
        .into_iter()
        .find(|board| board.legal() != 0)
}

/// A random square of a set, all equally likely.
pub(crate) fn any(set: u64, rng: &mut Rng) -> Square {
    let skip = rng.below(set.count_ones());
    Squares(set)
        .nth(skip as usize)
        .unwrap_or(Square::first(set))
}

/// The move that leaves the fewest replies.
pub(crate) fn sensible(board: Board) -> Square {
    let replies = |square: &Square| {
        let after = board.after(*square, board.flips(*square));
        let replies = after.legal();
        replies.count_ones() + 2 * (replies & CORNERS).count_ones()
    };
    Squares(board.legal())
        .min_by_key(replies)
        .unwrap_or(Square::first(board.legal()))
}

/// The best move by static evaluation.
fn best(board: Board) -> Square {
    let reply = |square: &Square| {
        let after = board.after(*square, board.flips(*square));
        evaluate(after, &Features::of(after))
    };
    Squares(board.legal())
        .min_by_key(reply)
        .unwrap_or(Square::first(board.legal()))
}
