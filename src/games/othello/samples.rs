//! Positions for tests: random fillings, and positions of random games.

use super::rules::board::Board;
use super::rules::square::{Square, Squares};

/// A small deterministic random number generator, so that failures repeat.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// `SplitMix64`, from its public description.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    pub(crate) fn pick(&mut self, set: u64) -> Square {
        let skip = self.next() % u64::from(set.count_ones());
        Squares(set)
            .nth(usize::try_from(skip).unwrap_or(0))
            .unwrap_or(Square::first(set))
    }
}

/// At least `count` boards, half of them random fillings, half from random games.
pub(crate) fn boards(count: usize) -> Vec<Board> {
    let mut rng = Rng::new(1);
    let mut all = vec![Board::START];
    while all.len() < count / 2 {
        let taken = rng.next() | rng.next() & rng.next();
        let own = rng.next();
        all.push(Board {
            own: own & taken,
            other: !own & taken,
        });
    }
    while all.len() < count {
        all.extend(game(&mut rng));
    }
    all
}

/// The positions of one random game; a pass adds none.
pub(crate) fn game(rng: &mut Rng) -> Vec<Board> {
    let mut board = Board::START;
    let mut all = vec![board];
    loop {
        if board.legal() == 0 {
            board = board.passed();
        }
        if board.legal() == 0 {
            return all;
        }
        let square = rng.pick(board.legal());
        board = board.after(square, board.flips(square));
        all.push(board);
    }
}

/// `count` positions of random games with `empties` empty squares; the side to move may have no move.
pub(crate) fn endings(count: usize, empties: u32, seed: u64) -> Vec<Board> {
    let mut rng = Rng::new(seed);
    let mut all = Vec::with_capacity(count);
    while all.len() < count {
        all.extend(
            game(&mut rng)
                .into_iter()
                .find(|board| board.empties() == empties),
        );
    }
    all
}
