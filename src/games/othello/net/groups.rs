//! The lanes of a net's sums, grouped by the quadrants they count for: what vectors add up together.

use super::layout::{QUADRANTS, quadrants};
use crate::games::othello::features::USED;

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
