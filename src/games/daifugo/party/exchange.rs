//! The exchange of cards before the game begins, and the text of moves.

use super::super::cards::{Card, Cards, Meld, NotCards, Rank, Suit, meld_text};
use super::state::MultiGame;
use crate::core::shorten;
use crate::game::InputError;

/// The actions of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Lay a meld, or pass.
    Lay(Option<Meld>),
    /// Give these cards away.
    Give(Cards),
}

/// Cards that a player gives another one before a game begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gift {
    /// The number of the giving player.
    pub giver: u8,
    /// The number of the receiving player.
    pub receiver: u8,
    /// Number of cards, 1 or 2.
    pub count: u8,
}

impl Gift {
    /// What the losers of a game pay before the next one, in which the same players take part.
    ///
    /// `places` are the players in the order in which they finished. The last pays the first 2 cards. Among four or
    /// more players the last but one pays the second 1 card. Between two players nothing is paid.
    #[must_use]
    pub fn after(places: &[u8]) -> Vec<Self> {
        let pair = |giver, receiver, count| Self {
            giver,
            receiver,
            count,
        };
        match *places {
            [first, second, .., third, last] => vec![pair(last, first, 2), pair(third, second, 1)],
            [first, _, last] => vec![pair(last, first, 2)],
            _ => Vec::new(),
        }
    }

    /// The gift that is given in return: as many cards.
    #[must_use]
    pub const fn returned(self) -> Self {
        Self {
            giver: self.receiver,
            receiver: self.giver,
            count: self.count,
        }
    }
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

    /// Moves the strongest cards of the giver to the receiver, and returns them. The hands of both are open. A joker is
    /// the strongest card; of one rank the order is spades, hearts, diamonds, clubs.
    pub fn pay(&mut self, gift: Gift) -> Cards {
        let giver = &mut self.hands[usize::from(gift.giver)];
        let kept = giver.first(giver.len().saturating_sub(gift.count));
        let paid = *giver - kept;
        *giver = kept;
        let receiver = &mut self.hands[usize::from(gift.receiver)];
        *receiver = *receiver | paid;
        paid
    }

    /// Gives the turn to the giver, who chooses the cards to give away.
    pub fn request(&mut self, gift: Gift) {
        (self.now.turn, self.now.owner) = (gift.giver, gift.giver);
        (self.now.exchange, self.now.receiver) = (gift.count, gift.receiver);
    }

    /// The gift that the player to move has to choose.
    #[must_use]
    pub fn requested(&self) -> Option<Gift> {
        (self.now.exchange > 0).then_some(Gift {
            giver: self.now.turn,
            receiver: self.now.receiver,
            count: self.now.exchange,
        })
    }

    /// Begins the game after the exchange: the holder of the three of diamonds leads, or player 0 if nobody holds it.
    pub fn begin(&mut self) {
        let first = Card::new(Rank::THREE, Suit::Diamonds).alone();
        let holder = (0..self.players).find(|&player| self.hand(player).has(first));
        self.now.turn = holder.unwrap_or(0);
        self.now.owner = self.now.turn;
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
