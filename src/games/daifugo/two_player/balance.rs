//! The static evaluation: counts the groups of each player that beat a group of the other, each used once.
//!
//! For one card at a time a closed form is known. Let m(A, B) be the largest number of pairs of a card of A and a
//! strictly weaker card of B. Let A' be the hand A without a weakest card. The leader with X against Y wins if and only
//! if m(X, Y') >= m(Y, X'). The player who answers the card r wins if and only if m(X, Y' + r) > m(Y, X'). A group
//! is beaten by a stronger group of at least its size. For groups the same count is right nine times out of ten, so it
//! is only an estimate.

use super::super::cards::{Cards, Counts, Located};
use super::super::rules::Daifugo;

impl Daifugo {
    /// Twice the difference of the two counts, plus one for the lead or minus one. It is odd, and positive if the
    /// player to move should win.
    #[inline]
    pub(super) fn balance(&self) -> i32 {
        let (mine, theirs) = self.mine_and_theirs();
        let table = self.table.map_or(Cards::EMPTY, |group| group.cards());
        let pairs = if self.rules.has_groups() {
            let cutting = self.rules.cutting();
            let units = |cards: Cards| Located::of(cards).bits();
            let beatable = |cards: Cards| without_lowest(units(cards - cutting));
            let table = units(table);
            balance_of_groups(
                [units(mine), units(theirs)],
                [beatable(mine), beatable(theirs)],
                table,
            )
        } else {
            balance_of_cards(mine, theirs, table)
        };
        2 * pairs + if self.table.is_none() { 1 } else { -1 }
    }
}

const fn without_lowest(bits: u64) -> u64 {
    bits & bits.wrapping_sub(1)
}

/// Groups not yet paired, going down the ranks: their number for each size, eight bits a size.
#[derive(Clone, Copy, Default)]
struct Waiting(u32);

impl Waiting {
    /// By nibble of [`Located`]: one group of its size.
    const ONE: [u32; 9] = [0, 1, 1 << 8, 0, 1 << 16, 0, 0, 0, 1 << 24];
    /// By nibble of [`Located`]: the groups of its size or larger.
    const OF_SIZE_OR_MORE: [u32; 9] = [0, !0, !0 << 8, 0, !0 << 16, 0, 0, 0, !0 << 24];

    /// Adds the group of this nibble, if there is one.
    #[inline]
    fn add(&mut self, nibble: usize) {
        self.0 += Self::ONE[nibble];
    }

    /// Pairs the group of this nibble, if there is one, with the smallest that beats it; returns the number of pairs.
    #[inline]
    fn pair(&mut self, nibble: usize) -> i32 {
        let fit = self.0 & Self::OF_SIZE_OR_MORE[nibble];
        if fit == 0 {
            return 0;
        }
        self.0 -= 1 << (fit.trailing_zeros() & !7);
        1
    }
}

/// Pairs won by the player to move less pairs won by the opponent. Going down from the strongest rank and taking the
/// smallest sufficient group gives the largest number of pairs.
#[inline]
fn balance_of_groups(units: [u64; 2], beatable: [u64; 2], table: u64) -> i32 {
    let mut left = units[0] | units[1] | table;
    let mut waiting = [Waiting::default(); 2];
    let mut pairs = 0;
    while left != 0 {
        let shift = left.ilog2() & !3;
        let nibble = |bits: u64| (bits >> shift & 0b1111) as usize;
        pairs += waiting[0].pair(nibble(beatable[1])) + waiting[0].pair(nibble(table));
        pairs -= waiting[1].pair(nibble(beatable[0]));
        waiting[0].add(nibble(units[0]));
        waiting[1].add(nibble(units[1]));
        left &= !(0b1111 << shift);
    }
    pairs
}

/// As [`balance_of_groups`], for single cards.
#[inline]
fn balance_of_cards(mine: Cards, theirs: Cards, table: Cards) -> i32 {
    let counts = |cards: Cards| Counts::of(cards).bits();
    let beatable = |cards: Cards| counts(Cards::from_bits(without_lowest(cards.bits())));
    let units = [counts(mine), counts(theirs)];
    let beatable = [beatable(mine), beatable(theirs) + counts(table)];
    let mut left = units[0] | units[1] | counts(table);
    let mut waiting = [0, 0];
    let mut pairs = [0, 0];
    while left != 0 {
        let shift = left.ilog2() & !3;
        let nibble = |bits: u64| (bits >> shift & 0b1111) as i32;
        for me in 0..2 {
            let paired = nibble(beatable[1 - me]).min(waiting[me]);
            pairs[me] += paired;
            waiting[me] += nibble(units[me]) - paired;
        }
        left &= !(0b1111 << shift);
    }
    pairs[0] - pairs[1]
}
