//! Stable discs: those that can never be turned over.
//!
//! A disc is safe along an axis that ends next to it, that is full, or on which a neighbour is stable and own. A disc
//! that is safe along all four axes is stable. On the edges, where only the edge itself matters, a table holds the
//! discs that survive whatever is played on the edge. All discs found are stable, but not all stable discs are found.

mod edge;
mod full;

use edge::STABLE_ON_EDGE;
use full::FILE_A;

const EDGES: u64 = 0xff81_8181_8181_81ff;

/// Discs of `own` that can never be turned over.
#[must_use]
pub fn stable(own: u64, other: u64) -> u64 {
    let full = full::lines(own | other);
    let mut found = edge_stable(own, other) | (own & full[0] & full[1] & full[2] & full[3]);
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

/// Discs of `own` on the four edges that can never be turned over.
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
const fn pack_file(set: u64) -> u8 {
    ((set & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A byte as the a-file.
#[inline]
const fn unpack_file(byte: u64) -> u64 {
    // The top bit of each byte, then to the bottom: bit k of the byte times 2^(7k + 7 - k).
    ((byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & FILE_A) | (byte & 0x80) << 49
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::games::othello::rules::board::{Board, Colour};

    fn shared(name: &str) -> Option<String> {
        let path = format!(
            "{}/../shared/data/stability/{name}",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = fs::read_to_string(&path).ok();
        if text.is_none() {
            eprintln!("skipped: {path} is not there");
        }
        text
    }

    fn signs(text: &str, wanted: char) -> u64 {
        text.chars()
            .enumerate()
            .filter(|&(_, sign)| sign == wanted)
            .fold(0, |set, (at, _)| set | 1 << at)
    }

    #[test]
    fn the_edge_table_is_the_known_one() {
        let Some(text) = shared("edge_stability.txt") else {
            return;
        };
        let mut count = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (edge, mask) = line.split_once(' ').expect("an edge and a mask");
            let (own, other, mask) = (signs(edge, 'X'), signs(edge, 'O'), signs(mask, 'S'));
            for shift in [0, 56] {
                assert_eq!(
                    edge_stable(own << shift, other << shift),
                    (mask & own) << shift,
                    "{line}"
                );
                assert_eq!(
                    edge_stable(other << shift, own << shift),
                    (mask & other) << shift,
                    "{line}"
                );
            }
            let file = |set: u64| unpack_file(set);
            for shift in [0, 7] {
                let found = edge_stable(file(own) << shift, file(other) << shift);
                assert_eq!(found & FILE_A << shift, file(mask & own) << shift, "{line}");
            }
            count += 1;
        }
        assert_eq!(count, 3_u32.pow(8));
    }

    #[test]
    fn only_discs_that_are_never_flipped_are_called_stable() {
        let Some(text) = shared("never_flipped_exhaustive.txt") else {
            return;
        };
        let (mut found, mut safe) = (0, 0);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (board, mask) = line.split_once("; ").expect("a board and a mask");
            let (Board { own, other }, _): (_, Colour) = Board::parse(board).expect("a board");
            let mask = signs(mask, 'S');
            let stable = stable(own, other) | stable(other, own);
            assert_eq!(stable & !mask, 0, "{line}");
            found += stable.count_ones();
            safe += mask.count_ones();
        }
        // Stable discs that only the whole game tree shows are missed, but more than half are found.
        assert!(2 * found > safe, "{found} of {safe}");
    }

    #[test]
    fn files_are_packed_and_unpacked() {
        for byte in 0..=255_u8 {
            assert_eq!(pack_file(unpack_file(byte.into())), byte);
        }
    }
}
