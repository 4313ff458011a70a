//! The masks of the lines that start at each square.

/// The squares in each direction from a square, the square itself left out.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Lines {
    /// Towards h8: east, south, south-east, south-west, in steps of 1, 8, 9 and 7.
    pub(super) up: [u64; 4],
    /// Towards a1: west, north, north-west, north-east, in steps of 1, 8, 9 and 7.
    pub(super) down: [u64; 4],
}

/// One cache line for each square.
pub(super) static LINES: [Lines; 64] = all_lines();

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "squares are below 64"
)]
const fn all_lines() -> [Lines; 64] {
    let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut lines = [Lines {
        up: [0; 4],
        down: [0; 4],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (dx, dy) = steps[axis];
            lines[square].up[axis] = line(square as i32, dx, dy);
            lines[square].down[axis] = line(square as i32, -dx, -dy);
            axis += 1;
        }
        square += 1;
    }
    lines
}

const fn line(square: i32, dx: i32, dy: i32) -> u64 {
    let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
    let mut set = 0;
    while x >= 0 && x < 8 && y >= 0 && y < 8 {
        set |= 1 << (8 * y + x);
        x += dx;
        y += dy;
    }
    set
}
