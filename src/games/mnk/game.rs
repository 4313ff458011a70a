//! The game for the general search: the implementation of [`Game`].

use super::bits::Bits;
use super::position::Mnk;
use super::root_search::search_root;
use super::variant::Cell;
use super::worker_data::WorkerData;
use crate::game::{Game, PackedMove, Side};
use crate::search::{
    Draft, LastIteration, Score, SearchBudget, Searchable, Selectivity, Stopped, Window, Worker,
};

/// Log2 of the value of a line that lacks one stone, in score units; one that lacks two has a quarter, and so on.
const THREAT: u32 = 10;

/// The largest absolute evaluation, within the undecided scores.
const MAX_EVAL: i64 = 20_000;

impl<B: Bits> Game for Mnk<B> {
    type Move = Cell;

    const PACKED_LIMIT: usize = B::BITS as usize + 1;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn moves(&self, each: impl FnMut(Cell)) {
        self.rules().each_cell(self.playable(), each);
    }

    #[inline]
    fn make(&mut self, cell: &Cell) {
        self.place(*cell, self.side);
        self.side = !self.side;
    }

    #[inline]
    fn unmake(&mut self, cell: &Cell) {
        self.side = !self.side;
        self.remove(*cell, self.side);
        self.won = false;
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.hash
    }

    /// Below the root, the game is also drawn when neither side can fill a line any more. At the root only the rules
    /// end it, because the root must return a move.
    #[inline]
    fn terminal_score(&self, ply: u16) -> Option<Score> {
        if self.won {
            return Some(Score::loss(ply));
        }
        let dead = || {
            let live = |side| self.line_counts().stats(side).live;
            ply > 0 && live(Side::First) == 0 && live(Side::Second) == 0
        };
        (self.empty_count() == 0 || dead()).then_some(Score::DRAW)
    }

    /// The difference between the players' live lines, weighted fourfold for each stone on them.
    #[inline]
    fn evaluate(&self) -> Score {
        let worth = |side| self.line_counts().stats(side).worth;
        // A bonus for the side to move, which is about to add to its lines: 40 to 20 in games against no such bonus.
        let own = worth(self.side);
        let difference = own + own / 8 - worth(!self.side);
        let scale = 2 * (self.rules().variant().in_row() - 1);
        let units = if scale > THREAT {
            difference >> (scale - THREAT)
        } else {
            difference << (THREAT - scale)
        };
        #[expect(clippy::cast_possible_truncation, reason = "clamped")]
        Score(units.clamp(-MAX_EVAL, MAX_EVAL) as i16)
    }

    #[inline]
    fn pack(cell: &Cell) -> PackedMove {
        PackedMove(cell.0 + 1)
    }

    #[inline]
    fn max_plies_left(&self) -> u16 {
        self.empty_count()
    }

    fn aspiration(&self, _draft: Draft, _last: Draft) -> i16 {
        200
    }

    /// Small boards are searched exactly. Larger ones are searched with late move reductions until the end of the game
    /// is reached, and exactly then.
    fn next_iteration(&self, last: Option<LastIteration>, budget: &SearchBudget) -> Option<Draft> {
        let end = i8::try_from(self.empty_count()).unwrap_or(i8::MAX);
        let deepest = end.min(Draft::MAX_DEPTH);
        let exact = self.rules().variant().is_small();
        match last.map(|last| last.draft) {
            Some(last) if last.depth < deepest => Some(Draft {
                depth: last.depth + 1,
                ..last
            }),
            Some(last) => (!last.is_exact() && end == deepest).then_some(Draft {
                depth: end,
                selectivity: budget.max_selectivity,
            }),
            None if exact => Some(Draft::exact(1)),
            None => Some(Draft {
                depth: 1,
                selectivity: Selectivity::MIN,
            }),
        }
    }
}

impl<B: Bits> Searchable for Mnk<B> {
    type WorkerData = WorkerData<B>;
    type Mode = ();

    fn search_root(
        worker: &mut Worker<'_, Self>,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        search_root(worker, draft, window)
    }
}

#[cfg(test)]
mod tests {
    use super::super::variant::Variant;
    use super::*;
    use crate::game::splitmix64;

    #[test]
    fn the_players_are_judged_alike() {
        let mut seed = 7;
        for (width, height, in_row) in [(3, 3, 3), (7, 6, 4), (5, 7, 5), (8, 7, 8), (7, 7, 1)] {
            let variant = Variant::new(width, height, in_row).expect("a game");
            let start = Mnk::<u64>::new(variant);
            for _ in 0..50 {
                let mut game = start.clone();
                while game.terminal_score(0).is_none() {
                    let mut cells = Vec::new();
                    game.moves(|cell| cells.push(cell));
                    seed = splitmix64(seed);
                    let at = usize::try_from(seed % cells.len() as u64).expect("few");
                    game.make(&cells[at]);
                    let [first, second] = [Side::First, Side::Second].map(|side| game.stones(side));
                    let swapped = game.with_stones([second, first], !game.side);
                    assert_eq!(swapped.evaluate(), game.evaluate());
                    assert_eq!(swapped.terminal_score(1), game.terminal_score(1));
                    assert!(game.evaluate().0.abs() < Score::UNDECIDED_MAX.0);
                }
            }
        }
    }
}
