//! Groups that no opponent can answer, and hands that win without being answered.
//!
//! After Katsuki Ohto, "Bit operations for Daifugo programs", 2016.

use super::super::cards::{Located, every};

/// The groups that a hand can answer (the article's ND, "no dominance"). Bit `4 * rank + count - 1` is set if and only
/// if the hand holds some strictly stronger rank at least `count` times.
///
/// Groups only: no joker, no sequences, no lock. For several opponents take the union of the hands; then some groups
/// that only two of them together could answer look answerable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Answerable(u64);

impl Answerable {
    /// The groups that the hand with these ranks can answer (`noDominance`). At most four rounds: each settles all
    /// groups of up to some number of cards, and the next one finds a larger number.
    #[must_use]
    pub const fn by(hand: Located) -> Self {
        // Only a strictly stronger rank answers, so every rank is moved one down.
        let mut stronger = hand.bits() >> 4;
        let mut answerable = 0;
        while stronger != 0 {
            answerable |= up_to(stronger.ilog2());
            stronger &= !answerable;
        }
        Self(answerable)
    }

    /// The groups that the hand can answer while a revolution reverses the ranks.
    #[must_use]
    pub const fn by_in_revolution(hand: Located) -> Self {
        let mut stronger = hand.bits() << 4;
        let mut answerable = 0;
        while stronger != 0 {
            answerable |= down_to(stronger.trailing_zeros());
            stronger &= !answerable;
        }
        Self(answerable)
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// All groups of ranks up to that of bit `index`, of as many cards or fewer (`ndMask`).
/// `index` is at most 59.
#[must_use]
pub const fn up_to(index: u32) -> u64 {
    (((1 << (index + 1)) - 1) & every(0b0001)) * ((1 << ((index & 3) + 1)) - 1)
}

/// All groups of ranks from that of bit `index` up, of as many cards or fewer. `index` is at
/// most 63.
#[must_use]
pub const fn down_to(index: u32) -> u64 {
    ((!0 << (index & !3)) & every(0b0001)) * ((1 << ((index & 3) + 1)) - 1)
}

impl Located {
    /// The groups, each rank as a whole, that the other hand can answer.
    #[must_use]
    pub const fn answered(self, other: Answerable) -> Self {
        Self::from_bits(self.bits() & other.bits())
    }

    /// Whether none of these groups can be answered (`dominate`).
    #[must_use]
    pub const fn dominates(self, other: Answerable) -> bool {
        self.bits() & other.bits() == 0
    }

    /// Whether the holder, leading, can play rank by rank without once being answered (`perfectWin`): all groups but
    /// one dominate, and that one is played last.
    ///
    /// For games with groups only. Splitting a rank never helps: whatever answers the whole answers a part of it.
    #[must_use]
    pub const fn wins_unanswered(self, other: Answerable) -> bool {
        !any_two(self.bits() & other.bits())
    }
}

/// Whether at least two bits are set (`any2`).
#[must_use]
pub const fn any_two(bits: u64) -> bool {
    bits & bits.wrapping_sub(1) != 0
}
