//! The last two players under all rules, with open hands: the position and its moves.

use super::super::cards::Meld;
use super::super::party::{MultiGame, PublicState, only};
use crate::game::Side;
use crate::search::Score;

/// Two players with open hands; others may have finished before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwoPlayerEnd {
    pub(super) party: MultiGame,
    /// The players that are [`Side::First`] and [`Side::Second`].
    pub(super) players: [u8; 2],
}

/// A meld or a pass, with what is needed to take it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndMove {
    /// The cards played; `None` is a pass.
    pub meld: Option<Meld>,
    pub(super) before: PublicState,
}

/// The score of a win.
pub(super) const WON: Score = Score(100);
/// The score of a loss.
pub(super) const LOST: Score = Score(-100);

impl TwoPlayerEnd {
    /// The rest of the game of `party`; `None` if it is not one of two players with open hands.
    ///
    /// A finished game is one between the last two players.
    #[must_use]
    pub fn of(party: &MultiGame) -> Option<Self> {
        if party.has_hidden_hands() || party.now.exchange > 0 {
            return None;
        }
        let pair = match (party.alive(), party.places()) {
            (2, _) => party.now.alive,
            (1, [.., one, two]) => only(*one) | only(*two),
            _ => return None,
        };
        let mut players = (0..party.players()).filter(|&player| pair & only(player) != 0);
        let players = [players.next()?, players.next()?];
        Some(Self {
            party: *party,
            players,
        })
    }

    /// The game with all its players.
    #[must_use]
    pub const fn party(&self) -> &MultiGame {
        &self.party
    }

    /// The player who is [`Side::First`] or [`Side::Second`].
    #[must_use]
    pub const fn player(&self, side: Side) -> u8 {
        self.players[side.index()]
    }

    /// The side of this player, if the player is one of the two.
    #[must_use]
    pub fn side_of(&self, player: u8) -> Option<Side> {
        [Side::First, Side::Second]
            .into_iter()
            .find(|&side| self.player(side) == player)
    }

    pub(super) fn step(&self, meld: Option<Meld>) -> EndMove {
        EndMove {
            meld,
            before: self.party.now,
        }
    }
}
