//! What the next move needs, computed before the search of this one.

use crate::games::othello::rules::spread::FLIPS_ARE_FAST;
use crate::games::othello::rules::square::Square;

/// The squares of a set in an order, each with what is computed for it.
///
/// Where flips are fast, they are computed one square ahead: then they are ready when the search of this square comes back
/// and a branch on its score was predicted wrongly.
pub(super) struct OneAhead<T, C, F> {
    rest: u64,
    /// Takes the squares left and returns a set whose lowest square is next.
    choice: C,
    compute: F,
    ahead: Option<(Square, T)>,
}

impl<T, C: Fn(u64) -> u64, F: Fn(Square) -> T> OneAhead<T, C, F> {
    #[inline]
    pub(super) fn new(rest: u64, choice: C, compute: F) -> Self {
        let mut squares = Self {
            rest,
            choice,
            compute,
            ahead: None,
        };
        squares.look_ahead();
        squares
    }

    #[inline]
    fn first(&self) -> (Square, T) {
        // Without squares left it is a1, which `next` does not return.
        let square = Square::first((self.choice)(self.rest));
        (square, (self.compute)(square))
    }

    #[inline]
    fn look_ahead(&mut self) {
        self.ahead = FLIPS_ARE_FAST.then(|| self.first());
    }
}

impl<T, C: Fn(u64) -> u64, F: Fn(Square) -> T> Iterator for OneAhead<T, C, F> {
    type Item = (Square, T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.rest == 0 {
            return None;
        }
        let (square, computed) = self.ahead.take().unwrap_or_else(|| self.first());
        self.rest &= !square.bit();
        self.look_ahead();
        Some((square, computed))
    }
}
