//! The position of an m,n,k game, and its implementation of [`Game`].

use std::sync::Arc;

use super::bits::Bits;
use super::lines::LineCounts;
use super::policy::{WorkerData, search_root};
use super::rules::Rules;
use super::variant::{Cell, Variant};
use crate::game::{Game, PackedMove, Side, splitmix64};
use crate::search::{Draft, Score, Selectivity, Stopped, TimeBudget, Window, Worker};

/// A position: the stones, the side to move, and the counts of the lines.
#[derive(Debug, Clone)]
pub struct Mnk<B: Bits> {
    rules: Arc<Rules<B>>,
    stones: [B; 2],
    side: Side,
    /// Whether the last stone filled a winning line.
    won: bool,
    empty: u16,
    hash: u64,
    line_counts: LineCounts,
}

impl<B: Bits> Mnk<B> {
    /// The empty board of `variant`.
    ///
    /// # Panics
    /// If the board has more bits than `B`; [`super::open`] chooses a board that is wide enough.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Self::empty(Arc::new(Rules::new(variant)))
    }

    /// The empty board.
    fn empty(rules: Arc<Rules<B>>) -> Self {
        Self {
            stones: [B::default(); 2],
            side: Side::First,
            won: false,
            empty: rules.variant().cells(),
            hash: 0,
            line_counts: LineCounts::new(rules.lines()),
            rules,
        }
    }

    /// The position of the same variant with these stones, and `side` to move.
    pub(super) fn with_stones(&self, stones: [B; 2], side: Side) -> Self {
        let mut position = Self::empty(Arc::clone(&self.rules));
        for owner in [Side::First, Side::Second] {
            position.side = owner;
            self.rules.each_cell(stones[owner.index()], |cell| {
                position.place(cell, owner);
            });
        }
        position.side = side;
        // Checked again with all stones: a line that won with fewer of them may now be too long.
        position.won = stones.iter().any(|&own| self.rules.has_line(own));
        position
    }

    /// The rules, shared by all positions of a game.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> &Rules<B> {
        &self.rules
    }

    /// The stones of `side`.
    #[inline]
    #[must_use]
    pub fn stones(&self, side: Side) -> B {
        self.stones[side.index()]
    }

    /// The cells without a stone.
    #[inline]
    #[must_use]
    pub fn empty_cells(&self) -> B {
        self.rules.cells() & !(self.stones[0] | self.stones[1])
    }

    /// The cells where the side to move may put a stone.
    #[inline]
    #[must_use]
    pub fn playable(&self) -> B {
        self.rules.playable(self.empty_cells())
    }

    /// The cells of all live lines of `side`: those without a stone of the opponent.
    #[inline]
    #[must_use]
    pub fn open(&self, side: Side) -> B {
        self.rules
            .within_lines(self.rules.cells() & !self.stones(!side))
    }

    /// The cells whose contents may matter to `side`.
    ///
    /// In plain games, a cell outside the live lines of `side` does not matter. Empty, it is as good as a pass, which
    /// helps neither side; with a stone, as good as no cell. Elsewhere a pass may help.
    #[inline]
    #[must_use]
    pub fn relevant(&self, side: Side) -> B {
        if self.rules.variant().is_plain() {
            self.open(side)
        } else {
            self.rules.cells()
        }
    }

    /// How many cells have no stone.
    #[inline]
    #[must_use]
    pub fn empty_count(&self) -> u16 {
        self.empty
    }

    /// The counts of stones on the lines.
    #[inline]
    #[must_use]
    pub fn line_counts(&self) -> &LineCounts {
        &self.line_counts
    }

    /// Whether the side that has just moved has filled a line.
    #[inline]
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.won
    }

    /// Whether `side` would win with one stone.
    #[inline]
    #[must_use]
    pub fn can_win(&self, side: Side) -> bool {
        let is_plain = self.rules.variant().is_plain();
        self.line_counts.stats(side).threats > 0
            && (is_plain || !self.winning_cells(side).is_empty())
    }

    /// The cells where `side` would win at once.
    #[inline]
    #[must_use]
    pub fn winning_cells(&self, side: Side) -> B {
        if self.line_counts.stats(side).threats == 0 {
            return B::default();
        }
        self.rules.completions(self.stones(side), self.playable())
    }

    /// Puts a stone of `side` on an empty cell, regardless of the side to move.
    #[inline]
    pub(super) fn place(&mut self, cell: Cell, side: Side) {
        let own = &mut self.stones[side.index()];
        *own = *own | B::bit(cell.bit());
        let filled = self.line_counts.place(self.rules.lines(), cell, side);
        self.won |= filled
            && (!self.rules.variant().is_exact() || self.rules.has_line(self.stones[side.index()]));
        self.hash ^= key(cell, side);
        self.empty -= 1;
    }

    /// Takes back [`Mnk::place`].
    #[inline]
    pub(super) fn remove(&mut self, cell: Cell, side: Side) {
        let own = &mut self.stones[side.index()];
        *own = *own & !B::bit(cell.bit());
        self.line_counts.remove(self.rules.lines(), cell, side);
        self.hash ^= key(cell, side);
        self.empty += 1;
    }
}

/// The Zobrist key of a stone; whose turn it is follows from the number of stones.
#[inline]
fn key(cell: Cell, side: Side) -> u64 {
    splitmix64(u64::from(cell.bit()) << 1 | side.index() as u64)
}

/// Two positions are equal if they have the same variant, stones and side to move.
impl<B: Bits> PartialEq for Mnk<B> {
    fn eq(&self, other: &Self) -> bool {
        self.rules.variant() == other.rules.variant()
            && (self.stones, self.side) == (other.stones, other.side)
            && (self.won, self.empty, self.hash) == (other.won, other.empty, other.hash)
            && self.line_counts == other.line_counts
    }
}

/// Log2 of the value of a line that lacks one stone, in score units; one that lacks two has a quarter, and so on.
const THREAT: u32 = 10;

/// The largest absolute evaluation, within the undecided scores.
const MAX_EVAL: i64 = 20_000;

impl<B: Bits> Game for Mnk<B> {
    type Move = Cell;
    type WorkerData = WorkerData<B>;

    const PACKED_LIMIT: usize = B::BITS as usize + 1;
    const ASPIRATION: i16 = 200;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn moves(&self, each: impl FnMut(Cell)) {
        self.rules.each_cell(self.playable(), each);
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
            let live = |side| self.line_counts.stats(side).live;
            ply > 0 && live(Side::First) == 0 && live(Side::Second) == 0
        };
        (self.empty == 0 || dead()).then_some(Score::DRAW)
    }

    /// The difference between the players' live lines, weighted fourfold for each stone on them.
    #[inline]
    fn evaluate(&self) -> Score {
        let worth = |side| self.line_counts.stats(side).worth;
        // A bonus for the side to move, which is about to add to its lines: 40 to 20 in games against no such bonus.
        let own = worth(self.side);
        let difference = own + own / 8 - worth(!self.side);
        let scale = 2 * (self.rules.variant().in_row() - 1);
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
        self.empty
    }

    /// Small boards are searched exactly. Larger ones are searched with late move reductions until the end of the game
    /// is reached, and exactly then.
    fn next_iteration(&self, last: Option<Draft>, _budget: &TimeBudget) -> Option<Draft> {
        let end = i8::try_from(self.empty).unwrap_or(i8::MAX);
        let deepest = end.min(Draft::MAX_DEPTH);
        let exact = self.rules.variant().is_small();
        match last {
            Some(last) if last.depth < deepest => Some(Draft {
                depth: last.depth + 1,
                ..last
            }),
            Some(last) => (!last.is_exact() && end == deepest).then(|| Draft::exact(end)),
            None if exact => Some(Draft::exact(1)),
            None => Some(Draft {
                depth: 1,
                selectivity: Selectivity::MIN,
            }),
        }
    }

    fn search_root(
        search: &mut Worker<'_, Self>,
        draft: Draft,
        window: Window,
    ) -> Result<Score, Stopped> {
        search_root(search, draft, window)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                    let [first, second] = game.stones;
                    let swapped = game.with_stones([second, first], !game.side);
                    assert_eq!(swapped.evaluate(), game.evaluate());
                    assert_eq!(swapped.terminal_score(1), game.terminal_score(1));
                    assert!(game.evaluate().0.abs() < Score::UNDECIDED_MAX.0);
                }
            }
        }
    }
}
