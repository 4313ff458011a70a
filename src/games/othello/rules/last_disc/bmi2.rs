//! The last square with BMI2: three PEXT and four look-ups, each giving the counts of both sides.

use std::arch::x86_64::_pext_u64;

use crate::games::othello::rules::square::Square;

/// The masks of the file and the diagonals through a square, and where the counts of its four lines start.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Lines {
    file: u64,
    falling: u64,
    rising: u64,
    /// By axis: the rank, the file, the falling and the rising diagonal.
    starts: [u16; 4],
}

/// Discs turned over by a play on a full line, by line length, place and discs of one side. The low byte counts a play
/// of that side, the high byte a play of the opponent, who has the other discs.
static COUNTS: [u16; SIZE] = counts();
/// Lines of length n have n places and 2^n fillings.
const SIZE: usize = start(9, 0);

static LINES: [Lines; 64] = all_lines();

#[inline]
#[allow(
    unsafe_code,
    reason = "the door to PEXT and to look-ups without bounds checks"
)]
pub(super) fn flipped_by_both(own: u64, square: Square) -> (u32, u32) {
    // SAFETY: this module is compiled only for processors with BMI2.
    unsafe { with_pext(own, square) }
}

#[inline]
#[target_feature(enable = "bmi2")]
#[allow(
    unsafe_code,
    clippy::cast_possible_truncation,
    reason = "look-ups without bounds checks; lines fill a byte"
)]
fn with_pext(own: u64, square: Square) -> (u32, u32) {
    let lines = &LINES[square.index()];
    let count = |axis: usize, line: u64| {
        let index = usize::from(lines.starts[axis]) + line as usize;
        debug_assert!(index < SIZE, "line {line} of axis {axis}");
        // SAFETY: a line of n squares is less than 2^n, and each start is followed by 2^n counts.
        u32::from(unsafe { *COUNTS.get_unchecked(index) })
    };
    let sum = count(0, own >> (square.index() & 0x38) & 0xff)
        + count(1, _pext_u64(own, lines.file))
        + count(2, _pext_u64(own, lines.falling))
        + count(3, _pext_u64(own, lines.rising));
    (sum & 0xff, sum >> 8)
}

/// Where the counts start for `place` on a line of `length` squares.
const fn start(length: u32, place: u32) -> usize {
    let (mut at, mut shorter) = (0, 1);
    while shorter < length {
        at += (shorter as usize) << shorter;
        shorter += 1;
    }
    at + ((place as usize) << length)
}

#[allow(clippy::cast_possible_truncation, reason = "counts are below 256")]
const fn counts() -> [u16; SIZE] {
    let mut table = [0; SIZE];
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let mut own = 0;
            while own < 1 << length {
                let other = !own & ((1 << length) - 1);
                let both = on_line(own, place) | on_line(other, place) << 8;
                table[start(length, place) + own as usize] = both as u16;
                own += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
}

/// Discs between a place and the nearest own disc on either side. What lies on the place itself does not matter.
const fn on_line(own: u32, place: u32) -> u32 {
    let below = own & ((1 << place) - 1);
    let above = own >> (place + 1);
    let down = if below == 0 {
        0
    } else {
        place - 1 - below.ilog2()
    };
    let up = if above == 0 {
        0
    } else {
        above.trailing_zeros()
    };
    down + up
}

#[allow(clippy::cast_sign_loss, reason = "squares are not negative")]
const fn all_lines() -> [Lines; 64] {
    let mut lines = [Lines {
        file: 0,
        falling: 0,
        rising: 0,
        starts: [0; 4],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let file = through(square, 0, 1);
        let falling = through(square, 1, 1);
        let rising = through(square, -1, 1);
        let rank = through(square, 1, 0);
        let starts = [
            start_on(rank, square),
            start_on(file, square),
            start_on(falling, square),
            start_on(rising, square),
        ];
        lines[square as usize] = Lines {
            file,
            falling,
            rising,
            starts,
        };
        square += 1;
    }
    lines
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the table has fewer than 65,536 counts"
)]
const fn start_on(line: u64, square: i32) -> u16 {
    start(line.count_ones(), (line & ((1 << square) - 1)).count_ones()) as u16
}

/// The whole line through a square, itself included.
const fn through(square: i32, dx: i32, dy: i32) -> u64 {
    let mut set = 0;
    let mut steps = -7;
    while steps <= 7 {
        let (x, y) = (square % 8 + steps * dx, square / 8 + steps * dy);
        if x >= 0 && x < 8 && y >= 0 && y < 8 {
            set |= 1 << (8 * y + x);
        }
        steps += 1;
    }
    set
}
