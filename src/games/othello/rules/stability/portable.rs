//! Stable discs without vector instructions.

use super::edge::{EDGES, STABLE_ON_EDGE};
use super::full::{self, FILE_A};

/// The discs of [`super::stable`], from those of [`edge_stable`].
#[must_use]
pub fn beyond_edges(own: u64, other: u64, on_edges: u64) -> u64 {
    let full = full::lines(own | other);
    let mut found = on_edges | (own & full[0] & full[1] & full[2] & full[3]);
    let middle = own & !EDGES;
    loop {
        let along_rank = full[0] | found << 1 | found >> 1;
        let along_file = full[1] | found << 8 | found >> 8;
        let falling = full[2] | found << 9 | found >> 9;
        let rising = full[3] | found << 7 | found >> 7;
        let more = found | (middle & along_rank & along_file & falling & rising);
        if more == found {
            return found;
        }
        found = more;
    }
}

/// As [`super::edge_stable`].
#[inline]
#[must_use]
pub fn edge_stable(own: u64, other: u64) -> u64 {
    let on_edge =
        |own: u8, other: u8| u64::from(STABLE_ON_EDGE[usize::from(own)][usize::from(other)]);
    let [top, .., bottom] = own.to_le_bytes();
    let [other_top, .., other_bottom] = other.to_le_bytes();
    let left = on_edge(pack_file(own), pack_file(other));
    let right = on_edge(pack_file(own >> 7), pack_file(other >> 7));
    on_edge(top, other_top)
        | on_edge(bottom, other_bottom) << 56
        | unpack_file(left)
        | unpack_file(right) << 7
}

/// The a-file as a byte, a1 lowest.
#[inline]
pub(super) const fn pack_file(set: u64) -> u8 {
    ((set & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A byte as the a-file.
#[inline]
pub(super) const fn unpack_file(byte: u64) -> u64 {
    // The top bit of each byte, then to the bottom: bit k of the byte times 2^(7k + 7 - k).
    ((byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & FILE_A) | (byte & 0x80) << 49
}
