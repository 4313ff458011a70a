//! Mobility in plain integers, for any processor: parallel prefix in eight directions.

use super::axes::INNER;

/// As [`super::legal`].
#[inline]
#[must_use]
pub fn legal(own: u64, other: u64) -> u64 {
    let mut reached = 0;
    for (step, inner) in INNER {
        let through = other & inner;
        // Runs of one, two, four and six discs.
        let (mut up, mut down) = (through & own << step, through & own >> step);
        up |= through & up << step;
        down |= through & down >> step;
        let (pairs_up, pairs_down) = (through & through << step, through & through >> step);
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        reached |= up << step | down >> step;
    }
    reached & !(own | other)
}

/// As [`super::potential`].
#[inline]
#[must_use]
pub fn potential(own: u64, other: u64) -> u64 {
    let mut near = 0;
    for (step, inner) in INNER {
        let middle = other & inner;
        near |= middle << step | middle >> step;
    }
    near & !(own | other)
}
