//! The current game, with the moves that can be taken back.

use kaeshi::engine::{Chosen, Limits, Seat, Settings};
use kaeshi::game::{Misfit, Outcome, Refused, Side};
use kaeshi::search::Level;

/// How games write a pass.
const PASSES: [&str; 5] = ["0000", "pass", "p", "ps", "pa"];

/// A position, the moves that led to it, and the engine.
pub(super) struct Board {
    seat: Box<dyn Seat>,
    /// The position at the start of the game; `None` for the starting position.
    setup: Option<String>,
    moves: Vec<Played>,
    settings: Settings,
}

/// A move that was played.
struct Played {
    name: String,
    /// Whether a person chose the move.
    by_choice: bool,
}

impl Board {
    /// A game that starts with the current position of `seat`, which `setup` describes.
    pub(super) fn new(seat: Box<dyn Seat>, setup: Option<String>, settings: Settings) -> Self {
        Self {
            seat,
            setup,
            moves: Vec::new(),
            settings,
        }
    }

    /// Plays a move; `by_choice` if a person chose it, and not the engine or the rules.
    pub(super) fn play(&mut self, name: &str, by_choice: bool) -> Result<(), Refused> {
        self.seat.play(&[name])?;
        let name = name.to_owned();
        self.moves.push(Played { name, by_choice });
        Ok(())
    }

    /// Takes back the last move chosen by a person and all later ones; false if there is none.
    pub(super) fn undo(&mut self) -> Result<bool, Misfit> {
        match self.moves.iter().rposition(|mv| mv.by_choice) {
            Some(count) => self.rewind(count).map(|()| true),
            None => Ok(false),
        }
    }

    /// Takes back all moves except the first `count`.
    pub(super) fn rewind(&mut self, count: usize) -> Result<(), Misfit> {
        let left: Vec<_> = self.moves[..count].iter().map(|mv| &*mv.name).collect();
        self.seat.set_up(self.setup.as_deref(), &left)?;
        self.moves.truncate(count);
        Ok(())
    }

    /// Searches with the current settings.
    pub(super) fn think(&mut self, limits: &Limits) -> Result<Chosen, Refused> {
        self.seat.choose(limits, self.settings)
    }

    /// Searches at full strength.
    pub(super) fn advise(&mut self, limits: &Limits) -> Result<Chosen, Refused> {
        let settings = Settings {
            level: Level::FULL,
            ..self.settings
        };
        self.seat.choose(limits, settings)
    }

    /// The name of the pass, if it is the only legal move.
    pub(super) fn forced_pass(&self) -> Option<String> {
        let mut moves = self.seat.moves();
        let only = moves.pop().filter(|_| moves.is_empty())?;
        PASSES.contains(&only.as_str()).then_some(only)
    }

    /// Whether `word` can name no move: on a board of squares it is neither a square nor a pass.
    pub(super) fn is_unknown(&self, word: &str) -> bool {
        let is_square = || {
            let number = word.strip_prefix(|sign: char| sign.is_ascii_alphabetic());
            number.is_some_and(|number| {
                number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty()
            })
        };
        let is_pass = || PASSES.contains(&&*word.to_ascii_lowercase());
        self.seat.grid().is_some() && !is_square() && !is_pass()
    }

    pub(super) fn side(&self) -> Side {
        self.seat.side()
    }

    pub(super) fn result(&self) -> Option<Outcome> {
        self.seat.result()
    }

    /// The names of the legal moves.
    pub(super) fn legal(&self) -> Vec<String> {
        self.seat.moves()
    }

    /// The position as one line of text.
    pub(super) fn write(&self) -> String {
        self.seat.write()
    }

    /// The position drawn for people.
    pub(super) fn draw(&self) -> String {
        self.seat.draw()
    }
}
