//! Shuffling.

use super::super::cards::{Card, Cards};
use crate::game::splitmix64;

/// The cards of `deck`, one by one, in the order of this seed. The same seed always gives the same order.
///
/// The shuffle is the one that `Daifugo::deal` describes, over the cards of this deck.
pub(in crate::games::daifugo) fn shuffled(deck: Cards, seed: u64) -> Vec<Cards> {
    let mut deck: Vec<Cards> = deck.iter().map(Card::alone).collect();
    for last in (1..deck.len()).rev() {
        let random = splitmix64(seed.wrapping_mul(64).wrapping_add(last as u64));
        #[expect(clippy::cast_possible_truncation, reason = "at most `last`")]
        let other = ((u128::from(random) * (last as u128 + 1)) >> 64) as usize;
        deck.swap(last, other);
    }
    deck
}
