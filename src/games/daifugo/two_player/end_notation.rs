//! The text of the last two players' game: that of the whole game.

use super::super::party::{Action, MultiGame};
use super::end::{EndMove, LOST, TwoPlayerEnd, WON};
use crate::game::{Game, InputError, Notation, Outcome, SetupError};
use crate::search::Score;

impl Notation for TwoPlayerEnd {
    fn start(&self) -> Self {
        let start = Self::of(&MultiGame::first(self.party.rules, 2));
        start.unwrap_or_else(|| self.clone())
    }

    fn read(&self, text: &str) -> Result<Self, SetupError> {
        let party = MultiGame::read(text)?;
        let why = || InputError::new("not a game of two players with open hands (hands)");
        Ok(Self::of(&party).ok_or_else(why)?)
    }

    fn read_move(&self, text: &str) -> Result<EndMove, InputError> {
        match self.party.read_action(text)? {
            Action::Lay(meld) => Ok(self.step(meld)),
            Action::Give(_) => Err(InputError::new("no cards have to be given away now")),
        }
    }

    fn write_move(&self, mv: &EndMove) -> String {
        Action::Lay(mv.meld).to_string()
    }

    fn write(&self) -> String {
        self.party.write()
    }

    fn draw(&self) -> String {
        self.party.draw()
    }

    fn result(&self) -> Option<Outcome> {
        let loser = self.party.is_over().then(|| self.side())?;
        Some(Outcome::Won(!loser))
    }

    fn describe(&self, score: Score) -> String {
        match score {
            WON => "a win".into(),
            LOST => "a loss".into(),
            _ => format!("{:+.2}", f32::from(score.0) / 100.0),
        }
    }
}
