//! The numbers of the move inputs: their lanes, the places of their rows, and the states of squares.

use crate::games::othello::eval::inputs::{CANONICAL_ENTRIES, INPUTS, Mobility};
use crate::games::othello::eval::net::layout::QUADRANTS;
use crate::games::othello::rules::board::Board;

/// Sets of squares of a quadrant, without the one in the centre of the board.
pub(super) const SETS: usize = 1 << 15;
/// Sets that differ even if the quadrant is mirrored in its diagonal, which leaves 512 sets unchanged.
pub(super) const CANONICAL_SETS: usize = usize::midpoint(SETS, 512);
/// States of three squares.
pub(super) const HALF_STATES: u16 = 6 * 6 * 6;
/// States of a corner: the index is that of the three squares at the edge, plus [`HALF_STATES`] times that of the others.
pub(super) const CORNERS: usize = (HALF_STATES as usize).pow(2);
/// States of a line that differ even if it is turned round: each half is read from its end inwards, and the index is
/// `more * (more + 1) / 2 + less`.
pub(super) const LINES: usize = (HALF_STATES as usize) * (HALF_STATES as usize + 1) / 2;

/// Inputs that are sets: in each quadrant that of the side to move, then in each that of the other side.
pub(super) const SET_LANES: usize = 2 * QUADRANTS;
/// Inputs that are corners: in each quadrant along the rank, then in each along the file.
pub(super) const CORNER_LANES: usize = 2 * QUADRANTS;
/// Distances of a line from the edge.
pub(super) const DISTANCES: usize = 4;
/// Inputs that are lines: at each distance from the edge four, clockwise from the rank at a1.
pub(super) const LINE_LANES: usize = 4 * DISTANCES;
/// Inputs of all kinds.
pub(in super::super) const MOVE_LANES: usize = SET_LANES + CORNER_LANES + LINE_LANES;
/// Rows added up for a position: of the patterns, the counts and the moves.
pub const NET_INPUTS: usize = INPUTS + MOVE_LANES;
/// Rows in memory: the sets of each side, the corners, then the lines at each distance.
pub(in super::super) const MOVE_ENTRIES: usize = 2 * SETS + STATE_ENTRIES;
pub(super) const STATE_ENTRIES: usize = CORNERS + DISTANCES * LINES;
/// Rows in the file, mirror images once.
pub const CANONICAL_NET_ENTRIES: usize = CANONICAL_ENTRIES + 2 * CANONICAL_SETS + STATE_ENTRIES;

/// The first place of each input in the table; its index is added to it.
#[expect(clippy::cast_possible_truncation, reason = "the table is short")]
pub(in super::super) const FIRST_MOVES: [u32; MOVE_LANES] = {
    let mut first = [0; MOVE_LANES];
    let mut lane = 0;
    while lane < MOVE_LANES {
        first[lane] = match lane {
            ..QUADRANTS => 0,
            QUADRANTS..SET_LANES => SETS as u32,
            _ if lane < SET_LANES + CORNER_LANES => 2 * SETS as u32,
            _ => {
                let distance = (lane - SET_LANES - CORNER_LANES) / 4;
                (2 * SETS + CORNERS + distance * LINES) as u32
            }
        };
        lane += 1;
    }
    first
};

/// Of ranks 1 to 8, then files a to h: the lines at each distance from the edge, clockwise from the ranks at a1.
pub(super) const LINE_ORDER: [u8; LINE_LANES] =
    [0, 15, 7, 8, 1, 14, 6, 9, 2, 13, 5, 10, 3, 12, 4, 11];
/// Of the same: the edge of each corner, then the line beside it.
pub(super) const CORNER_LINES: [u8; 2 * CORNER_LANES] =
    [0, 0, 7, 7, 8, 15, 15, 8, 1, 1, 6, 6, 9, 14, 14, 9];
/// Whether each corner is at the higher end of its edge.
pub(super) const AT_HIGHER_END: [bool; CORNER_LANES] =
    [false, true, true, false, false, false, true, true];

/// The states of all squares: bits 0, 1 and 2 of each.
///
/// 0 is an empty square to which neither side may move, 1 one to which the side to move may, 2 a disc of it, 3 one of
/// the other side, 4 an empty square to which that side may move, and 5 one to which both may.
#[derive(Debug, Clone, Copy)]
pub(super) struct StatePlanes(pub(super) [u64; 3]);

impl StatePlanes {
    #[inline]
    pub(super) const fn of(board: Board, mobility: Mobility) -> Self {
        Self([
            board.other | mobility.legal(),
            board.own | board.other,
            mobility.legal_of_other(),
        ])
    }
}

/// Three bits as digits to base 6: the states of three squares in one plane.
#[inline]
pub(super) const fn digits(bits: u8) -> u8 {
    (bits & 1) + 3 * (bits & 2) + 9 * (bits & 4)
}
