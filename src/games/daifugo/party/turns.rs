//! Playing a move: its effect on the table, and the next turn.

use super::super::cards::{Cards, Kind, Meld, Rank};
use super::players::{Players, only};
use super::state::{MultiGame, PublicState};
use crate::game::InputError;

impl MultiGame {
    /// Plays a legal meld, or passes. Returns what [`MultiGame::take_back`] needs.
    #[inline]
    pub fn play(&mut self, meld: Option<Meld>) -> PublicState {
        let before = self.now;
        let turn = before.turn;
        let cleared = match meld {
            None => {
                self.now.passed |= only(turn);
                false
            }
            Some(meld) => {
                self.remove(meld.cards());
                self.lay(meld)
            }
        };
        if !self.is_over() {
            self.pass_on(cleared);
        }
        before
    }

    /// Takes back a move of the player whose turn it was in `before`.
    #[inline]
    pub fn take_back(&mut self, meld: Option<Meld>, before: PublicState) {
        if let Some(meld) = meld {
            let hand = &mut self.hands[usize::from(before.turn)];
            // Only open hands are searched.
            *hand = *hand | meld.cards();
            self.played = self.played - meld.cards();
        }
        self.now = before;
    }

    /// Removes these cards from the hand of the player to move.
    fn remove(&mut self, cards: Cards) {
        let turn = usize::from(self.now.turn);
        if self.hidden[turn] > 0 {
            self.hidden[turn] -= cards.len();
            self.unseen = self.unseen - cards;
        } else {
            self.hands[turn] = self.hands[turn] - cards;
        }
        self.played = self.played | cards;
    }

    /// Lays a meld on the table; returns whether that clears it.
    fn lay(&mut self, meld: Meld) -> bool {
        let turn = self.now.turn;
        let rules = self.rules;
        let answered = self.now.table;
        self.now.locked = rules.has_lock()
            && meld.kind() != Kind::Joker
            && answered.is_some_and(|table| self.now.locked || table.suits() == meld.suits());
        self.now.revolution ^= rules.is_revolution(&meld);
        self.now.back ^= rules.jack_turns_back() && meld.shows(Rank::JACK);
        self.now.table = Some(meld);
        self.now.owner = turn;
        if self.held(turn) == 0 {
            self.finish(turn);
            if self.alive() == 1 {
                self.finish_last();
            }
        }
        let beats_joker = answered.is_some_and(|table| table.kind() == Kind::Joker);
        beats_joker || (!rules.cutting().is_empty() && meld.shows(Rank::EIGHT))
    }

    /// Finishes `player`, who has no card left, and gives an empty table to the next player.
    pub(in super::super) fn leave(&mut self, player: u8) {
        self.finish(player);
        if self.alive() == 1 {
            self.finish_last();
        } else {
            self.now.turn = self.next(player, self.now.alive);
            self.clear_table();
        }
    }

    pub(super) fn finish(&mut self, player: u8) {
        self.now.places[usize::from(self.now.finished)] = player;
        self.now.finished += 1;
        self.now.alive &= !only(player);
    }

    /// The only player left has lost: only the places matter from here on.
    pub(super) fn finish_last(&mut self) {
        let last = self.next(self.now.turn, self.now.alive);
        self.now.places[usize::from(self.now.finished)] = last;
        self.now.finished += 1;
        self.now.turn = last;
        self.clear_table();
    }

    /// Gives the turn to the next player after a move. `cleared` is true if the move has cleared the table.
    fn pass_on(&mut self, cleared: bool) {
        let standing: Players = self.now.alive & !self.now.passed;
        let asked = if self.rules.owner_is_asked() {
            standing
        } else {
            standing & !only(self.now.owner)
        };
        if cleared || asked == 0 {
            self.clear();
        } else {
            self.now.turn = self.next(self.now.turn, asked);
        }
    }

    /// Clears the table; its owner leads, or the next player if the owner is out.
    fn clear(&mut self) {
        let owner = self.now.owner;
        self.now.turn = if self.now.alive & only(owner) != 0 {
            owner
        } else {
            self.next(owner, self.now.alive)
        };
        self.clear_table();
    }

    fn clear_table(&mut self) {
        self.now.table = None;
        self.now.owner = self.now.turn;
        self.now.passed = 0;
        self.now.locked = false;
        self.now.back = false;
    }

    /// Checks that the player to move may play `meld`, or pass.
    ///
    /// # Errors
    /// When that is against the rules.
    pub fn check(&self, meld: Option<Meld>) -> Result<(), InputError> {
        let refuse = |why: String| Err(InputError::new(why));
        if self.is_over() {
            return refuse("the game is over".into());
        }
        if self.now.exchange > 0 {
            let count = self.now.exchange;
            return refuse(format!(
                "cards must be given away first: {count}, as in x:D3C4"
            ));
        }
        let Some(meld) = meld else {
            return match self.now.table {
                Some(_) => Ok(()),
                None => refuse("the player who leads may not pass".into()),
            };
        };
        self.check_held(meld.cards())?;
        let mut legal = false;
        self.moves(|mv| legal |= mv == Some(meld));
        if legal || self.may_show(meld) {
            return Ok(());
        }
        refuse(self.why_not(meld))
    }

    /// Whether the player to move, whose hand is hidden, may play `meld` with the joker as a card of the pool: that card
    /// may be in no hand, or in another one.
    fn may_show(&self, meld: Meld) -> bool {
        let turn = self.now.turn;
        let mut legal = false;
        if self.is_hidden(turn) && self.unseen.len() > self.held(turn) {
            self.listed(meld.cards(), |mv| legal |= mv == Some(meld));
        }
        legal
    }

    /// Checks that the player to move can hold these cards.
    pub(super) fn check_held(&self, cards: Cards) -> Result<(), InputError> {
        let turn = self.now.turn;
        if self.is_hidden(turn) {
            let missing = cards - self.unseen;
            let held = self.held(turn);
            if !missing.is_empty() {
                return Err(InputError::new(format_args!(
                    "player {turn} cannot hold {missing}"
                )));
            }
            if cards.len() > held {
                return Err(InputError::new(format_args!(
                    "player {turn} holds {held} cards"
                )));
            }
            return Ok(());
        }
        match cards - self.hand(turn) {
            missing if missing.is_empty() => Ok(()),
            missing => Err(InputError::new(format_args!(
                "player {turn} does not hold {missing}"
            ))),
        }
    }

    /// Why a meld of held cards is not legal.
    fn why_not(&self, meld: Meld) -> String {
        let rules = self.rules;
        match meld.kind() {
            Kind::Sequence if !rules.has_sequences() => {
                return format!("there are no sequences by the rules {rules}");
            }
            Kind::Group if meld.count() > 1 && !rules.has_groups() => {
                return format!("only one card at a time may be played by the rules {rules}");
            }
            _ => {}
        }
        let Some(table) = self.now.table else {
            return "the joker must stand for a card that the player does not hold".into();
        };
        if table.kind() == Kind::Joker {
            return if rules.spade_three_beats_joker() {
                "only s-3 beats the joker".into()
            } else {
                "nothing beats the joker".into()
            };
        }
        if meld.count() != table.count() || (meld.kind() != table.kind() && meld != Meld::JOKER) {
            let what = match table.kind() {
                Kind::Sequence => "in a row",
                _ => "of one rank",
            };
            return format!(
                "the answer to {table} must be {} cards {what}",
                table.count()
            );
        }
        if !meld.beats(&table, self.is_reversed()) {
            let stronger = if self.is_reversed() {
                "lower"
            } else {
                "higher"
            };
            return format!("the answer to {table} must be {stronger} in rank");
        }
        if self.now.locked && meld.suits() != table.suits() {
            return format!("the table is locked to the suits of {table}");
        }
        "the joker must stand for a card that the player does not hold".into()
    }
}
