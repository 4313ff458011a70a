//! The starting positions.

use super::super::cards::{Card, Cards, Rank, Suit};
use super::super::rules::{MAX_PLAYERS, Rules, shuffled};
use super::state::MultiGame;

impl MultiGame {
    /// The deal with this seed: eleven cards each, among five players the whole deck. Among more than two players the
    /// holder of the three of diamonds leads, otherwise player 0.
    ///
    /// The shuffle is that of [`super::super::Daifugo::deal`], with the joker as the last card of the deck if there is
    /// one.
    ///
    /// # Panics
    /// If there are fewer than two players or more than five.
    #[must_use]
    pub fn deal(rules: Rules, seed: u64, players: u8) -> Self {
        const EACH: usize = 11;
        assert!((2..=MAX_PLAYERS).contains(&players.into()));
        let mut deck = shuffled(rules.deck(), seed);
        deck.truncate(EACH * usize::from(players));
        let mut hands = vec![Cards::EMPTY; players.into()];
        for (at, card) in deck.into_iter().enumerate() {
            let hand = &mut hands[at % usize::from(players)];
            *hand = *hand | card;
        }
        let first = Card::new(Rank::THREE, Suit::Diamonds).alone();
        let holder = hands.iter().position(|hand| hand.has(first));
        let leader = holder.filter(|_| players > 2).unwrap_or(0);
        Self::new(rules, &hands, u8::try_from(leader).unwrap_or(0))
    }

    /// The starting position of these rules: [`MultiGame::deal`] with seed 19.
    #[must_use]
    pub fn first(rules: Rules, players: u8) -> Self {
        Self::deal(rules, 19, players)
    }
}
