//! The moves of the game: played, taken back, and replaced by another game.

use std::sync::Arc;

use kaeshi::game::{InputError, SetupError};
use kaeshi::games;
use kaeshi::games::daifugo::{Cards, Gift, MultiGame};

use super::super::cards::{Hands, payments};
use super::{Board, Played, is_pass};

impl Board {
    /// Plays a move that a person chose (`by_choice`), or the engine or the rules. Moves that were taken back are
    /// forgotten, unless it is the next of them.
    pub(in crate::cli::play) fn play(
        &mut self,
        name: &str,
        by_choice: bool,
    ) -> Result<(), InputError> {
        let player = self.turn();
        self.make(name)?;
        let name = match &self.hands {
            // The engine of a game of cards begins after the moves.
            Some(_) => None,
            None => self.engine.last_move(),
        }
        .unwrap_or_else(|| name.to_owned());
        match self.future.pop() {
            Some(next) if next.name == name => self.moves.push(Played { by_choice, ..next }),
            _ => {
                self.future.clear();
                self.moves.push(Played {
                    name,
                    player,
                    by_choice,
                    time: None,
                    eval: None,
                    review: None,
                });
            }
        }
        Ok(())
    }

    fn make(&mut self, name: &str) -> Result<(), InputError> {
        match &self.hands {
            Some(hands) => {
                let moves: Vec<_> = self.names().chain([name]).collect();
                self.engine = hands.engine(&moves)?;
                Ok(())
            }
            None => self.engine.play(&[name]),
        }
    }

    /// Takes back the last move chosen by a person and all later ones; false if there is none.
    pub(in crate::cli::play) fn undo(&mut self) -> Result<bool, SetupError> {
        match self.moves.iter().rposition(|mv| mv.by_choice) {
            Some(count) => self.rewind(count).map(|()| true),
            None => Ok(false),
        }
    }

    /// Takes back all moves but the first `count`. [`Board::redo`] plays them again.
    pub(in crate::cli::play) fn rewind(&mut self, count: usize) -> Result<(), SetupError> {
        let left: Vec<_> = self.moves[..count].iter().map(|mv| &*mv.name).collect();
        match &self.hands {
            Some(hands) => self.engine = hands.engine(&left)?,
            None => self.engine.set_up(self.setup.as_deref(), &left)?,
        }
        self.future.extend(self.moves.drain(count..).rev());
        Ok(())
    }

    /// Plays the next of the moves that were taken back; false if there is none.
    pub(in crate::cli::play) fn redo(&mut self) -> Result<bool, InputError> {
        let Some(next) = self.future.last() else {
            return Ok(false);
        };
        let (name, by_choice) = (next.name.clone(), next.by_choice);
        self.play(&name, by_choice).map(|()| true)
    }

    /// Sets up another position of the same game and plays `moves`; on an error, nothing changes.
    ///
    /// # Errors
    /// If the position or a move is refused.
    pub(in crate::cli::play) fn replace(
        &mut self,
        setup: Option<&str>,
        moves: &[String],
    ) -> Result<(), InputError> {
        if self.hands.is_some() {
            return self.replace_deal(setup, moves);
        }
        let mut engine = games::open(&self.game, Arc::clone(&self.table))?;
        let place = (setup, &[][..]);
        let other = games::set_up(&mut *engine, &self.game, place, &self.table)?;
        let (engine, game) = other.unwrap_or_else(|| (engine, self.game.clone()));
        let setup = setup.map(|_| engine.write());
        let table = Arc::clone(&self.table);
        let mut board = Self::at(engine, table, &game, setup, self.settings);
        for (number, name) in (1..).zip(moves) {
            while let Some(pass) = board.forced_pass() {
                if is_pass(name) {
                    break;
                }
                board.play(&pass, false)?;
            }
            let wrong = |why| InputError::new(format_args!("move {number}: {why}"));
            board.play(name, true).map_err(wrong)?;
        }
        let board = board.with_review_book(self.review_book.take());
        *self = board.with_book(self.book.take());
        Ok(())
    }

    /// Sets up a game of cards at its start, with all hands, and plays `moves`; on an error, nothing changes.
    fn replace_deal(&mut self, setup: Option<&str>, moves: &[String]) -> Result<(), InputError> {
        let Some(hands) = &mut self.hands else {
            return Ok(());
        };
        let why = "the cards at the start of the game are missing";
        let start = MultiGame::read(setup.ok_or_else(|| InputError::new(why))?)?;
        if start.has_hidden_hands() || start.players() != hands.start.players() {
            let why = "a game among as many players is needed, with the cards of all";
            return Err(InputError::new(why));
        }
        let replaced = Hands {
            open: hands.open,
            start,
            returns: Vec::new(),
            table: Arc::clone(&hands.table),
        };
        let names: Vec<&str> = moves.iter().map(|name| &**name).collect();
        replaced.engine(&names)?;
        self.engine = replaced.engine(&[])?;
        *hands = replaced;
        self.moves.clear();
        self.future.clear();
        moves.iter().try_for_each(|name| self.play(name, true))
    }

    /// Starts a new game from the same position, or with newly dealt cards. `places` are those of the last game of a
    /// series, by which cards may be exchanged first. Returns the cards that its losers have paid.
    pub(in crate::cli::play) fn begin_again(
        &mut self,
        places: Option<&[usize]>,
    ) -> Result<Vec<(Gift, Cards)>, SetupError> {
        let mut paid = Vec::new();
        if let (Some(hands), Some(deal)) = (&mut self.hands, &self.deal) {
            self.number += 1;
            let payments = places.map_or_else(Vec::new, |places| payments(deal.rules(), places));
            paid = hands.begin(deal.number(self.number), &payments);
        }
        self.rewind(0)?;
        self.future.clear();
        Ok(paid)
    }
}
