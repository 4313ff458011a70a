//! The exchange of cards before the game begins, and the text of moves.

use super::super::cards::{Card, Cards, Meld, NotCards, Rank, Suit, meld_text};
use super::super::rules::fields::shorten;
use super::state::MultiGame;
use crate::game::InputError;

/// The actions of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Lay a meld, or pass.
    Lay(Option<Meld>),
    /// Give these cards away.
    Give(Cards),
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lay(Some(meld)) => write!(f, "{meld}"),
            Self::Lay(None) => f.write_str("p"),
            Self::Give(cards) => write!(f, "x:{cards}"),
        }
    }
}

impl MultiGame {
    /// Parses an action of the player to move: a meld, `p` to pass, `x:D3C4` to give cards away.
    ///
    /// # Errors
    /// When the text is no action, or the action is not legal.
    pub fn read_action(&self, text: &str) -> Result<Action, InputError> {
        let about = |why: &dyn std::fmt::Display| {
            InputError::new(format_args!("'{}': {why}", shorten(text)))
        };
        if let Some(("x" | "X", cards)) = text.split_once(':') {
            let cards = cards.parse().map_err(|error: NotCards| about(&error))?;
            self.check_gift(cards).map_err(|why| about(&why))?;
            return Ok(Action::Give(cards));
        }
        let meld = meld_text::read(text).map_err(|why| about(&why))?;
        self.check(meld).map_err(|why| about(&why))?;
        Ok(Action::Lay(meld))
    }

    /// Performs a legal action.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Lay(meld) => {
                self.play(meld);
            }
            Action::Give(cards) => self.give(cards),
        }
    }

    /// The first player when all hands are open: the holder of the three of diamonds, otherwise the player to move.
    pub(in super::super) fn opener(&self) -> u8 {
        let first = Card::new(Rank::THREE, Suit::Diamonds).alone();
        let holder = (0..self.players).find(|&player| self.hand(player).has(first));
        holder.unwrap_or(self.now.turn)
    }

    /// All legal actions of the player to move.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        if self.is_over() {
            return Vec::new();
        }
        if self.now.exchange > 0 {
            return self.gifts().into_iter().map(Action::Give).collect();
        }
        let mut actions = Vec::new();
        self.moves(|meld| actions.push(Action::Lay(meld)));
        actions
    }

    /// All choices of the 1 or 2 cards to give away.
    fn gifts(&self) -> Vec<Cards> {
        let cards: Vec<_> = self.hand(self.now.turn).iter().collect();
        let mut gifts = Vec::new();
        for (at, first) in cards.iter().enumerate() {
            if self.now.exchange == 1 {
                gifts.push(first.alone());
                continue;
            }
            let second = cards[at + 1..].iter();
            gifts.extend(second.map(|second| first.alone() | second.alone()));
        }
        gifts
    }

    fn check_gift(&self, cards: Cards) -> Result<(), InputError> {
        let wanted = self.now.exchange;
        if self.is_over() || wanted == 0 {
            return Err(InputError::new("no cards have to be given away now"));
        }
        self.check_held(cards)?;
        if cards.len() != wanted {
            return Err(InputError::new(format_args!(
                "exactly {wanted} must be given away"
            )));
        }
        Ok(())
    }

    /// Moves `cards` from the player to move to the receiver.
    fn give(&mut self, cards: Cards) {
        let (giver, receiver) = (self.now.turn, self.now.receiver);
        let hand = &mut self.hands[usize::from(giver)];
        *hand = *hand - cards;
        if self.is_hidden(receiver) {
            self.hidden[usize::from(receiver)] += cards.len();
            self.unseen = self.unseen | cards;
        } else {
            let hand = &mut self.hands[usize::from(receiver)];
            *hand = *hand | cards;
        }
        (self.now.exchange, self.now.receiver) = (0, 0);
    }
}
