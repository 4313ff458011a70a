//! Games of cards: the hands, their visibility, and the exchange.

use std::sync::Arc;

use kaeshi::engine::Engine;
use kaeshi::game::InputError;
use kaeshi::games;
use kaeshi::games::daifugo::{Action, Cards, Gift, MultiEngine, MultiGame, PassHistory, Rules};
use kaeshi::search::TranspositionTable;

/// What is paid before the next game by these rules, after one that ended with these `places`.
pub(super) fn payments(rules: Rules, places: &[usize]) -> Vec<Gift> {
    if !rules.has_exchange() {
        return Vec::new();
    }
    let places = places
        .iter()
        .filter_map(|&player| u8::try_from(player).ok());
    Gift::after(&places.collect::<Vec<_>>())
}

/// A game of cards in which each player sees only their own hand, unless all hands are open.
pub(super) struct Hands {
    pub(super) open: bool,
    /// The position at the start of the game, after the losers of the last game have paid.
    pub(super) start: MultiGame,
    /// What the winners of the last game give in return, in this order, each by a move.
    pub(super) returns: Vec<Gift>,
    pub(super) table: Arc<TranspositionTable>,
}

impl Hands {
    /// Begins the game `start`, before which these payments are made. Returns them with the cards that were paid.
    pub(super) fn begin(&mut self, start: MultiGame, payments: &[Gift]) -> Vec<(Gift, Cards)> {
        self.start = start;
        let paid = payments.iter().map(|&gift| (gift, self.start.pay(gift)));
        let paid = paid.collect();
        self.returns = payments.iter().map(|gift| gift.returned()).collect();
        if let Some(first) = self.returns.first() {
            self.start.request(*first);
        }
        paid
    }

    /// The engine after `moves`, with all hands open.
    ///
    /// # Errors
    /// If a move is not legal.
    pub(super) fn engine(&self, moves: &[&str]) -> Result<Box<dyn Engine>, InputError> {
        let (party, memory) = self.after(moves.iter().copied())?;
        if self.open {
            // Two open hands may be a game of the general search.
            let mut engine = MultiEngine::new(self.start, Arc::clone(&self.table));
            let text = self.start.write();
            let game = text.split_whitespace().next().unwrap_or_default();
            let other = games::set_up(&mut engine, game, (Some(&text), &[]), &self.table)?;
            if let Some((mut engine, _)) = other {
                engine.play(moves)?;
                return Ok(engine);
            }
        }
        let table = Arc::clone(&self.table);
        Ok(Box::new(MultiEngine::at(&party, memory, table)))
    }

    /// The game after `moves` with all hands, and the history of passes.
    ///
    /// # Errors
    /// If a move is not legal.
    pub(super) fn after<'m>(
        &self,
        moves: impl Iterator<Item = &'m str>,
    ) -> Result<(MultiGame, PassHistory), InputError> {
        let (mut party, mut memory) = (self.start, PassHistory::default());
        let mut returns = self.returns.iter().skip(1);
        for name in moves {
            let action = party.read_action(name)?;
            memory.record(&party, action);
            party.apply(action);
            if let Action::Give(_) = action {
                match returns.next() {
                    Some(gift) => party.request(*gift),
                    None => party.begin(),
                }
            }
        }
        Ok((party, memory))
    }

    /// An engine after `moves` that does not know the hands of the others.
    ///
    /// # Errors
    /// If a move is not legal.
    pub(super) fn engine_of_mover<'m>(
        &self,
        moves: impl Iterator<Item = &'m str>,
    ) -> Result<Box<dyn Engine>, InputError> {
        let (party, memory) = self.after(moves)?;
        let seen = party.seen_by(party.turn());
        let table = Arc::clone(&self.table);
        Ok(Box::new(MultiEngine::at(&seen, memory, table)))
    }

    /// Draws the position after `moves` as a person sees it, see [`Hands::visible`].
    pub(super) fn draw<'m>(
        &self,
        moves: impl Iterator<Item = &'m str>,
        people: &[bool],
    ) -> Result<String, InputError> {
        self.visible(moves, people).map(|seen| seen.draw())
    }

    /// The game after `moves` as a person sees it. With one person, it shows what that player sees. With several, it
    /// shows what the player to move sees, and no hand while it is Kaeshi's turn. With none, it shows all hands.
    pub(super) fn visible<'m>(
        &self,
        moves: impl Iterator<Item = &'m str>,
        people: &[bool],
    ) -> Result<MultiGame, InputError> {
        let (party, _) = self.after(moves)?;
        let mut seated = (0_u8..).zip(people).filter(|(_, person)| **person);
        let turn = party.turn();
        Ok(match (seated.next(), seated.next()) {
            _ if self.open || party.is_over() => party,
            (None, _) => party,
            (Some((player, _)), None) => party.seen_by(player),
            _ if people[usize::from(turn)] => party.seen_by(turn),
            _ => party.seen_by_nobody(),
        })
    }
}
