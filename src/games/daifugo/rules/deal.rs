//! Dealing cards.

use super::super::cards::Cards;
use super::position::Daifugo;
use super::rule_set::Rules;
use super::shuffle::shuffled;

impl Daifugo {
    /// The starting position of these rules: [`Daifugo::deal`] of eleven cards each with seed 19, player 0 to lead.
    ///
    /// The first move may win or lose this deal. Of player 0's first moves, 8 in 11 win under the rules `group` and 2
    /// in 7 under `plain`.
    #[must_use]
    pub fn first(rules: Rules) -> Self {
        Self::deal(rules, 19, 11)
    }

    /// Shuffles the 52 cards, gives the first `each` to player 0 and the next to player 1, and lets player 0 lead. The
    /// same seed always deals the same cards.
    ///
    /// The shuffle is that of Fisher and Yates. For `last` from 51 down to 1, the card there changes places with card
    /// number `splitmix64(seed * 64 + last) * (last + 1) >> 64`. The product is taken in 128 bits. `splitmix64` is that
    /// of [`crate::game`].
    ///
    /// # Panics
    /// If `each` is 0 or above 26.
    #[must_use]
    pub fn deal(rules: Rules, seed: u64, each: usize) -> Self {
        assert!(
            (1..=26).contains(&each),
            "a deck has 1 to 26 cards for each of two"
        );
        let deck = shuffled(Cards::DECK, seed);
        let hand = |cards: &[Cards]| cards.iter().fold(Cards::EMPTY, |hand, &card| hand | card);
        Self::new(rules, [hand(&deck[..each]), hand(&deck[each..2 * each])])
    }
}
