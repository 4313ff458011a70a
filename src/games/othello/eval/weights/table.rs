//! The weights of the linear evaluation in memory.

use bytemuck::Zeroable;

use crate::games::othello::eval::inputs::ENTRIES;
use crate::games::othello::rules::board::Board;

/// Score units of one step of a weight: an eighth of a disc.
///
/// The linear evaluation orders moves and prepares proofs. Bytes are exact enough for that, and keep a stage within the
/// cache.
pub const STEP: i16 = 16;

/// The weights of one stage of the game, in units of [`STEP`], one for each entry of [`inputs`](crate::games::othello::inputs::inputs).
///
/// The length is a power of two, so that a masked index is always in range.
#[derive(Debug, Clone, Copy, Zeroable)]
#[repr(transparent)]
pub struct Table(pub(super) [i8; LENGTH]);

const LENGTH: usize = 1 << 18;
const _: () = assert!(ENTRIES <= LENGTH);

impl Table {
    /// The weight of an entry, in units of [`STEP`].
    #[inline]
    #[must_use]
    pub fn weight(&self, entry: u32) -> i8 {
        self.0[entry as usize & (LENGTH - 1)]
    }
}

/// The weights of all stages.
#[derive(Debug)]
pub struct Weights {
    pub(super) stages: Box<[Table]>,
    /// The stage for each number of empties, 0 to 64.
    pub(super) stage: [u8; 65],
}

impl Weights {
    /// The table for a position.
    #[inline]
    #[must_use]
    pub fn table(&self, board: Board) -> &Table {
        let stage = self.stage[board.empties() as usize & 63];
        &self.stages[usize::from(stage)]
    }
}
