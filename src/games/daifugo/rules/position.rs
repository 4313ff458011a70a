//! A position of two players with open hands, and the moves that lead on.

use super::super::cards::{Cards, Located, Meld, Rank};
use super::moves::Move;
use super::rule_set::Rules;
use crate::game::{InputError, Side};

/// A game of Daifugo between two players who see each other's cards.
///
/// Player 0 is [`Side::First`], player 1 [`Side::Second`]. A pass clears the table and gives
/// the lead to the owner of the play on it, who is always the player not to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Daifugo {
    pub(in super::super) rules: Rules,
    /// Every card of this game: those in the hands and those already played.
    pub(in super::super) dealt: Cards,
    pub(in super::super) hands: [Cards; 2],
    pub(in super::super) table: Option<Meld>,
    pub(in super::super) side: Side,
}

impl Daifugo {
    /// The position with two hands, player 0 to lead.
    ///
    /// The hands may share a card, as if dealt from two decks: the rules ignore suits. Only a game of one deck can be
    /// written and read back.
    #[must_use]
    pub fn new(rules: Rules, hands: [Cards; 2]) -> Self {
        Self {
            rules,
            dealt: hands[0] | hands[1],
            hands,
            table: None,
            side: Side::First,
        }
    }

    /// The same hands, with player 1 to answer `group` of player 0.
    ///
    /// # Panics
    /// If `group` is not a group without a joker.
    #[must_use]
    pub fn answering(self, group: Meld) -> Self {
        assert_eq!(Meld::group_of(group.cards()), Some(group));
        Self {
            dealt: self.dealt | group.cards(),
            table: Some(group),
            side: Side::Second,
            ..self
        }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The cards this player holds.
    #[must_use]
    pub const fn hand(&self, side: Side) -> Cards {
        self.hands[side.index()]
    }

    /// The group to be beaten; `None` when the player to move leads.
    #[must_use]
    pub const fn table(&self) -> Option<Meld> {
        self.table
    }

    /// The cards already played.
    #[must_use]
    pub fn played(&self) -> Cards {
        self.dealt - (self.hands[0] | self.hands[1])
    }

    /// The hand of the player to move, and that of the opponent.
    #[inline]
    pub(in super::super) fn mine_and_theirs(&self) -> (Cards, Cards) {
        (self.hand(self.side), self.hand(!self.side))
    }

    /// The move with `played` in this position; its legality is not checked.
    #[inline]
    pub(in super::super) fn to_move(&self, played: Option<Meld>) -> Move {
        Move {
            played,
            covered: self.table,
            mover: self.side,
        }
    }

    /// Calls `each` with every legal move, weakest first, a pass last.
    ///
    /// The rules ignore suits: of the groups of one rank and size only that of the lowest suits is listed.
    #[inline]
    pub(in super::super) fn each_move(&self, mut each: impl FnMut(Move)) {
        let (mine, _) = self.mine_and_theirs();
        let Some(table) = self.table else {
            let most = if self.rules.has_groups() { 4 } else { 1 };
            for rank in mine.ranks().iter() {
                let held = mine & rank.cards();
                for count in 1..=held.len().min(most) {
                    each(self.to_move(Some(lowest_of(rank, held, count))));
                }
            }
            return;
        };
        let count = table.count();
        let able = Located::of(mine).at_least(count).above(table.rank());
        for rank in able.iter() {
            let held = mine & rank.cards();
            each(self.to_move(Some(lowest_of(rank, held, count))));
        }
        each(self.to_move(None));
    }

    /// Plays `mv`.
    #[inline]
    pub(in super::super) fn play(&mut self, mv: &Move) {
        self.table = mv.played;
        self.side = !mv.mover;
        if let Some(play) = mv.played {
            let hand = &mut self.hands[mv.mover.index()];
            *hand = *hand - play.cards();
            if self.rules.cutting().meets(play.cards()) {
                self.table = None;
                // A player without cards does not lead.
                if !hand.is_empty() {
                    self.side = mv.mover;
                }
            }
        }
    }

    /// Takes `mv` back.
    #[inline]
    pub(in super::super) fn take_back(&mut self, mv: &Move) {
        if let Some(play) = mv.played {
            let hand = &mut self.hands[mv.mover.index()];
            *hand = *hand | play.cards();
        }
        self.table = mv.covered;
        self.side = mv.mover;
    }

    /// The winner, if the game is over.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        [Side::First, Side::Second]
            .into_iter()
            .find(|&side| self.hand(side).is_empty())
    }

    /// The move that plays exactly these cards, or passes.
    ///
    /// # Errors
    /// When the move is against the rules.
    pub(in super::super) fn legal(&self, played: Option<Meld>) -> Result<Move, InputError> {
        let refuse = |why: String| Err(InputError::new(why));
        if self.winner().is_some() {
            return refuse("the game is over".into());
        }
        let Some(play) = played else {
            return match self.table {
                Some(_) => Ok(self.to_move(None)),
                None => refuse("the player who leads may not pass".into()),
            };
        };
        let missing = play.cards() - self.hand(self.side);
        if !missing.is_empty() {
            let mover = self.side.index();
            return refuse(format!("player {mover} does not hold {missing}"));
        }
        if !self.rules.has_groups() && play.count() > 1 {
            return refuse("only one card at a time may be played by the rules plain".into());
        }
        if let Some(table) = self.table {
            if play.count() != table.count() {
                let count = table.count();
                return refuse(format!(
                    "the answer to {table} must be {count} cards of one rank"
                ));
            }
            if play.rank() <= table.rank() {
                return refuse(format!("the answer to {table} must be of a stronger rank"));
            }
        }
        Ok(self.to_move(Some(play)))
    }
}

/// The group of the lowest `count` of the cards `held`, 1 or more, all of `rank`.
#[inline]
fn lowest_of(rank: Rank, held: Cards, count: u8) -> Meld {
    Meld::group(
        rank,
        (held.first(count).bits() >> rank.shift() & 0b1111) as u8,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cards_of_the_answered_group_were_dealt() {
        let hands = ["C5", "C6S6"].map(|hand| hand.parse().unwrap());
        let table: Cards = "C3D3".parse().unwrap();
        let game = Daifugo::new(Rules::GROUP, hands);
        assert_eq!(game.played(), Cards::EMPTY);
        let game = game.answering(Meld::group_of(table).unwrap());
        assert_eq!((game.played(), game.side), (table, Side::Second));
        assert_eq!(game.dealt, hands[0] | hands[1] | table);
        assert_eq!(game.table().map(|group| group.cards()), Some(table));
    }
}
