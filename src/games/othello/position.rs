//! The position of Othello, and its implementation of [`Game`].

use std::time::Duration;

use super::board::{Board, Square, Squares};
use super::constants::DISC;
use super::features::Features;
use super::levels::LEVELS;
use super::linear::evaluate;
use super::net;
use super::perft::{Passes, perft};
use super::policy::{Endgame, Midgame, WorkerData};
use super::rules::hash::hash;
use super::schedule;
use super::weights;
use crate::game::{Game, PackedMove, Side};
use crate::search::{Draft, Score, Skill, Stopped, TimeBudget, Window, Worker};

/// A position: the discs, and which player is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Othello {
    pub(super) board: Board,
    pub(super) side: Side,
    /// The pattern states of `board`, updated incrementally.
    features: Features,
}

/// A move: a disc placed on a square, with the discs it turns over, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OthelloMove {
    /// `None` is a pass.
    pub square: Option<Square>,
    /// The discs turned over, one bit each; 0 for a pass.
    pub flips: u64,
}

impl OthelloMove {
    /// The forced pass of a player who has no square to play on.
    pub const PASS: Self = Self {
        square: None,
        flips: 0,
    };
}

impl Othello {
    /// A position with `side` to move; `board.own` is that player's.
    #[must_use]
    pub fn new(board: Board, side: Side) -> Self {
        Self {
            board,
            side,
            features: Features::of(board),
        }
    }

    /// The pattern states of the position.
    #[inline]
    #[must_use]
    pub const fn features(&self) -> &Features {
        &self.features
    }

    /// The discs.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The discs after a move.
    #[inline]
    pub(super) const fn next_board(&self, mv: &OthelloMove) -> Board {
        match mv.square {
            None => self.board.passed(),
            Some(square) => self.board.after(square, mv.flips),
        }
    }

    /// The pattern states after a move.
    #[inline]
    pub(super) fn next_features(&self, mv: &OthelloMove) -> Features {
        match mv.square {
            None => self.features.passed(),
            Some(square) => self.features.after(square, mv.flips),
        }
    }

    /// Number of empty squares, 0 to 64: the depth that reaches the end of the game.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    pub fn empties(&self) -> i8 {
        self.board.empties() as i8
    }
}

impl Default for Othello {
    fn default() -> Self {
        Self::new(Board::START, Side::First)
    }
}

impl Game for Othello {
    type Move = OthelloMove;
    type WorkerData = WorkerData;

    const PACKED_LIMIT: usize = 66;
    const UNIT: i16 = DISC;
    const ASPIRATION: i16 = 3 * DISC;
    const EARLY_END: u64 = 1;
    const LEVELS: &'static [Skill] = &LEVELS;

    fn side(&self) -> Side {
        self.side
    }

    fn moves(&self, mut each: impl FnMut(OthelloMove)) {
        let legal = self.board.legal();
        if legal == 0 {
            return each(OthelloMove::PASS);
        }
        for square in Squares(legal) {
            each(OthelloMove {
                square: Some(square),
                flips: self.board.flips(square),
            });
        }
    }

    #[inline]
    fn make(&mut self, mv: &OthelloMove) {
        (self.board, self.features) = (self.next_board(mv), self.next_features(mv));
        self.side = !self.side;
    }

    #[inline]
    fn unmake(&mut self, mv: &OthelloMove) {
        let Board { own, other } = self.board;
        (self.board, self.features) = match mv.square {
            None => (self.board.passed(), self.features.passed()),
            Some(square) => (
                Board {
                    own: other ^ (mv.flips | square.bit()),
                    other: own ^ mv.flips,
                },
                self.features.before(square, mv.flips),
            ),
        };
        self.side = !self.side;
    }

    #[inline]
    fn hash(&self) -> u64 {
        hash(self.board)
    }

    #[inline]
    fn terminal_score(&self, _ply: u16) -> Option<Score> {
        self.board.is_over().then(|| self.board.disc_diff().score())
    }

    #[inline]
    fn evaluate(&self) -> Score {
        evaluate(self.board, &self.features)
    }

    #[inline]
    fn pack(mv: &OthelloMove) -> PackedMove {
        match mv.square {
            None => PackedMove(65),
            Some(square) => PackedMove(u16::from(square.number()) + 1),
        }
    }

    fn max_plies_left(&self) -> u16 {
        self.empties().unsigned_abs().into()
    }

    fn plies_to_think(&self, time: Duration) -> u16 {
        /// Plies added for the move that solves the game, and for a solution that comes later than estimated.
        const RESERVE: u16 = 4;
        let rest = self
            .max_plies_left()
            .saturating_sub(schedule::solvable_empties(time / 4));
        (rest + RESERVE).min(self.max_plies_left())
    }

    #[inline]
    fn cost(mv: &OthelloMove) -> i8 {
        i8::from(mv.square.is_some())
    }

    fn next_iteration(&self, last: Option<Draft>, budget: &TimeBudget) -> Option<Draft> {
        schedule::next_draft(self.empties(), last, budget)
    }

    fn bulk_perft(&self, depth: u8) -> Option<u64> {
        /// Deepest bulk count, in plies: about 10 ms where there are many moves.
        const MAX_DEPTH: u8 = 6;
        (depth <= MAX_DEPTH).then(|| perft(self.board, depth.into(), Passes::OnePly))
    }

    /// Unpacks the linear weights and the net in parallel.
    fn prepare() {
        std::thread::scope(|scope| {
            // If the thread cannot be started, the first search unpacks the net.
            let _ = std::thread::Builder::new().spawn_scoped(scope, net::current);
            weights::current();
        });
    }

    fn search_root(
        search: &mut Worker<'_, Self>,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        if draft.depth >= search.game.empties() {
            search.root::<Endgame>(draft, window)
        } else {
            search.data.in_endgame = false;
            search.root::<Midgame>(draft, window)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn unmake_restores_the_position() {
        for board in samples::boards(2_000) {
            let before = Othello::new(board, Side::Second);
            if before.terminal_score(0).is_some() {
                continue;
            }
            before.moves(|mv| {
                let mut game = before;
                game.make(&mv);
                assert_eq!(game.side(), Side::First);
                game.unmake(&mv);
                assert_eq!(game, before);
            });
        }
    }

    #[test]
    fn the_longer_the_clock_the_less_is_left_to_think_about() {
        let game = Othello::default();
        let plies = [0, 1, 60, 3600].map(|time| game.plies_to_think(Duration::from_secs(time)));
        assert_eq!(plies[0], 60, "without time nothing can be solved");
        assert!(plies.is_sorted_by(|a, b| a > b), "{plies:?}");
        assert!(plies[3] > 20, "{plies:?}");
    }
}
