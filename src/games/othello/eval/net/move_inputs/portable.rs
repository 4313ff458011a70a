//! The move inputs by arithmetic, for processors without AVX2.

use super::shape::{
    AT_HIGHER_END, CORNER_LANES, CORNER_LINES, HALF_STATES, LINE_LANES, LINE_ORDER, MOVE_LANES,
    SET_LANES, StatePlanes, digits,
};
use crate::games::othello::eval::inputs::Mobility;
use crate::games::othello::eval::net::layout::QUADRANTS;
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::symmetry::{mirror, transpose};

/// The index of each move input.
#[inline]
pub(in super::super) fn move_inputs(board: Board, mobility: Mobility) -> [u16; MOVE_LANES] {
    let mut all = [0; MOVE_LANES];
    let (sets, rest) = all.split_at_mut(SET_LANES);
    let (own, other) = sets.split_at_mut(QUADRANTS);
    own.copy_from_slice(&by_quadrant(mobility.legal()));
    other.copy_from_slice(&by_quadrant(mobility.legal_of_other()));
    let halves = Halves::of(StatePlanes::of(board, mobility));
    let (corners, lines) = rest.split_at_mut(CORNER_LANES);
    corners.copy_from_slice(&halves.corners());
    lines.copy_from_slice(&halves.lines());
    all
}

/// The part of a set of squares in each quadrant, clockwise from a1.
#[inline]
const fn by_quadrant(set: u64) -> [u16; QUADRANTS] {
    const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let [west_1, west_8] = northern_and_southern(set & NIBBLES);
    let [east_1, east_8] = northern_and_southern(mirror(set) & NIBBLES);
    [west_1, east_1, east_8, west_8]
}

/// Four squares of each of eight ranks, one rank a byte: those of ranks 1 to 4, then those of ranks 8 to 5.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the parts meant")]
const fn northern_and_southern(nibbles: u64) -> [u16; 2] {
    const LOW: u64 = 0xffff_ffff;
    /// All but the square in the centre of the board.
    const COUNTED: u16 = 0x7fff;
    let both = nibbles & LOW | nibbles.swap_bytes() << 32;
    let pairs = (both | both >> 4) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs | pairs >> 8;
    [fours as u16 & COUNTED, (fours >> 32) as u16 & COUNTED]
}

/// Ranks 1 to 8, then files a to h.
const BOTH_WAYS: usize = 16;

/// The states of three squares of each rank and file, from the lower end and from the higher one inwards.
struct Halves {
    /// From the corner on.
    outer: [[u8; BOTH_WAYS]; 2],
    /// From the square beside the corner on.
    inner: [[u8; BOTH_WAYS]; 2],
}

impl Halves {
    #[inline]
    fn of(planes: StatePlanes) -> Self {
        let planes = planes.0.map(ranks_and_files);
        let states = |shift: u8, is_reversed: bool| {
            let mut states = [0; BOTH_WAYS];
            for (line, state) in states.iter_mut().enumerate() {
                let [first, second, third] = [0, 1, 2].map(|plane: usize| {
                    let squares: u8 = planes[plane][line];
                    let squares = if is_reversed {
                        squares.reverse_bits()
                    } else {
                        squares
                    };
                    digits(squares >> shift & 7)
                });
                *state = first + 2 * second + 4 * third;
            }
            states
        };
        Self {
            outer: [states(0, false), states(0, true)],
            inner: [states(1, false), states(1, true)],
        }
    }

    /// The index of each corner.
    #[inline]
    fn corners(&self) -> [u16; CORNER_LANES] {
        std::array::from_fn(|corner| {
            let end = &self.outer[usize::from(AT_HIGHER_END[corner])];
            let [edge, beside] = [corner, corner + CORNER_LANES]
                .map(|side| u16::from(end[usize::from(CORNER_LINES[side])]));
            edge + HALF_STATES * beside
        })
    }

    /// The index of each line.
    #[inline]
    fn lines(&self) -> [u16; LINE_LANES] {
        let [low, high] = &self.inner;
        LINE_ORDER.map(|line| {
            let line = usize::from(line);
            let (less, more) = (low[line].min(high[line]), low[line].max(high[line]));
            u16::from(more) * (u16::from(more) + 1) / 2 + u16::from(less)
        })
    }
}

/// The eight ranks of a set of squares, then its eight files.
#[inline]
fn ranks_and_files(set: u64) -> [u8; BOTH_WAYS] {
    let mut lines = [0; BOTH_WAYS];
    lines[..8].copy_from_slice(&set.to_le_bytes());
    lines[8..].copy_from_slice(&transpose(set).to_le_bytes());
    lines
}
