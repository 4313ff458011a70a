//! Three PEXT and four look-ups.

use std::arch::x86_64::_pext_u64;

use super::super::board::Square;

/// The masks of the file and the diagonals through a square, and its place on each of the four lines.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Lines {
    file: u64,
    falling: u64,
    rising: u64,
    /// On the rank, the file, the falling and the rising diagonal, each counted from a1's end of the board.
    places: [u8; 4],
}

/// Discs turned over by a play at a place of a full line of eight, by the own discs on it.
static ON_LINE: [[u8; 256]; 8] = on_line();

static LINES: [Lines; 64] = all_lines();

#[inline]
#[allow(unsafe_code, reason = "the door to PEXT")]
pub(super) fn flipped(own: u64, square: Square) -> u32 {
    // SAFETY: this module is compiled only for processors with BMI2.
    unsafe { with_pext(own, square) }
}

#[inline]
#[target_feature(enable = "bmi2")]
#[allow(
    clippy::cast_possible_truncation,
    reason = "lines have eight squares at most"
)]
fn with_pext(own: u64, square: Square) -> u32 {
    let lines = &LINES[square.index()];
    let count = |axis: usize, line: u64| {
        let place = lines.places[axis] & 7;
        u32::from(ON_LINE[usize::from(place)][usize::from(line as u8)])
    };
    count(0, own >> (square.index() & 0x38))
        + count(1, _pext_u64(own, lines.file))
        + count(2, _pext_u64(own, lines.falling))
        + count(3, _pext_u64(own, lines.rising))
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "squares are below 64, lines below 256"
)]
const fn on_line() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut index = 0;
    while index < 8 * 256 {
        let (place, own): (usize, u32) = (index / 256, index as u32 % 256);
        let below = own & ((1 << place) - 1);
        let above = own >> (place + 1);
        let down = if below == 0 {
            0
        } else {
            place as u32 - 1 - below.ilog2()
        };
        let up = if above == 0 {
            0
        } else {
            above.trailing_zeros()
        };
        table[place][own as usize] = (down + up) as u8;
        index += 1;
    }
    table
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "squares are below 64, lines below 256"
)]
const fn all_lines() -> [Lines; 64] {
    let mut lines = [Lines {
        file: 0,
        falling: 0,
        rising: 0,
        places: [0; 4],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let file = through(square, 0, 1);
        let falling = through(square, 1, 1);
        let rising = through(square, -1, 1);
        let below = (1 << square) - 1;
        let places = [
            square as u8 % 8,
            square as u8 / 8,
            (falling & below).count_ones() as u8,
            (rising & below).count_ones() as u8,
        ];
        lines[square as usize] = Lines {
            file,
            falling,
            rising,
            places,
        };
        square += 1;
    }
    lines
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
