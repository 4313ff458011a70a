//! Who wins a game after each move, as far as that can be proven.

use std::ops::ControlFlow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::{Engine, GoLimits, SearchResult, Settings};
use crate::game::{InputError, Outcome, Side};
use crate::search::Score;

/// A position of a game, before a move or at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvenPly {
    /// Whose turn it is: 1 for the player who moved first, or 2.
    pub player: u8,
    /// The move played; `None` in the last position.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// The result with best play for the player whose turn it is, -1 to 1: 1 is a win, 0 a draw, -1 a loss. `None` if it
    /// is not proven.
    pub result: Option<i8>,
    /// The result in words, such as `a win in 5 plies`, or proven bounds.
    pub words: Option<String>,
    /// The number of plies after which the game ends with best play, if that is proven of a won or lost position.
    pub plies: Option<u16>,
    /// The best move found.
    pub best: Option<String>,
    /// Whether the move played changed the proven result.
    pub changed: bool,
}

/// A game and its proven results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvenGame {
    /// The positions, one more than moves.
    pub plies: Vec<ProvenPly>,
}

impl ProvenGame {
    /// The moves that changed a proven result, each with its index from 0.
    pub fn changes(&self) -> impl Iterator<Item = (usize, &ProvenPly)> {
        let plies = self.plies.iter().enumerate();
        plies.filter(|(_, ply)| ply.changed)
    }
}

/// Searches every position of a game from its end backwards with one table. The game is `moves` from the position `setup`, or
/// from the starting position of `engine`. Each search takes `time` at most and uses `threads` threads, 1 or more.
///
/// `progress` is called with the index of each position and what is proven of it, and between them several times a second
/// with `None`. It may end the search; then the result is `Ok(None)`.
///
/// # Errors
/// If the position or a move is not legal, or the system has no thread for a search.
pub fn prove(
    engine: &mut (dyn Engine + 'static),
    (setup, moves): (Option<&str>, &[&str]),
    time: Duration,
    threads: usize,
    mut progress: impl FnMut(Option<(usize, &ProvenPly)>) -> ControlFlow<()>,
) -> Result<Option<ProvenGame>, InputError> {
    let mut plies = Vec::with_capacity(moves.len() + 1);
    let mut after: Option<ProvenPly> = None;
    for index in (0..=moves.len()).rev() {
        engine
            .set_up(setup, &moves[..index])
            .map_err(InputError::new)?;
        let go_on = || progress(None);
        let ControlFlow::Continue(mut ply) = position(engine, time, threads, go_on)? else {
            return Ok(None);
        };
        if let Some(after) = &after {
            // The engine's own spelling of the move.
            engine.play(&moves[index..=index])?;
            ply.name = engine.last_move();
            ply.merge(after);
        }
        if progress(Some((index, &ply))).is_break() {
            return Ok(None);
        }
        after = Some(ply.clone());
        plies.push(ply);
    }
    plies.reverse();
    Ok(Some(ProvenGame { plies }))
}

/// What is proven of the current position of `engine`; ends early if `go_on` says so.
fn position(
    engine: &mut (dyn Engine + 'static),
    time: Duration,
    threads: usize,
    mut go_on: impl FnMut() -> ControlFlow<()>,
) -> Result<ControlFlow<(), ProvenPly>, InputError> {
    let player = match engine.side() {
        Side::First => 1,
        Side::Second => 2,
    };
    let mut ply = ProvenPly {
        player,
        name: None,
        result: None,
        words: None,
        plies: None,
        best: None,
        changed: false,
    };
    if let Some(outcome) = engine.result() {
        ply.result = Some(match outcome {
            Outcome::Drawn => 0,
            Outcome::Won(side) if side == engine.side() => 1,
            Outcome::Won(_) => -1,
        });
        return Ok(ControlFlow::Continue(ply));
    }
    let limits = GoLimits {
        move_time: Some(time),
        ..GoLimits::default()
    };
    let settings = Settings {
        threads,
        overhead: Duration::ZERO,
        ..Settings::default()
    };
    let mut flow = ControlFlow::Continue(());
    let result = engine.choose_while(&limits, settings, || {
        flow = go_on();
        flow.is_continue()
    })?;
    if flow.is_break() {
        return Ok(ControlFlow::Break(()));
    }
    ply.result = proven(&result);
    let decided = result.info.as_ref().filter(|_| ply.result.is_some());
    ply.plies = decided.and_then(|info| info.score.plies_to_end());
    ply.best = result.best;
    ply.words = result.proven;
    Ok(ControlFlow::Continue(ply))
}

/// The proven result for the side to move.
fn proven(result: &SearchResult) -> Option<i8> {
    let info = result.info.as_ref().filter(|info| info.proven.is_some())?;
    Some(match info.score.cmp(&Score::DRAW) {
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => -1,
    })
}

impl ProvenPly {
    /// Takes over what the position after the move proves, and says whether the move changed the result.
    fn merge(&mut self, after: &Self) {
        let sign = if after.player == self.player { 1 } else { -1 };
        let Some(next) = after.result.map(|result| sign * result) else {
            return;
        };
        if self.result.is_none() && next == 1 {
            // A won position after the move proves that this one is won, too.
            self.result = Some(1);
            self.best.clone_from(&self.name);
        }
        self.changed = self.result.is_some_and(|result| result > next);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games;
    use crate::search::TranspositionTable;

    #[test]
    fn a_lost_game_of_tictactoe_names_the_mistakes() {
        let table = Arc::new(TranspositionTable::new(1).expect("a mebibyte"));
        let mut engine = games::open("tictactoe", table).expect("a game");
        // After a1 only the centre holds the draw; c1 loses; b3 then gives the win away.
        let moves = ["a1", "b1", "a3", "a2", "c3", "b2", "b3"];
        let time = Duration::from_secs(5);
        let game = prove(&mut *engine, (None, &moves), time, 1, |_| {
            ControlFlow::Continue(())
        })
        .expect("legal moves")
        .expect("it is not ended");
        let results: Vec<_> = game.plies.iter().map(|ply| ply.result).collect();
        assert_eq!(
            results,
            [0, 0, 1, -1, 1, -1, 1, -1].map(Some),
            "{:?}",
            game.plies
        );
        let changed: Vec<_> = game.plies.iter().map(|ply| ply.changed).collect();
        assert_eq!(
            changed,
            [false, true, false, false, false, false, false, false]
        );
        assert!(
            prove(&mut *engine, (None, &["a1", "a1"]), time, 1, |_| {
                ControlFlow::Continue(())
            })
            .is_err()
        );
    }
}
