//! The articles' option `count_linemark`: how many marks each player has on each line.

use super::board::{LINES, Move, SIZE};
use crate::game::Side;

/// Marks of each player on each of the eight lines, kept up to date mark by mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineMarks {
    counts: [[u8; LINES.len()]; 2],
}

impl LineMarks {
    /// Adds a mark of `side` on `mv`.
    #[inline]
    pub fn put(&mut self, mv: Move, side: Side) {
        self.on_lines_of(mv, side, |count| *count += 1);
    }

    /// Removes the mark of `side` on `mv`.
    #[inline]
    pub fn clear(&mut self, mv: Move, side: Side) {
        self.on_lines_of(mv, side, |count| *count -= 1);
    }

    /// Whether `side`, who has just marked `last`, has a line full of marks.
    #[inline]
    #[must_use]
    pub fn is_winner(&self, side: Side, last: Move) -> bool {
        let lines = LINES.iter().zip(self.counts[side.index()]);
        lines
            .filter(|(line, _)| **line & last.bit() != 0)
            .any(|(_, count)| u32::from(count) == SIZE)
    }

    #[inline]
    fn on_lines_of(&mut self, mv: Move, side: Side, mut each: impl FnMut(&mut u8)) {
        for (line, count) in LINES.iter().zip(&mut self.counts[side.index()]) {
            if line & mv.bit() != 0 {
                each(count);
            }
        }
    }
}
