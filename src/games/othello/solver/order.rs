//! What makes a move worth trying early.

use super::super::board::Board;
use super::super::moves::{CORNERS, legal_and_potential, weigh};

/// The squares next to empty corners, which give the corner away.
#[derive(Clone, Copy)]
pub(super) struct Risky {
    /// Diagonally next to one.
    diagonal: u64,
    /// Next to one along an edge.
    along: u64,
}

impl Risky {
    /// With these squares empty.
    #[inline]
    pub(super) const fn of(empty: u64) -> Self {
        let corners = empty & CORNERS;
        let around = corners << 9 | corners << 7 | corners >> 7 | corners >> 9;
        Self {
            diagonal: around & 0x0042_0000_0000_4200,
            along: beside(corners),
        }
    }

    #[inline]
    fn cost(self, square: u64) -> i32 {
        16 * i32::from(self.diagonal & square != 0) + 8 * i32::from(self.along & square != 0)
    }
}

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

/// The answers that a move to `square` leaves, and what is added to its worth for what the players might do later: it
/// costs more to find than it saves where few squares are empty.
///
/// `next` is the board after the move. The mover's moves count, where the opponent's may be some day, and whether the move
/// gives a corner away. Weights fitted to the nodes that FFO 20 to 48 take.
#[inline]
pub(super) fn replies_and_prospects(next: Board, square: u64, risky: Risky) -> (u64, i32) {
    let (replies, potential) = legal_and_potential(next.own, next.other);
    let prospects = 3 * weigh(next.passed().legal()) - 2 * weigh(potential);
    (replies, prospects - risky.cost(square))
}

/// Discs in corners, and next to own corners along an edge.
#[inline]
fn corner_stable(own: u64) -> u64 {
    let corners = own & CORNERS;
    corners | own & beside(corners)
}

/// The squares next to these corners along an edge.
#[inline]
const fn beside(corners: u64) -> u64 {
    let (files, ranks) = (0x4200_0000_0000_0042, 0x0081_0000_0000_8100);
    (corners << 1 | corners >> 1) & files | (corners << 8 | corners >> 8) & ranks
}
