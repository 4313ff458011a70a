//! Principal variations (PVs): the line of best play found below each ply.

use crate::core::{PackedMove, Score};

/// Largest ply of a search: the deepest draft, and passes that cost no depth.
pub const MAX_PLY: usize = 250;

/// The PV of every ply from the root: the triangular table of the textbooks, allocated once per worker.
pub(super) struct PvTable(Box<[Vec<PackedMove>]>);

impl PvTable {
    pub(super) fn new() -> Self {
        Self(
            (0..=MAX_PLY + 1)
                .map(|ply| Vec::with_capacity(MAX_PLY + 1 - ply.min(MAX_PLY)))
                .collect(),
        )
    }

    /// The line found below `ply`.
    pub(super) fn at(&self, ply: u16) -> &[PackedMove] {
        &self.0[usize::from(ply)]
    }

    pub(super) fn clear(&mut self, ply: u16) {
        self.0[usize::from(ply)].clear();
    }

    /// Sets the line at `ply` to `mv` and the line below it.
    pub(super) fn extend(&mut self, ply: u16, mv: PackedMove) {
        let (upper, lower) = self.0.split_at_mut(usize::from(ply) + 1);
        replace_line(&mut upper[usize::from(ply)], mv, &lower[0]);
    }

    /// Sets the line at `ply` to a copy of `line`.
    pub(super) fn set(&mut self, ply: u16, line: &[PackedMove]) {
        let slot = &mut self.0[usize::from(ply)];
        slot.clear();
        slot.extend_from_slice(line);
    }
}

/// Sets `line` to `mv`, then `below`.
pub(super) fn replace_line(line: &mut Vec<PackedMove>, mv: PackedMove, below: &[PackedMove]) {
    line.clear();
    line.push(mv);
    line.extend_from_slice(below);
}

/// The best of the moves searched so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct BestMove {
    pub(super) score: Score,
    pub(super) mv: PackedMove,
}
