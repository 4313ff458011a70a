//! The quadrants that the net's inputs count for, and the lanes in groups that count for the same ones: each group is
//! added up once.

use super::layout::QUADRANTS;
use super::move_inputs::{NET_INPUTS, quadrants_of};
use crate::games::othello::eval::features::{FEATURES, SETS};
use crate::games::othello::eval::inputs::INPUTS;

/// Squares of the quadrants.
const AREAS: [u64; QUADRANTS] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0xf0f0_f0f0_0000_0000,
    0x0f0f_0f0f_0000_0000,
];

/// The quadrants that the input of `lane` counts for, one bit each. Those of a pattern instance hold at least three tenths
/// of its squares, and at least two. A count has none, and a move input those that it lies in.
///
/// # Panics
/// If there is no such lane.
#[must_use]
pub const fn quadrants(lane: usize) -> u8 {
    assert!(lane < NET_INPUTS, "an input");
    if lane >= INPUTS {
        return quadrants_of(lane - INPUTS);
    }
    if lane >= FEATURES {
        return 0;
    }
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

/// The `N` lanes that count for exactly the quadrants `wanted`, one bit each.
pub(super) const fn lanes<const N: usize>(wanted: u8) -> [usize; N] {
    let mut found = [0; N];
    let (mut count, mut lane) = (0, 0);
    while lane < NET_INPUTS {
        if quadrants(lane) == wanted {
            found[count] = lane;
            count += 1;
        }
        lane += 1;
    }
    assert!(count == N, "the lanes of the quadrants are counted");
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_belongs_to_one_group() {
        let mut all = vec![];
        for corner in [1, 2, 4, 8] {
            all.extend(lanes::<8>(corner));
        }
        for side in [3, 6, 12, 9] {
            all.extend(lanes::<9>(side));
        }
        for opposite in [5, 10] {
            all.extend(lanes::<3>(opposite));
        }
        for elsewhere in [14, 13, 11, 7] {
            all.extend(lanes::<1>(elsewhere));
        }
        all.extend(lanes::<{ INPUTS - FEATURES }>(0));
        all.sort_unstable();
        assert_eq!(all, (0..NET_INPUTS).collect::<Vec<_>>());
    }
}
