//! The passes of a game, which show what the players do not hold.

use super::super::cards::{Card, Cards, Meld};
use super::super::party::{Action, MultiGame};
use super::super::rules::{MAX_PLAYERS, ToBeat, movegen};

/// A pass, and the requirements on an answer at that time.
#[derive(Debug, Clone)]
struct Pass {
    player: u8,
    demand: ToBeat,
    /// Cards the player has played since, and so held then.
    since: Cards,
}

/// The passes of a game so far.
#[derive(Debug, Clone, Default)]
pub struct PassHistory {
    passes: Vec<Pass>,
}

impl PassHistory {
    /// Records what the player to move of `party` is about to do.
    pub fn record(&mut self, party: &MultiGame, action: Action) {
        let player = party.turn();
        match (action, party.demand()) {
            (Action::Lay(Some(meld)), _) => {
                let his = self.passes.iter_mut().filter(|pass| pass.player == player);
                his.for_each(|pass| pass.since = pass.since | meld.cards());
            }
            // A pass shows nothing if the player owns the table.
            (Action::Lay(None), Some(demand)) if party.now.owner != player => {
                self.passes.push(Pass {
                    player,
                    demand,
                    since: Cards::EMPTY,
                });
            }
            _ => {}
        }
    }

    /// The number of passes by players who, with these hands, had a cheap answer.
    pub(super) fn inconsistency(&self, party: &MultiGame, hands: &[Cards; MAX_PLAYERS]) -> u32 {
        let surprising = self.passes.iter().filter(|pass| {
            let held = hands[usize::from(pass.player)] | pass.since;
            let mut cheap = false;
            movegen::answers(party.rules(), held, &pass.demand, |meld| {
                cheap |= is_cheap(meld, held, pass.demand.reversed);
            });
            cheap
        });
        u32::try_from(surprising.count()).unwrap_or(u32::MAX)
    }
}

/// Whether a player would most likely play this meld: a whole rank that is not strong.
fn is_cheap(meld: Meld, held: Cards, reversed: bool) -> bool {
    const STRONG: i8 = 9;
    let cards = meld.cards();
    let strength = if reversed {
        12 - meld.lowest()
    } else {
        meld.lowest()
    };
    let rank = cards.lowest().and_then(Card::rank);
    let whole = rank.is_some_and(|rank| cards.has(held & rank.cards()));
    strength < STRONG && whole && (cards - Cards::DECK).is_empty()
}
