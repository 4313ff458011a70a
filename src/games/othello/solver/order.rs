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
        let (diagonal, files, ranks) = (
            0x0042_0000_0000_4200,
            0x4200_0000_0000_0042,
            0x0081_0000_0000_8100,
        );
        Self {
            diagonal: (corners << 9 | corners << 7 | corners >> 7 | corners >> 9) & diagonal,
            along: (corners << 1 | corners >> 1) & files | (corners << 8 | corners >> 8) & ranks,
        }
    }

    #[inline]
    fn cost(self, square: u64) -> i32 {
        16 * i32::from(self.diagonal & square != 0) + 8 * i32::from(self.along & square != 0)
    }
}

/// Worth of a move to `square` before it is searched: `next` is the board after it, `replies` the answers it leaves,
/// `odd` are the squares in odd quadrants.
///
/// The fewer replies the better, those to corners twice ("fastest first"); then own discs safe in and next to a corner,
/// then parity, and no square that gives a corner away. Weights fitted to the node totals of some thousand endings of tournament games.
#[inline]
pub(super) fn worth(next: Board, square: u64, replies: u64, odd: u64, risky: Risky) -> i32 {
    let safe = corner_stable(next.other).count_ones().cast_signed();
    4 * safe + 6 * i32::from(odd & square != 0) - 16 * weigh(replies) - risky.cost(square)
}

/// What the players might do later adds to the worth of a move that leads to `next`: it costs more to find than it
/// saves where few squares are empty.
#[inline]
pub(super) fn prospects(next: Board) -> i32 {
    let (_, potential) = legal_and_potential(next.own, next.other);
    3 * weigh(next.passed().legal()) - 2 * weigh(potential)
}

/// Discs in corners, and next to own corners along an edge.
#[inline]
fn corner_stable(own: u64) -> u64 {
    let corners = own & CORNERS;
    let (files, ranks) = (0x4200_0000_0000_0042, 0x0081_0000_0000_8100);
    let beside = (corners << 1 | corners >> 1) & files | (corners << 8 | corners >> 8) & ranks;
    corners | own & beside
}
