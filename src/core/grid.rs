//! A board of squares, to be drawn.

use super::Side;

/// The stones on a board of squares, to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// Squares in a rank, at least 1.
    pub files: usize,
    /// The owner of the stone on each square, `None` if it is empty: `a1` first, then rank by rank.
    pub cells: Vec<Option<Side>>,
}

impl Grid {
    /// The ranks, from rank 1 up.
    ///
    /// # Panics
    /// If `files` is 0.
    #[must_use]
    pub fn ranks(&self) -> impl DoubleEndedIterator<Item = &[Option<Side>]> + ExactSizeIterator {
        self.cells.chunks(self.files)
    }
}
