//! The lanes of the net's sums in groups that count for the same quadrants: each group is added up once.

use super::layout::quadrants;
use super::move_sets::NET_INPUTS;

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
    use crate::games::othello::eval::features::FEATURES;
    use crate::games::othello::eval::inputs::INPUTS;

    #[test]
    fn every_lane_belongs_to_one_group() {
        let mut all = vec![];
        for corner in [1, 2, 4, 8] {
            all.extend(lanes::<6>(corner));
        }
        for side in [3, 6, 12, 9] {
            all.extend(lanes::<5>(side));
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
