//! Determinisation: dealing the unknown cards.

use super::super::cards::Cards;
use super::super::party::MultiGame;
use super::super::rules::MAX_PLAYERS;
use super::pass_history::PassHistory;
use super::random::Random;

impl MultiGame {
    /// The game as `player` sees it, with the hands of the others hidden. Those may hold any card that is neither
    /// played nor in the hand of `player`.
    #[must_use]
    pub fn seen_by(&self, player: u8) -> Self {
        self.with_one_hand(Some(player))
    }

    /// The game as somebody sees it who does not take part: all hands are hidden.
    #[must_use]
    pub fn seen_by_nobody(&self) -> Self {
        self.with_one_hand(None)
    }

    /// The same game with all hands hidden but that of `player`.
    fn with_one_hand(&self, player: Option<u8>) -> Self {
        let mut seen = *self;
        for other in (0..self.players).filter(|&other| Some(other) != player) {
            seen.hidden[usize::from(other)] = self.held(other);
            seen.hands[usize::from(other)] = Cards::EMPTY;
        }
        if seen.has_hidden_hands() {
            let own = player.map_or(Cards::EMPTY, |player| self.hand(player));
            seen.unseen = self.rules.deck() - self.played - own;
        }
        seen
    }

    /// The same game with all hands open, if at most one is hidden and its cards are the only ones left.
    ///
    /// Where some cards were not dealt, a hidden hand stays unknown.
    #[must_use]
    pub fn infer_single_hidden_hand(&self) -> Option<Self> {
        let mut hidden = (0..MAX_PLAYERS).filter(|&player| self.hidden[player] > 0);
        let mut open = *self;
        match (hidden.next(), hidden.next()) {
            (None, _) => {}
            (Some(player), None) if self.unseen.len() == self.hidden[player] => {
                open.hands[player] = self.unseen;
                open.hidden[player] = 0;
                open.unseen = Cards::EMPTY;
            }
            _ => return None,
        }
        Some(open)
    }

    /// A random world that agrees with the number of cards in each hand. Of four worlds, the one that makes the passes
    /// so far least surprising.
    pub(super) fn determinize(&self, memory: &PassHistory, random: &mut Random) -> Self {
        const TRIES: usize = 4;
        if let Some(open) = self.infer_single_hidden_hand() {
            return open;
        }
        let mut best = self.dealt(random);
        let mut surprises = memory.inconsistency(self, &best.hands);
        for _ in 1..TRIES {
            if surprises == 0 {
                break;
            }
            let other = self.dealt(random);
            let fewer = memory.inconsistency(self, &other.hands);
            if fewer < surprises {
                (best, surprises) = (other, fewer);
            }
        }
        best
    }

    /// The unknown cards dealt at random; some may be left that are in no hand.
    fn dealt(&self, random: &mut Random) -> Self {
        let mut deck = [Cards::EMPTY; 64];
        let mut left = 0;
        for card in self.unseen.iter() {
            deck[left] = card.alone();
            left += 1;
        }
        let mut open = *self;
        for player in 0..MAX_PLAYERS {
            let mut hand = open.hands[player];
            for _ in 0..self.hidden[player] {
                let at = random.below(u32::try_from(left).unwrap_or(1)) as usize;
                hand = hand | deck[at];
                left -= 1;
                deck[at] = deck[left];
            }
            open.hands[player] = hand;
        }
        open.hidden = [0; MAX_PLAYERS];
        open.unseen = Cards::EMPTY;
        open
    }
}
