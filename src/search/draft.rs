//! How hard a node is searched.

/// How much of the tree selective pruning may skip: 0 the boldest, [`Selectivity::EXACT`] not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selectivity(u8);

impl Selectivity {
    /// Nothing is skipped on a guess.
    pub const EXACT: Self = Self(5);
    /// The boldest level.
    pub const BOLDEST: Self = Self(0);
    /// Confidence of each level in percent, as Othello engines name them: a guess at level `n`
    /// is right this often if its error is normal (Buro, "`ProbCut`", 1995).
    const PERCENT: [u8; 6] = [73, 87, 95, 98, 99, 100];

    /// The level with this number, the nearest one if there is none.
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

    /// The next more careful level.
    #[must_use]
    pub const fn next(self) -> Self {
        Self::new(self.0 + 1)
    }
}

/// Remaining plies, and how much of the tree selective pruning may skip.
///
/// A stored result answers a question when it was searched at least as hard on
/// both counts; see [`Draft::covers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draft {
    /// Plies left before the leaves.
    pub depth: i8,
    /// What may be skipped on the way.
    pub selectivity: Selectivity,
}

impl Draft {
    /// The deepest search there is.
    pub const DEEPEST: i8 = 120;

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

    /// Whether a result searched this hard answers a question asked at `asked`.
    #[must_use]
    pub const fn covers(self, asked: Self) -> bool {
        self.depth >= asked.depth && self.selectivity.0 >= asked.selectivity.0
    }
}
