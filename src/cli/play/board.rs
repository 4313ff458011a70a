//! The game on the table, with the moves that can be taken back.

use kaeshi::engine::{Chosen, Limits, Seat, Settings};
use kaeshi::game::{Misfit, Outcome, Refused, Side};
use kaeshi::search::Level;

/// How games write a pass.
const PASSES: [&str; 3] = ["0000", "pass", "p"];

/// A position, the moves that led to it, and the engine.
pub(super) struct Board {
    seat: Box<dyn Seat>,
    /// The position the game began with, if it is not the starting position.
    setup: Option<String>,
    moves: Vec<Played>,
    settings: Settings,
}

/// A move that was played.
struct Played {
    name: String,
    /// A person chose it.
    by_choice: bool,
}

impl Board {
    /// A game that begins with what is on the table of `seat`, which `setup` describes.
    pub(super) fn new(seat: Box<dyn Seat>, setup: Option<String>, settings: Settings) -> Self {
        Self {
            seat,
            setup,
            moves: Vec::new(),
            settings,
        }
    }

    /// Plays a move that a person chose (`by_choice`), or the engine or the rules.
    pub(super) fn play(&mut self, name: &str, by_choice: bool) -> Result<(), Refused> {
        self.seat.play(&[name])?;
        let name = name.to_owned();
        self.moves.push(Played { name, by_choice });
        Ok(())
    }

    /// Takes back the last move a person chose and all after it; false if there is none.
    pub(super) fn undo(&mut self) -> Result<bool, Misfit> {
        match self.moves.iter().rposition(|mv| mv.by_choice) {
            Some(count) => self.rewind(count).map(|()| true),
            None => Ok(false),
        }
    }

    /// Takes back all moves but the first `count`.
    pub(super) fn rewind(&mut self, count: usize) -> Result<(), Misfit> {
        let left: Vec<_> = self.moves[..count].iter().map(|mv| &*mv.name).collect();
        self.seat.set_up(self.setup.as_deref(), &left)?;
        self.moves.truncate(count);
        Ok(())
    }

    /// What the engine would do.
    pub(super) fn think(&mut self, limits: &Limits) -> Result<Chosen, Refused> {
        self.seat.choose(limits, self.settings)
    }

    /// What the engine would do at its best.
    pub(super) fn advise(&mut self, limits: &Limits) -> Result<Chosen, Refused> {
        let settings = Settings {
            level: Level::FULL,
            ..self.settings
        };
        self.seat.choose(limits, settings)
    }

    /// The name of the pass, if nothing else is possible.
    pub(super) fn forced_pass(&self) -> Option<String> {
        let mut moves = self.seat.moves();
        let only = moves.pop().filter(|_| moves.is_empty())?;
        PASSES.contains(&only.as_str()).then_some(only)
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

    /// The position on one line.
    pub(super) fn write(&self) -> String {
        self.seat.write()
    }

    /// The position for a person.
    pub(super) fn draw(&self) -> String {
        self.seat.draw()
    }
}
