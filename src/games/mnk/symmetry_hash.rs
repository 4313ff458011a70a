//! One hash for all positions that symmetries of the board map to each other.

use super::bits::Bits;
use super::variant::Variant;
use crate::game::splitmix64;

/// The eight symmetries of a square. An oblong board has four of them, each twice; with gravity a board has two.
const SYMMETRIES: usize = 8;

/// The contents of a cell that still matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellState {
    /// A stone of the first player.
    First,
    /// A stone of the second.
    Second,
    /// No stone.
    Empty,
}

/// The keys of every content of every cell, under each symmetry.
#[derive(Debug)]
pub(super) struct SymmetryHash {
    /// By content, then by bit.
    keys: [Vec<[u64; SYMMETRIES]>; 3],
}

impl SymmetryHash {
    pub(super) fn new(variant: Variant) -> Self {
        let keys = [CellState::First, CellState::Second, CellState::Empty].map(|content| {
            let images = |bit| images(variant, bit);
            let key = |bit: u32| splitmix64(u64::from(bit) << 2 | content as u64);
            let all = (0..variant.bits()).map(|bit| images(bit).map(key));
            all.collect()
        });
        Self { keys }
    }

    /// A hash of `contents` that symmetric positions share.
    #[inline]
    pub(super) fn hash<B: Bits>(&self, contents: [(CellState, B); 3]) -> u64 {
        let mut hashes = [0; SYMMETRIES];
        for (content, cells) in contents {
            let keys = &self.keys[content as usize];
            cells.for_each(|bit| {
                for (hash, key) in hashes.iter_mut().zip(&keys[bit as usize]) {
                    *hash ^= key;
                }
            });
        }
        hashes.into_iter().min().unwrap_or_default()
    }
}

/// The images of a cell under the symmetries.
fn images(variant: Variant, bit: u32) -> [u32; SYMMETRIES] {
    let (width, height, stride) = (variant.width(), variant.height(), variant.stride());
    let (file, rank) = (bit % stride, bit / stride);
    if file >= width {
        // The guard column.
        return [bit; SYMMETRIES];
    }
    let (left, mut down) = (width - 1 - file, height - 1 - rank);
    if variant.has_gravity() {
        down = rank;
    }
    let upright = [(file, rank), (left, rank), (file, down), (left, down)];
    let turned = if width == height && !variant.has_gravity() {
        upright.map(|(file, rank)| (rank, file))
    } else {
        upright
    };
    let mut images = [0; SYMMETRIES];
    for (image, (file, rank)) in images.iter_mut().zip(upright.into_iter().chain(turned)) {
        *image = rank * stride + file;
    }
    images
}
