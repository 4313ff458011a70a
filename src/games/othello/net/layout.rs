//! The shape of the net, and which pattern instances lie in which quadrant.

use super::super::features::{SETS, USED};

/// Numbers in the row of a state.
pub const DIMENSIONS: usize = 16;
/// Hidden units that see the whole board.
pub const WIDE: usize = 32;
/// Hidden units that see a quadrant.
pub const LOCAL: usize = 16;
/// Quadrants, clockwise from a1.
pub const QUADRANTS: usize = 4;

/// Squares of the quadrants.
const AREAS: [u64; QUADRANTS] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0xf0f0_f0f0_0000_0000,
    0x0f0f_0f0f_0000_0000,
];

/// The quadrants that a pattern instance counts for, one bit each: those that hold
/// three in ten of its squares, and two at least.
#[must_use]
pub const fn quadrants(lane: usize) -> u8 {
    let (mut quadrants, mut quadrant) = (0, 0);
    while quadrant < QUADRANTS {
        let inside = (SETS[lane] & AREAS[quadrant]).count_ones();
        if inside >= 2 && 10 * inside >= 3 * SETS[lane].count_ones() {
            quadrants |= 1 << quadrant;
        }
        quadrant += 1;
    }
    quadrants
}

/// The lanes that count for exactly those quadrants.
const fn lanes<const N: usize>(wanted: u8) -> [usize; N] {
    let mut found = [0; N];
    let (mut count, mut lane) = (0, 0);
    while lane < USED {
        if quadrants(lane) == wanted {
            found[count] = lane;
            count += 1;
        }
        lane += 1;
    }
    assert!(count == N, "the lanes of the quadrants are counted");
    found
}

/// For each quadrant, the lanes that count for it alone.
pub(super) const CORNERS: [[usize; 4]; QUADRANTS] = [lanes(1), lanes(2), lanes(4), lanes(8)];
/// For each quadrant, the lanes that count for it and the next one.
pub(super) const SIDES: [[usize; 5]; QUADRANTS] = [lanes(3), lanes(6), lanes(12), lanes(9)];
/// The lanes that count for the first and the third quadrant, and for the second and the fourth.
pub(super) const LONG: [[usize; 3]; 2] = [lanes(5), lanes(10)];
/// For each quadrant, the lane that counts for all the others.
pub(super) const ELSEWHERE: [[usize; 1]; QUADRANTS] = [lanes(14), lanes(13), lanes(11), lanes(7)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_belongs_to_one_group() {
        let mut all: Vec<usize> = CORNERS.concat();
        all.extend(SIDES.concat());
        all.extend(LONG.concat());
        all.extend(ELSEWHERE.concat());
        all.sort_unstable();
        assert_eq!(all, (0..USED).collect::<Vec<_>>());
    }
}
