//! The shape of the net, and the quadrants that its inputs count for.

use super::move_sets::NET_INPUTS;
use crate::games::othello::eval::features::{FEATURES, SETS};
use crate::games::othello::eval::inputs::INPUTS;

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

/// Squares of the quadrants.
const AREAS: [u64; QUADRANTS] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0xf0f0_f0f0_0000_0000,
    0x0f0f_0f0f_0000_0000,
];

/// The quadrants that the input of `lane` counts for, one bit each. Those of a pattern instance hold at least three tenths
/// of its squares, and at least two. A count has none, and a set of moves its own.
///
/// # Panics
/// If there is no such lane.
#[must_use]
pub const fn quadrants(lane: usize) -> u8 {
    assert!(lane < NET_INPUTS, "an input");
    let (mut quadrants, mut quadrant) = (0, 0);
    if lane >= INPUTS {
        return 1 << ((lane - INPUTS) % QUADRANTS);
    }
    if lane >= FEATURES {
        return 0;
    }
    while quadrant < QUADRANTS {
        let inside = (SETS[lane] & AREAS[quadrant]).count_ones();
        if inside >= 2 && 10 * inside >= 3 * SETS[lane].count_ones() {
            quadrants |= 1 << quadrant;
        }
        quadrant += 1;
    }
    quadrants
}
