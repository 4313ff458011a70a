//! Follows the games, and plays for this client.

use std::io::{Read, Write};
use std::sync::Arc;
use std::time::Duration;

use kaeshi::engine::{Engine, GoLimits, Settings};
use kaeshi::game::InputError;
use kaeshi::games::daifugo::{Action, Cards, Meld, MultiEngine, MultiGame, PassHistory, Rules};
use kaeshi::search::TranspositionTable;
use kaeshi_protocol::uecda::{ACCEPTED, PLAYERS, Status};

use super::observed::ObservedGame;
use super::wire::{self, Wire};
use crate::cli::Failure;

/// The result of a game.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Game {
    /// Points, from 5 for the first place to 1 for the last.
    pub(super) points: u32,
    /// Plays that the server refused.
    pub(super) refused: u32,
    /// Whether this was the server's last game.
    pub(super) last: bool,
}

/// A client that knows its player number.
pub(super) struct Follower {
    me: u8,
    time: Duration,
    table: Arc<TranspositionTable>,
}

impl Follower {
    pub(super) fn new(me: u8, time: Duration, hash: usize) -> Result<Self, InputError> {
        let table = Arc::new(TranspositionTable::new(hash).map_err(InputError::new)?);
        Ok(Self { me, time, table })
    }

    /// Plays one game.
    pub(super) fn game<S: Read + Write>(&self, wire: &mut Wire<S>) -> Result<Game, Failure> {
        let first = wire.grid()?;
        let status = first.status();
        if status.exchange && status.to_give > 0 {
            let cards = self.gift(wire::hand(&first), &status);
            wire.send(&wire::gift(cards))?;
        }
        let mut observed = ObservedGame::default();
        let mut game = Game::default();
        loop {
            let grid = wire.grid()?;
            let status = grid.status();
            let hand = wire::hand(&grid);
            observed.update(&status);
            let party = status
                .my_turn
                .then(|| observed.party(self.me, hand, &status))
                .flatten();
            if status.my_turn {
                let meld = match &party {
                    Some(party) => self.choose(party, observed.memory.clone())?,
                    None => makeshift(hand, &status),
                };
                wire.send(&wire::play(meld, status.revolution))?;
                let accepted = wire.number()? == ACCEPTED;
                game.refused += u32::from(meld.is_some() && !accepted);
            }
            let field = wire.grid()?;
            observed.record_play(
                status.turn,
                wire::meld(&field),
                party.as_ref(),
                &field.status(),
            );
            let state = wire.number()?;
            if state != 0 {
                game.last = state != 1;
                game.points = observed.points(self.me);
                return Ok(game);
            }
        }
    }

    /// Searches a play; `None` is a pass.
    fn choose(&self, party: &MultiGame, memory: PassHistory) -> Result<Option<Meld>, InputError> {
        let mut engine = MultiEngine::at(party, memory, Arc::clone(&self.table));
        let limits = GoLimits {
            move_time: Some(self.time),
            ..GoLimits::default()
        };
        let settings = Settings {
            overhead: Duration::ZERO,
            ..Settings::default()
        };
        let best = (&mut engine as &mut dyn Engine)
            .choose(&limits, settings)?
            .best;
        match best.map(|name| party.read_action(&name)).transpose()? {
            Some(Action::Lay(meld)) => Ok(meld),
            _ => Ok(None),
        }
    }

    /// The cards to give away: by search, or else the weakest ones.
    fn gift(&self, hand: Cards, status: &Status) -> Cards {
        let weakest = hand.first(status.to_give);
        // The first gives to the last, the second to the last but one.
        let class = if status.to_give == 2 { 4 } else { 3 };
        let receiver = (0..).zip(status.classes).find(|(_, of)| *of == class);
        let Some((receiver, _)) = receiver else {
            return weakest;
        };
        let party = ObservedGame::giving(self.me, hand, status.to_give, receiver, status);
        let Some(party) = party else {
            return weakest;
        };
        let mut engine = MultiEngine::at(&party, PassHistory::default(), Arc::clone(&self.table));
        let limits = GoLimits {
            move_time: Some(self.time * 3),
            ..GoLimits::default()
        };
        let result = (&mut engine as &mut dyn Engine).choose(&limits, Settings::default());
        let best = result.ok().and_then(|result| result.best);
        match best.map(|name| party.read_action(&name)) {
            Some(Ok(Action::Give(cards))) => cards,
            _ => weakest,
        }
    }
}

impl ObservedGame {
    /// The points of `me` at the end of a game; a player who is not out is last.
    fn points(&self, me: u8) -> u32 {
        let place = self.place(me).unwrap_or(PLAYERS - 1);
        u32::try_from(PLAYERS - place).unwrap_or(1)
    }
}

/// A play for a state that is inconsistent: a pass, or the weakest card if leading.
fn makeshift(hand: Cards, status: &Status) -> Option<Meld> {
    if !status.empty {
        return None;
    }
    let rules = Rules::UECDA;
    let party = MultiGame::new(rules, &[hand, rules.deck() - hand], 0);
    let first = party.actions().into_iter().next();
    match first {
        Some(Action::Lay(meld)) => meld,
        _ => None,
    }
}
