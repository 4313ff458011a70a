//! The stored result of a search.

use crate::core::{Draft, PackedMove, Score, Window};

/// The stored result of a search of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Lower bound of the value; plies to the end count from this position.
    pub lower: Score,
    /// Upper bound of the value; plies to the end count from this position.
    pub upper: Score,
    /// The draft of the search.
    pub draft: Draft,
    /// The best move, and the best one before it; [`PackedMove::NONE`] where there is none.
    pub best: [PackedMove; 2],
}

impl Entry {
    /// The score, if it causes a cutoff in a node with `draft` and `window`, `ply` plies from the root.
    #[inline]
    #[must_use]
    pub fn cutoff(&self, draft: Draft, window: Window, ply: u16) -> Option<Score> {
        if !self.draft.covers(draft) {
            return None;
        }
        let (lower, upper) = (self.lower.from_tt(ply), self.upper.from_tt(ply));
        if window.fails_high(lower) || lower == upper {
            Some(lower)
        } else {
            window.fails_low(upper).then_some(upper)
        }
    }

    /// The entry of a search with `window` that found `score`, `ply` plies from the root.
    #[must_use]
    pub(in crate::search) fn new(
        draft: Draft,
        window: Window,
        score: Score,
        best: PackedMove,
        ply: u16,
    ) -> Self {
        let here = score.to_tt(ply);
        Self {
            lower: if window.fails_low(score) {
                Score::MIN
            } else {
                here
            },
            upper: if window.fails_high(score) {
                Score::MAX
            } else {
                here
            },
            draft,
            best: [best, PackedMove::NONE],
        }
    }

    /// Both results combined, unless they contradict each other.
    pub(super) fn merged_with(self, other: &Self) -> Self {
        let (lower, upper) = (self.lower.max(other.lower), self.upper.min(other.upper));
        if lower <= upper {
            Self {
                lower,
                upper,
                ..self
            }
        } else {
            self
        }
    }

    /// Adds the older best move as the second one.
    pub(super) fn with_moves_of(mut self, older: &Self) -> Self {
        let [new, _] = self.best;
        self.best = match older.best {
            best if new == PackedMove::NONE => best,
            [first, second] => [new, if first == new { second } else { first }],
        };
        self
    }
}
