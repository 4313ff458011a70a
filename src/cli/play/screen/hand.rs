//! The cards that a person selects, and the moves that they belong to.

use kaeshi::games::daifugo::{Action, Card, Cards, MultiGame};

/// The selection in a game of cards.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hand {
    /// The index of the card under the cursor.
    pub(super) cursor: usize,
    pub(super) selected: Cards,
    /// The index of the chosen move among those that fit.
    pub(super) choice: usize,
}

/// A legal move and its cards.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Choice {
    pub(super) name: String,
    pub(super) cards: Cards,
}

impl Hand {
    /// The cards of the player to move, as far as they are visible, weakest first.
    pub(super) fn cards(party: &MultiGame) -> Vec<Cards> {
        let hand = party.hand(party.turn());
        hand.iter().map(Card::alone).collect()
    }

    /// Moves the cursor by one card.
    pub(super) fn step(&mut self, forward: bool, count: usize) {
        self.cursor = match (forward, self.cursor) {
            (_, _) if count == 0 => 0,
            (true, at) => (at + 1).min(count - 1),
            (false, at) => at.saturating_sub(1),
        };
    }

    /// Selects a card, or no longer.
    pub(super) fn toggle(&mut self, card: Cards) {
        self.selected = if self.selected.has(card) {
            self.selected - card
        } else {
            self.selected | card
        };
        self.choice = 0;
    }

    /// The legal moves with all selected cards, those without further cards first.
    pub(super) fn choices(&self, party: &MultiGame, legal: &[String]) -> Vec<Choice> {
        let choice = |name: &String| {
            let cards = match party.read_action(name).ok()? {
                Action::Lay(Some(meld)) => meld.cards(),
                Action::Lay(None) => Cards::EMPTY,
                Action::Give(cards) => cards,
            };
            let name = name.clone();
            cards.has(self.selected).then_some(Choice { name, cards })
        };
        let mut choices: Vec<Choice> = legal.iter().filter_map(choice).collect();
        choices.sort_by_key(|choice| choice.cards.len());
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.parse().expect("cards")
    }

    #[test]
    fn moves_are_chosen_by_their_cards() {
        let party = MultiGame::read("daifugo group C3D3H5/C4D4H4 0 - - 00 -").expect("a position");
        let actions = party.actions();
        let legal: Vec<String> = actions.iter().map(ToString::to_string).collect();
        let mut hand = Hand::default();
        assert_eq!(hand.choices(&party, &legal).len(), legal.len());
        hand.toggle(cards("C3"));
        let found = hand.choices(&party, &legal);
        let found: Vec<Cards> = found.iter().map(|choice| choice.cards).collect();
        assert_eq!(found, [cards("C3"), cards("C3D3")]);
        hand.toggle(cards("D3"));
        let found = hand.choices(&party, &legal);
        assert_eq!(found.len(), 1);
        hand.toggle(cards("H5"));
        assert!(hand.choices(&party, &legal).is_empty());
    }

    #[test]
    fn the_cursor_stays_on_the_hand() {
        let mut hand = Hand::default();
        hand.step(false, 3);
        assert_eq!(hand.cursor, 0);
        for _ in 0..5 {
            hand.step(true, 3);
        }
        assert_eq!(hand.cursor, 2);
        hand.step(true, 0);
        assert_eq!(hand.cursor, 0);
    }
}
