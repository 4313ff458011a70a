//! The draft of a search: its depth and its selectivity.

use super::Score;

/// How much of the tree selective pruning may skip: the most at 0, nothing at [`Selectivity::EXACT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selectivity(u8);

impl Selectivity {
    /// Nothing is pruned selectively.
    pub const EXACT: Self = Self(5);
    /// The lowest confidence: the most is pruned.
    pub const MIN: Self = Self(0);
    /// Confidence of each level in percent, as Othello engines name them. A cutoff at level `n` is right this often if
    /// the error of the prediction is normal (Buro, "`ProbCut`", 1995).
    const PERCENT: [u8; 6] = [73, 87, 95, 98, 99, 100];

    /// The level with this number; [`Selectivity::EXACT`] for greater numbers.
    #[must_use]
    pub const fn new(level: u8) -> Self {
        if level > Self::EXACT.0 {
            Self::EXACT
        } else {
            Self(level)
        }
    }

    /// The level's number, 0 to 5.
    #[must_use]
    pub const fn level(self) -> u8 {
        self.0
    }

    /// The level's confidence in percent, 73 to 100.
    #[must_use]
    pub const fn percent(self) -> u8 {
        Self::PERCENT[self.0 as usize]
    }

    /// The level with this confidence in percent, if there is one.
    #[must_use]
    pub fn with_percent(percent: u8) -> Option<Self> {
        let mut levels = (0..=Self::EXACT.level()).map(Self::new);
        levels.find(|level| level.percent() == percent)
    }

    /// The next higher level, at most [`Selectivity::EXACT`].
    #[must_use]
    pub const fn next(self) -> Self {
        Self::new(self.0 + 1)
    }
}

/// The depth and the selectivity of a search.
///
/// A stored result may be used where its draft is at least as high in both; see [`Draft::covers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draft {
    /// Remaining plies, at most [`Draft::MAX_DEPTH`]; 0 or less at the leaves.
    pub depth: i8,
    /// How much selective pruning may skip.
    pub selectivity: Selectivity,
}

impl Draft {
    /// Largest depth of a search, in plies.
    pub const MAX_DEPTH: i8 = 120;

    /// A draft that skips nothing.
    #[must_use]
    pub const fn exact(depth: i8) -> Self {
        Self {
            depth,
            selectivity: Selectivity::EXACT,
        }
    }

    /// Whether nothing is skipped.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.selectivity.0 == Selectivity::EXACT.0
    }

    /// The same selectivity, `plies` shallower.
    #[must_use]
    pub const fn minus(self, plies: i8) -> Self {
        Self {
            depth: self.depth - plies,
            ..self
        }
    }

    /// The same selectivity, a ply deeper.
    #[must_use]
    pub const fn deeper(self) -> Self {
        self.minus(-1)
    }

    /// Whether a result of this draft may be used where `asked` is required.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::core::{Draft, Selectivity};
    ///
    /// let selective = Draft { depth: 12, selectivity: Selectivity::MIN };
    /// assert!(Draft::exact(12).covers(selective));
    /// assert!(!selective.covers(Draft::exact(8)));
    /// ```
    #[must_use]
    pub const fn covers(self, asked: Self) -> bool {
        self.depth >= asked.depth && self.selectivity.0 >= asked.selectivity.0
    }
}

/// What the last finished iteration of a search has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastIteration {
    /// The draft to which it searched.
    pub draft: Draft,
    /// The best score for the side to move.
    pub score: Score,
}
