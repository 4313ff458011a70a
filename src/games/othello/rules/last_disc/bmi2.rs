//! The last square with BMI2: four PEXT and look-ups, each giving the counts of both sides.

use std::arch::x86_64::_pext_u64;

use crate::games::othello::rules::square::Square;

/// The four lines through a square: the rank, the file, the falling and the rising diagonal.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Lines {
    masks: [u64; 4],
    /// The counts for a play on the square, by the discs on the line; other counts follow those of a line with fewer than
    /// eight squares.
    counts: [&'static [u16; 256]; 4],
}

/// Discs turned over by a play on a full line, by line length, place and discs of one side. The low [`SHIFT`] bits count a
/// play of that side, the others a play of the opponent, who has the other discs.
static COUNTS: [u16; SIZE] = counts();
/// Lines of length n have n places and 2^n fillings. The last line is followed by a view's length.
const SIZE: usize = start(9, 0) + 256;

/// A play turns over fewer than 2^5 discs.
const SHIFT: u32 = 5;

static LINES: [Lines; 64] = all_lines();

/// The final disc difference, less that if the side to move fills the square and turns nothing over. The index is the sum of
/// the counts, plus [`AHEAD`] if that difference is above 0.
static GAINS: [i8; 2 * AHEAD] = gains();
const AHEAD: usize = 1 << (2 * SHIFT);

#[inline]
pub(super) fn flipped_by_both(own: u64, square: Square) -> (u32, u32) {
    let sum = sum(own, square);
    (sum & ((1 << SHIFT) - 1), sum >> SHIFT)
}

/// As [`super::margin`].
#[inline]
#[allow(unsafe_code, reason = "a look-up without bounds check")]
pub(super) fn margin(own: u64, square: Square) -> i32 {
    // The result if the side to move fills the square and turns nothing over.
    let filled = 2 * own.count_ones().cast_signed() - 62;
    let index = sum(own, square) as usize + AHEAD * usize::from(filled > 0);
    debug_assert!(index < GAINS.len(), "{index}");
    // SAFETY: neither side turns over 2^SHIFT discs or more, so that the sum is below AHEAD.
    filled + i32::from(unsafe { *GAINS.get_unchecked(index) })
}

/// The counts of both sides.
#[inline]
#[allow(unsafe_code, reason = "the door to PEXT")]
fn sum(own: u64, square: Square) -> u32 {
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
fn with_pext(own: u64, square: Square) -> u32 {
    let lines = &LINES[square.index()];
    let count = |axis: usize| {
        let line = _pext_u64(own, lines.masks[axis]) as usize;
        debug_assert!(line < 256, "line {line} of axis {axis}");
        // SAFETY: a mask has at most eight squares.
        u32::from(unsafe { *lines.counts[axis].get_unchecked(line) })
    };
    count(0) + count(1) + count(2) + count(3)
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

#[allow(clippy::cast_possible_truncation, reason = "counts are below 2^10")]
const fn counts() -> [u16; SIZE] {
    let mut table = [0; SIZE];
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let mut own = 0;
            while own < 1 << length {
                let other = !own & ((1 << length) - 1);
                let both = on_line(own, place) | on_line(other, place) << SHIFT;
                table[start(length, place) + own as usize] = both as u16;
                own += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "counts are below 2^5"
)]
const fn gains() -> [i8; 2 * AHEAD] {
    let mut table = [0; 2 * AHEAD];
    let mut index = 0;
    while index < 2 * AHEAD {
        let (flips, replies) = (
            index & ((1 << SHIFT) - 1),
            index >> SHIFT & ((1 << SHIFT) - 1),
        );
        table[index] = match (flips, replies) {
            // Neither side can play: the square goes to the winner.
            (0, 0) if index >= AHEAD => 0,
            (0, 0) => -2,
            (0, replies) => -2 - 2 * replies as i8,
            (flips, _) => 2 * flips as i8,
        };
        index += 1;
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
    let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut lines = [Lines {
        masks: [0; 4],
        counts: [counts_from(0); 4],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (dx, dy) = steps[axis];
            let line = through(square, dx, dy);
            let place = (line & ((1 << square) - 1)).count_ones();
            let lines = &mut lines[square as usize];
            lines.masks[axis] = line;
            lines.counts[axis] = counts_from(start(line.count_ones(), place));
            axis += 1;
        }
        square += 1;
    }
    lines
}

/// The counts from index `start` on.
const fn counts_from(start: usize) -> &'static [u16; 256] {
    match COUNTS.split_at(start).1.first_chunk() {
        Some(counts) => counts,
        None => panic!("256 counts follow each start"),
    }
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
