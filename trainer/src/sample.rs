//! Which positions to label: positions of games, and wild ones a few random moves off.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use kaeshi::game::mix;
use kaeshi::games::othello::board::{Board, Square, Squares};
use kaeshi::games::othello::evaluate::evaluate;
use kaeshi::games::othello::features::Features;
use kaeshi::games::othello::moves::CORNERS;
use kaeshi::games::othello::symmetry::canonical;

use crate::dice::Dice;
use crate::games::{Moves, play};

/// A position to label, and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The side to move has a move.
    pub board: Board,
    /// The game it was taken from, or strayed from.
    pub game: u32,
    /// How many random moves it is away from that game.
    pub strayed: u8,
}

/// An endless source of different positions: the same seed gives the same ones.
///
/// A search meets many positions that nobody would play into, so most samples stray from
/// their game for one to eight moves. Half of those that do take random and sensible moves by chance;
/// the other half answers every random move with the best one, which is what the leaves of an
/// alpha-beta search are like.
pub struct Sampler<'g> {
    games: &'g [Moves],
    empties: RangeInclusive<u32>,
    dice: Dice,
    seen: HashSet<u64>,
    /// Attempts since the last new position.
    misses: u32,
}

/// So many repeated positions in a row mean that there are hardly any others.
const GIVE_UP: u32 = 100_000;
/// One sample in so many is a position of a game itself.
const FAITHFUL: u32 = 4;
const FARTHEST: u32 = 8;

impl<'g> Sampler<'g> {
    /// Positions with that many empty squares from those games.
    #[must_use]
    pub fn new(games: &'g [Moves], empties: RangeInclusive<u32>, seed: u64) -> Self {
        Self {
            games,
            empties,
            dice: Dice::new(seed),
            seen: HashSet::new(),
            misses: 0,
        }
    }

    fn attempt(&mut self) -> Option<Sample> {
        let span = self.empties.end() - self.empties.start() + 1;
        let empties = self.empties.start() + self.dice.below(span);
        let stray = if self.dice.below(FAITHFUL) == 0 {
            0
        } else {
            1 + self.dice.below(FARTHEST)
        };
        let game = self.dice.below(u32::try_from(self.games.len()).ok()?);
        let mut board = Board::START;
        let mut moves = self.games[game as usize].iter();
        while board.empties() > empties + stray {
            board = play(board, *moves.next()?)?;
        }
        let strayed = board.empties().checked_sub(empties)?;
        let leaf = self.dice.below(2) == 0;
        for k in 0..strayed {
            let here = to_move(board)?;
            let reply = if leaf {
                k % 2 == 1
            } else {
                self.dice.below(2) == 1
            };
            let square = match (reply, leaf) {
                (false, _) => any(here.legal(), &mut self.dice),
                (true, false) => sensible(here),
                (true, true) => best(here),
            };
            board = play(board, square)?;
        }
        let board = to_move(board)?;
        Some(Sample {
            board,
            game,
            strayed: u8::try_from(strayed).ok()?,
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

/// The same for symmetric boards, different for others.
#[must_use]
pub fn fingerprint(board: Board) -> u64 {
    let (least, _) = canonical(board);
    mix(least.own ^ mix(least.other))
}

/// The same discs with a player to move who has a move; `None` when the game is over.
#[must_use]
pub fn to_move(board: Board) -> Option<Board> {
    [board, board.passed()]
        .into_iter()
        .find(|board| board.legal() != 0)
}

/// A square of a set, each as likely as the others.
pub(crate) fn any(set: u64, dice: &mut Dice) -> Square {
    let skip = dice.below(set.count_ones());
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

/// The move that the evaluation likes best.
fn best(board: Board) -> Square {
    let reply = |square: &Square| {
        let after = board.after(*square, board.flips(*square));
        evaluate(after, &Features::of(after))
    };
    Squares(board.legal())
        .min_by_key(reply)
        .unwrap_or(Square::first(board.legal()))
}
