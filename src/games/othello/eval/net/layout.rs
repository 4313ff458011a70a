//! The shape of the net.

/// Numbers in the row of a state.
pub const EMBEDDING_DIM: usize = 32;
/// Numbers of a row that also count in the quadrants: its first ones.
pub const QUADRANT_DIM: usize = 16;
/// Hidden units for the whole board.
pub const BOARD_HIDDEN: usize = 32;
/// Hidden units for a quadrant.
pub const QUADRANT_HIDDEN: usize = 16;
/// Quadrants, clockwise from a1.
pub const QUADRANTS: usize = 4;
