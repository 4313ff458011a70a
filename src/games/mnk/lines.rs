//! The lines of a board, and the counts of stones on them.

use std::ops::Range;

use super::variant::{Cell, Variant};
use crate::game::Side;

/// The four directions of a line, as files and ranks to the next cell.
const DIRECTIONS: [(i32, u32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// All lines of a board: every run of k cells that would win.
#[derive(Debug)]
pub struct LineTable {
    in_row: u8,
    count: u16,
    directions: Vec<u32>,
    /// The lines through each cell, cell by cell in the order of their bits.
    through: Vec<u16>,
    /// By cell: where in `through` its lines begin; they end where those of the next cell begin.
    begins: Vec<u16>,
}

impl LineTable {
    pub(super) fn new(variant: Variant) -> Self {
        let mut lines: Vec<Vec<Cell>> = Vec::new();
        let mut directions = Vec::new();
        // A line of one cell is the same in every direction.
        let distinct = if variant.in_row() == 1 { 1 } else { 4 };
        for direction in &DIRECTIONS[..distinct] {
            let before = lines.len();
            lines.extend(lines_along(variant, *direction));
            if lines.len() > before {
                let (files, ranks) = *direction;
                directions.push((ranks * variant.stride()).wrapping_add_signed(files));
            }
        }
        let mut passing = vec![Vec::new(); variant.bits() as usize];
        for (line, cells) in (0_u16..).zip(&lines) {
            for cell in cells {
                passing[cell.index()].push(line);
            }
        }
        let mut begins = vec![0];
        let mut through = Vec::new();
        for lines in passing {
            through.extend(lines);
            begins.push(u16::try_from(through.len()).expect("at most 676 cells on 52 lines each"));
        }
        Self {
            in_row: u8::try_from(variant.in_row()).expect("at most 26"),
            count: u16::try_from(lines.len()).expect("at most 4 for each cell"),
            directions,
            through,
            begins,
        }
    }

    /// Stones that fill a line, 1 to 26.
    #[inline]
    #[must_use]
    pub fn in_row(&self) -> u8 {
        self.in_row
    }

    /// How many lines there are.
    #[must_use]
    pub fn count(&self) -> u16 {
        self.count
    }

    /// The shifts along which there are lines.
    pub(super) fn directions(&self) -> &[u32] {
        &self.directions
    }

    /// The lines through `cell`.
    #[inline]
    #[must_use]
    pub fn through(&self, cell: Cell) -> &[u16] {
        let at = cell.index();
        let range: Range<usize> = self.begins[at].into()..self.begins[at + 1].into();
        &self.through[range]
    }
}

/// The lines in one direction.
fn lines_along(variant: Variant, (files, ranks): (i32, u32)) -> Vec<Vec<Cell>> {
    let step = |file: u32, rank: u32, n: u32| {
        let along = files * n.cast_signed();
        variant.cell(file.wrapping_add_signed(along), rank + ranks * n)
    };
    let starts =
        (0..variant.height()).flat_map(|rank| (0..variant.width()).map(move |file| (file, rank)));
    starts
        .filter_map(|(file, rank)| (0..variant.in_row()).map(|n| step(file, rank, n)).collect())
        .collect()
}

/// Sums over the live lines of one player: those without a stone of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineStats {
    /// Number of live lines.
    pub live: u16,
    /// Number of live lines that lack one stone.
    pub threats: u16,
    /// Number of live lines that lack two stones.
    pub pairs: u16,
    /// The sum of 2^stones. With 2^k as the unit this is the potential of Erdős and Selfridge, "On a combinatorial
    /// game", 1973: the sum of 2^-(missing stones).
    pub potential: u64,
    /// The sum of 4^stones, for the evaluation.
    pub worth: i64,
}

impl LineStats {
    /// Adds a live line with `stones` stones.
    #[inline]
    fn gain(&mut self, stones: u8, in_row: u8) {
        self.live += 1;
        self.threats += u16::from(stones + 1 == in_row);
        self.pairs += u16::from(stones + 2 == in_row);
        self.potential += 1 << stones;
        self.worth += 1 << (2 * stones);
    }

    /// The inverse of [`LineStats::gain`].
    #[inline]
    fn lose(&mut self, stones: u8, in_row: u8) {
        self.live -= 1;
        self.threats -= u16::from(stones + 1 == in_row);
        self.pairs -= u16::from(stones + 2 == in_row);
        self.potential -= 1 << stones;
        self.worth -= 1 << (2 * stones);
    }
}

/// The stones on every line, kept up to date stone by stone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineCounts {
    /// Stones of either player on each line.
    stones: Box<[[u8; 2]]>,
    stats: [LineStats; 2],
}

impl LineCounts {
    /// The lines of an empty board.
    pub(super) fn new(table: &LineTable) -> Self {
        let mut all = LineStats::default();
        for _ in 0..table.count {
            all.gain(0, table.in_row);
        }
        Self {
            stones: vec![[0; 2]; table.count.into()].into_boxed_slice(),
            stats: [all; 2],
        }
    }

    /// The sums over the live lines of `side`.
    #[inline]
    #[must_use]
    pub fn stats(&self, side: Side) -> &LineStats {
        &self.stats[side.index()]
    }

    /// The stones of the first and of the second player on each line.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> &[[u8; 2]] {
        &self.stones
    }

    /// Adds a stone of `side` on `cell`; returns whether it fills a line.
    #[inline]
    pub(super) fn place(&mut self, table: &LineTable, cell: Cell, side: Side) -> bool {
        let (own, other) = (side.index(), (!side).index());
        let [mut mine, mut theirs] = [self.stats[own], self.stats[other]];
        let mut filled = false;
        for &line in table.through(cell) {
            let line = &mut self.stones[usize::from(line)];
            let (before, against) = (line[own], line[other]);
            line[own] += 1;
            if against == 0 {
                mine.lose(before, table.in_row);
                mine.gain(before + 1, table.in_row);
                filled |= before + 1 == table.in_row;
            }
            if before == 0 {
                theirs.lose(against, table.in_row);
            }
        }
        self.stats[own] = mine;
        self.stats[other] = theirs;
        filled
    }

    /// Takes back [`LineCounts::place`].
    #[inline]
    pub(super) fn remove(&mut self, table: &LineTable, cell: Cell, side: Side) {
        let (own, other) = (side.index(), (!side).index());
        let [mut mine, mut theirs] = [self.stats[own], self.stats[other]];
        for &line in table.through(cell) {
            let line = &mut self.stones[usize::from(line)];
            line[own] -= 1;
            let (before, against) = (line[own], line[other]);
            if against == 0 {
                mine.lose(before + 1, table.in_row);
                mine.gain(before, table.in_row);
            }
            if before == 0 {
                theirs.gain(against, table.in_row);
            }
        }
        self.stats[own] = mine;
        self.stats[other] = theirs;
    }

    /// What a stone of `side` on `cell` adds to its potential.
    #[inline]
    #[must_use]
    pub fn weight(&self, table: &LineTable, cell: Cell, side: Side) -> u64 {
        let (own, other) = (side.index(), (!side).index());
        let lines = table.through(cell).iter();
        lines
            .map(|&line| self.stones[usize::from(line)])
            .map(|line| u64::from(line[other] == 0) << line[own])
            .sum()
    }

    /// The value of a stone on `cell` for both players together: to own the cell, and to deny it.
    #[inline]
    #[must_use]
    pub fn move_value(&self, table: &LineTable, cell: Cell) -> u64 {
        let lines = table.through(cell).iter();
        lines
            .map(|&line| match self.stones[usize::from(line)] {
                [0, 0] => 2,
                [own, 0] | [0, own] => 1 << (2 * own),
                _ => 0,
            })
            .sum()
    }
}
