//! The referee: the rules of the library, and random moves.

use std::sync::Arc;

use kaeshi::engine::Engine;
use kaeshi::game::{Outcome, Side, splitmix64};
use kaeshi::games;
use kaeshi::search::TranspositionTable;

/// The starting position of a game, by its name.
pub(crate) fn open(game: &str) -> Box<dyn Engine> {
    let table = Arc::new(TranspositionTable::new(1).expect("a mebibyte"));
    games::open(game, table).expect("a game")
}

/// A small deterministic random number generator, so that failures repeat.
pub(crate) struct Random(pub u64);

impl Random {
    /// A number from 0 to `limit` - 1.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = splitmix64(self.0);
        usize::try_from(self.0 % limit as u64).expect("below a usize")
    }

    /// A random element of `items`.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A random byte.
    pub(crate) fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).expect("a byte")
    }
}

/// Plays at most `plies` random moves on `referee`, and returns them.
pub(crate) fn wander(referee: &mut dyn Engine, plies: usize, random: &mut Random) -> Vec<String> {
    let mut played = Vec::new();
    while played.len() < plies && referee.result().is_none() {
        let mv = random.pick(&referee.moves()).clone();
        referee.play(&[&mv]).expect("it is legal");
        played.push(mv);
    }
    played
}

/// Plays random moves to the end of the game.
pub(crate) fn wander_to_the_end(referee: &mut dyn Engine, random: &mut Random) -> Vec<String> {
    wander(referee, usize::MAX, random)
}

/// The command that sets up the starting position and plays `moves`.
pub(crate) fn position(moves: &[String]) -> String {
    if moves.is_empty() {
        return "position startpos".into();
    }
    format!("position startpos moves {}", moves.join(" "))
}

/// The answer to `query p1turn`.
pub(crate) fn p1_turn(referee: &dyn Engine) -> String {
    (referee.side() == Side::First).to_string()
}

/// The answer to `query result`.
pub(crate) fn result(referee: &dyn Engine) -> &'static str {
    match referee.result() {
        None => "none",
        Some(Outcome::Drawn) => "draw",
        Some(Outcome::Won(Side::First)) => "p1win",
        Some(Outcome::Won(Side::Second)) => "p2win",
    }
}
