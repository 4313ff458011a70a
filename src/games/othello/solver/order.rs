//! What makes a move worth trying early.

use super::super::moves::{CORNERS, weigh};

/// Worth of a move before it is searched: `own` are the mover's discs after it, `replies` the answers it leaves,
/// `odd` says it is in an odd quadrant.
///
/// The fewer replies the better, those to corners twice ("fastest first"); then own discs safe in and next to a corner,
/// then parity. Weights fitted to the node totals of some thousand endings of tournament games.
#[inline]
pub(super) fn worth(own: u64, replies: u64, odd: bool) -> i32 {
    let safe = corner_stable(own).count_ones().cast_signed();
    4 * safe + 6 * i32::from(odd) - 16 * weigh(replies)
}

/// Discs in corners, and next to own corners along an edge.
#[inline]
fn corner_stable(own: u64) -> u64 {
    let corners = own & CORNERS;
    let (files, ranks) = (0x4200_0000_0000_0042, 0x0081_0000_0000_8100);
    let beside = (corners << 1 | corners >> 1) & files | (corners << 8 | corners >> 8) & ranks;
    corners | own & beside
}
