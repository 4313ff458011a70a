//! Move ordering in the endgame solver.

use crate::games::othello::rules::moves::{CORNERS, weighted_mobility};
use crate::games::othello::rules::spread::SpreadBoard;

/// The squares next to empty corners: a disc there gives the corner away.
#[derive(Clone, Copy)]
pub(super) struct CornerRisk {
    /// Diagonally next to an empty corner (X-squares).
    diagonal: u64,
    /// Next to an empty corner along an edge (C-squares).
    along: u64,
}

impl CornerRisk {
    /// The squares at risk if those in `empty` are empty.
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

/// The score of a move for move ordering. `own` are the mover's discs after it, `replies` the opponent's moves, and
/// `odd` says that it is in an odd quadrant.
///
/// Fewer replies are better, those to corners count twice ("fastest first"); then own discs safe in and next to a
/// corner, then parity. Weights fitted to the node totals of some thousand endings of tournament games.
#[inline]
pub(super) fn move_score(own: u64, replies: u64, odd: bool) -> i32 {
    let safe = corner_stable(own).count_ones().cast_signed();
    4 * safe + 6 * i32::from(odd) - 16 * weighted_mobility(replies)
}

/// The replies to a move to `square`, and an addition to its score for later mobility, which costs more than it saves
/// with few empties.
///
/// `next` is the board after the move, `empty` the empty squares before it. The mover's moves count for it; the opponent's potential mobility and a corner
/// given away count against it. Weights fitted to the nodes that FFO 20 to 48 take.
#[inline]
pub(super) fn replies_and_prospects(
    next: SpreadBoard,
    empty: u64,
    square: u64,
    risky: CornerRisk,
) -> (u64, i32) {
    let empty = empty ^ square;
    let (replies, potential) = next.legal_and_potential(empty);
    let potential_score =
        3 * weighted_mobility(next.passed().legal(empty)) - 2 * weighted_mobility(potential);
    (replies, potential_score - risky.cost(square))
}

/// Discs of `own` in corners, and next to own corners along an edge. A look-up takes fewer instructions than shifts.
#[inline]
fn corner_stable(own: u64) -> u64 {
    own & IN_AND_BESIDE[corner_index(own)]
}

/// The corners in `set`, a bit each.
#[inline]
const fn corner_index(set: u64) -> usize {
    // Corner by corner: bits 0, 7, 56 and 63 go to bits 60 to 63, and no sum carries.
    ((set & CORNERS).wrapping_mul(1 << 60 | 1 << 54 | 1 << 6 | 1) >> 60) as usize
}

/// The corners of each [`corner_index`], and the squares next to them along an edge.
static IN_AND_BESIDE: [u64; 16] = {
    let mut sets = [0; 16];
    let mut corners = CORNERS;
    while corners != 0 {
        sets[corner_index(corners)] = corners | beside(corners);
        // The next smaller subset.
        corners = (corners - 1) & CORNERS;
    }
    sets
};

/// The squares next to `corners` along an edge.
#[inline]
const fn beside(corners: u64) -> u64 {
    let (files, ranks) = (0x4200_0000_0000_0042, 0x0081_0000_0000_8100);
    (corners << 1 | corners >> 1) & files | (corners << 8 | corners >> 8) & ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::samples::Rng;

    #[test]
    fn corner_stable_discs_are_own_corners_and_discs_beside_them() {
        let mut rng = Rng::new(29);
        for _ in 0..10_000 {
            let own = rng.next() & rng.next() | rng.next() & CORNERS;
            let corners = own & CORNERS;
            assert_eq!(
                corner_stable(own),
                corners | own & beside(corners),
                "{own:#x}"
            );
        }
    }
}
