//! The position of an m,n,k game.

use std::sync::Arc;

use super::bits::Bits;
use super::lines::LineCounts;
use super::rules::Rules;
use super::variant::{Cell, Variant};
use crate::game::{Side, splitmix64};

/// A position: the stones, the side to move, and the counts of the lines.
#[derive(Debug, Clone)]
pub struct Mnk<B: Bits> {
    rules: Arc<Rules<B>>,
    stones: [B; 2],
    pub(super) side: Side,
    /// Whether the last stone filled a winning line.
    pub(super) won: bool,
    empty: u16,
    pub(super) hash: u64,
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
