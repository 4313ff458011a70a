//! Full lines: those without an empty square.

/// The a-file.
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The squares that lie on a full line, by axis: rank, file, falling (a1 to h8) and rising (h1 to a8) diagonal.
///
/// A square at the end of a one-square diagonal lies on a full line if it is taken.
#[inline]
pub(super) const fn lines(taken: u64) -> [u64; 4] {
    [
        full_ranks(taken),
        full_files(taken),
        falling(taken),
        rising(taken),
    ]
}

const fn full_ranks(taken: u64) -> u64 {
    let pairs = taken & taken >> 1;
    let fours = pairs & pairs >> 2;
    (fours & fours >> 4 & FILE_A) * 0xff
}

const fn full_files(taken: u64) -> u64 {
    let pairs = taken & taken.rotate_right(8);
    let fours = pairs & pairs.rotate_right(16);
    fours & fours.rotate_right(32)
}

/// The `count` files next to the a-file, itself included.
pub(super) const fn west(count: u32) -> u64 {
    FILE_A * ((1 << count) - 1)
}

/// The `count` files next to the h-file, itself included.
pub(super) const fn east(count: u32) -> u64 {
    west(count) << (8 - count)
}

/// The first `count` ranks.
pub(super) const fn north(count: u32) -> u64 {
    (1 << (8 * count)) - 1
}

/// The last `count` ranks.
pub(super) const fn south(count: u32) -> u64 {
    north(count) << (64 - 8 * count)
}

/// The squares on full falling diagonals. A line is full towards an end if the next square is, or is outside the board;
/// computed in steps of 1, 2 and 4.
const fn falling(taken: u64) -> u64 {
    let up = taken & (taken << 9 | const { west(1) | north(1) });
    let up = up & (up << 18 | const { west(2) | north(2) });
    let up = up & (up << 36 | const { west(4) | north(4) });
    let down = taken & (taken >> 9 | const { east(1) | south(1) });
    let down = down & (down >> 18 | const { east(2) | south(2) });
    let down = down & (down >> 36 | const { east(4) | south(4) });
    up & down
}

/// As [`falling`], on the rising diagonals.
const fn rising(taken: u64) -> u64 {
    let up = taken & (taken << 7 | const { east(1) | north(1) });
    let up = up & (up << 14 | const { east(2) | north(2) });
    let up = up & (up << 28 | const { east(4) | north(4) });
    let down = taken & (taken >> 7 | const { west(1) | south(1) });
    let down = down & (down >> 14 | const { west(2) | south(2) });
    let down = down & (down >> 28 | const { west(4) | south(4) });
    up & down
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::rules::board::{Square, Squares};
    use crate::games::othello::samples;

    fn slow_line(taken: u64, square: Square, (dx, dy): (i32, i32)) -> bool {
        (-7..8).all(|k| {
            let (x, y) = (
                i32::from(square.file()) + k * dx,
                i32::from(square.rank()) + k * dy,
            );
            !(0..8).contains(&x) || !(0..8).contains(&y) || taken >> (8 * y + x) & 1 != 0
        })
    }

    #[test]
    fn full_lines_are_found() {
        for board in samples::boards(100_000) {
            // Nearly full boards have full lines.
            let taken = !board.empty() | board.own >> 3 | board.other << 5;
            let found = lines(taken);
            for (axis, step) in [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().enumerate() {
                let full = Squares(u64::MAX).filter(|&square| slow_line(taken, square, step));
                assert_eq!(
                    found[axis],
                    full.fold(0, |set, square| set | square.bit()),
                    "{taken:#x} {axis}"
                );
            }
        }
    }
}
