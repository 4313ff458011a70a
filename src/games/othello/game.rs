//! Othello as a [`Game`] for the search.

use std::time::Duration;

use super::constants::DISC;
use super::eval::linear::evaluate;
use super::eval::{net, weights};
use super::position::{Othello, OthelloMove};
use super::rules::board::Board;
use super::rules::hash::hash;
use super::rules::perft::{Passes, perft};
use super::rules::square::Squares;
use super::search::levels::LEVELS;
use super::search::policy::{Endgame, Midgame};
use super::search::worker_data::{Mode, WorkerData};
use super::search::{schedule, speed_probe};
use crate::game::{Game, PackedMove, Side};
use crate::search::{
    Draft, LastIteration, Score, SearchBudget, Searchable, Skill, Stopped, Window, Worker,
};

impl Game for Othello {
    type Move = OthelloMove;

    const PROBE_TIME: Option<Duration> = Some(schedule::PROBE_TIME);
    const PACKED_LIMIT: usize = 66;
    const UNIT: i16 = DISC;
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
    fn hash_after(&self, mv: &OthelloMove) -> Option<u64> {
        Some(hash(self.next_board(mv)))
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

    fn probe() -> u64 {
        speed_probe::solve_some()
    }

    #[inline]
    fn cost(mv: &OthelloMove) -> i8 {
        i8::from(mv.square.is_some())
    }

    fn next_iteration(&self, last: Option<LastIteration>, budget: &SearchBudget) -> Option<Draft> {
        schedule::next_iteration(self.empties(), last, budget)
    }

    fn aspiration(&self, draft: Draft, last: Draft) -> i16 {
        schedule::aspiration(self.empties(), draft, last)
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
}

impl Searchable for Othello {
    type WorkerData = WorkerData;
    type Mode = Mode;

    /// Cached evaluations stay: they depend on the position alone.
    fn forget(data: &mut WorkerData, game: &Self) {
        data.solver.clear_up_to(game.board().empties());
        data.eval_cache.killer = [0; 64];
    }

    fn search_root(
        worker: &mut Worker<'_, Self>,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        let empties = worker.game.empties();
        worker.mode.in_endgame = draft.depth >= empties;
        worker.mode.selective_solver_empties = schedule::selective_solver_empties(empties);
        if worker.mode.in_endgame {
            worker.root::<Endgame>(draft, window)
        } else {
            worker.root::<Midgame>(draft, window)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::samples;

    #[test]
    fn unmake_restores_the_position() {
        for board in samples::boards(2_000) {
            let before = Othello::new(board, Side::Second);
            if before.terminal_score(0).is_some() {
                continue;
            }
            before.moves(|mv| {
                let mut game = before;
                let expected = game.hash_after(&mv);
                game.make(&mv);
                assert_eq!(Some(game.hash()), expected);
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
