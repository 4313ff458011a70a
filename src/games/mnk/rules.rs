//! The rules of one variant, precomputed for its bitboards and shared by all its positions.

use super::bits::Bits;
use super::lines::LineTable;
use super::symmetry_hash::SymmetryHash;
use super::variant::{Cell, MAX_SIDE, Variant};

/// A board's masks and lines.
#[derive(Debug)]
pub struct Rules<B> {
    variant: Variant,
    cells: B,
    /// The shifts along which a line fits, at most one for each of four directions.
    directions: Vec<u32>,
    lines: LineTable,
    /// Steps from each cell to the nearest sides, by its bit.
    centrality: Vec<u8>,
    /// The cells of each line, in the order of the table.
    masks: Vec<B>,
    symmetry_hash: SymmetryHash,
}

impl<B: Bits> Rules<B> {
    /// The rules of `variant`.
    ///
    /// # Panics
    /// If the board has more bits than `B`.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        assert!(variant.bits() <= B::BITS, "{variant} needs a wider board");
        let mut cells = B::default();
        let mut centrality = vec![0; variant.bits() as usize];
        for rank in 0..variant.height() {
            for file in 0..variant.width() {
                let cell = variant.cell(file, rank).expect("on the board");
                cells = cells | B::bit(cell.bit());
                let across = file.min(variant.width() - 1 - file);
                let along = rank.min(variant.height() - 1 - rank);
                centrality[cell.index()] = u8::try_from(across + along).expect("at most 24");
            }
        }
        let lines = LineTable::new(variant);
        Self {
            variant,
            cells,
            directions: lines.directions().to_vec(),
            masks: line_masks(&lines, variant),
            symmetry_hash: SymmetryHash::new(variant),
            lines,
            centrality,
        }
    }

    /// The variant: sizes, rules and names.
    #[inline]
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// All cells of the board; the guard column is not among them.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> B {
        self.cells
    }

    /// Steps from `cell` to the nearest sides, across and along together: 0 in a corner, at most 24.
    #[inline]
    #[must_use]
    pub fn centrality(&self, cell: Cell) -> u8 {
        self.centrality[cell.index()]
    }

    /// Every line of the board.
    #[inline]
    #[must_use]
    pub fn lines(&self) -> &LineTable {
        &self.lines
    }

    /// The cells of each line, in the order of [`Rules::lines`].
    #[inline]
    #[must_use]
    pub fn masks(&self) -> &[B] {
        &self.masks
    }

    /// The symmetries of the board.
    #[inline]
    pub(super) fn symmetry_hash(&self) -> &SymmetryHash {
        &self.symmetry_hash
    }

    /// The cells of all lines that lie within `open`.
    #[inline]
    #[must_use]
    pub fn within_lines(&self, open: B) -> B {
        let in_row = self.variant.in_row();
        let mut all = B::default();
        for &shift in &self.directions {
            let mut runs = open;
            let mut length = 1;
            while length < in_row {
                let step = length.min(in_row - length);
                runs = runs & runs >> (step * shift);
                length += step;
            }
            length = 1;
            while length < in_row {
                let step = length.min(in_row - length);
                runs = runs | runs << (step * shift);
                length += step;
            }
            all = all | runs;
        }
        all
    }

    /// Whether `stones` hold a line that wins.
    ///
    /// One shift and one AND turn runs of one length into runs of up to twice that length. So a line of k takes about
    /// log2 k steps. The guard column keeps runs from wrapping around. Where longer lines do not win, runs that go on
    /// in either direction are left out.
    #[inline]
    #[must_use]
    pub fn has_line(&self, stones: B) -> bool {
        self.directions.iter().any(|&shift| {
            let mut runs = stones;
            let mut length = 1;
            while length < self.variant.in_row() {
                let step = length.min(self.variant.in_row() - length);
                runs = runs & runs >> (step * shift);
                length += step;
            }
            if self.variant.is_exact() {
                let longer = runs & runs >> shift;
                runs = runs & !(longer | longer << shift);
            }
            !runs.is_empty()
        })
    }

    /// The cells of `empty` where a stone may be put: all of them, or the lowest ones if stones fall.
    #[inline]
    #[must_use]
    pub fn playable(&self, empty: B) -> B {
        if self.variant.has_gravity() {
            empty & !(empty << self.variant.stride())
        } else {
            empty
        }
    }

    /// The cells of `empty` where one more stone gives `stones`, which have no line yet, a winning line.
    #[must_use]
    pub fn completions(&self, stones: B, empty: B) -> B {
        let reach = self.variant.in_row() as usize - 1;
        let mut found = B::default();
        for &shift in &self.directions {
            // before[n]: the cells that follow n stones in a row.
            let mut before = [self.cells; MAX_SIDE as usize];
            let mut distance = 0;
            for n in 1..=reach {
                distance += shift;
                before[n] = before[n - 1] & stones << distance;
            }
            let mut after = self.cells;
            found = found | before[reach];
            distance = 0;
            for n in 1..=reach {
                distance += shift;
                after = after & stones >> distance;
                found = found | after & before[reach - n];
            }
        }
        found = found & empty;
        if self.variant.is_exact() {
            let all = found;
            all.for_each(|bit| {
                if !self.has_line(stones | B::bit(bit)) {
                    found = found & !B::bit(bit);
                }
            });
        }
        found
    }

    /// Calls `each` with the cells of `some`, in ascending order of their bits.
    #[inline]
    pub fn each_cell(&self, some: B, mut each: impl FnMut(Cell)) {
        some.for_each(|bit| each(Cell::at(bit)));
    }
}

/// The cells of each line as a set.
fn line_masks<B: Bits>(lines: &LineTable, variant: Variant) -> Vec<B> {
    let mut masks = vec![B::default(); lines.count().into()];
    for bit in 0..variant.bits() {
        for &line in lines.through(Cell::at(bit)) {
            let mask = &mut masks[usize::from(line)];
            *mask = *mask | B::bit(bit);
        }
    }
    masks
}
