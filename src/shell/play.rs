//! Plays for a given side, where programs leave out forced passes.

use crate::engine::Engine;
use crate::game::{InputError, Side};

/// Why a side could not play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlayError {
    /// The other side is to move and has a move.
    NotYourTurn,
    /// The move is not legal.
    Refused(InputError),
}

/// The name of a pass, which every game with passes accepts.
const PASS: &str = "pass";

/// Minimum number of moves that can be taken back, more than in any game here. Only passes after the end of a game can
/// exceed it.
pub(super) const MAX_KEPT: usize = 4096;

/// Whether the name of a move is that of a square, and not a pass.
pub(super) fn is_square(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.ends_with(|last: char| last.is_ascii_digit())
}

/// Whether the side to move can only pass.
pub(super) fn must_pass(engine: &dyn Engine) -> bool {
    matches!(engine.moves().as_slice(), [only] if !is_square(only))
}

/// Makes `side` the side to move, by a pass of the other side if that is forced. Returns the number of plies.
pub(super) fn auto_pass(engine: &mut dyn Engine, side: Side) -> Result<usize, PlayError> {
    if engine.side() == side || engine.result().is_some() {
        return Ok(0);
    }
    if !must_pass(engine) {
        return Err(PlayError::NotYourTurn);
    }
    engine.play(&[PASS]).map_err(PlayError::Refused)?;
    Ok(1)
}

/// Plays on `square`, or passes for `None`, for `side`. Returns the number of plies.
///
/// The other side passes first if it must. A pass that changes nothing counts as 0 plies: after the end of the game, or
/// if the turn has already passed. If the move is refused, nothing is played.
pub(super) fn play_as(
    engine: &mut dyn Engine,
    side: Side,
    square: Option<&str>,
) -> Result<usize, PlayError> {
    if square.is_none() && (engine.result().is_some() || has_passed(engine, side)) {
        return Ok(0);
    }
    let passes = auto_pass(engine, side)?;
    match engine.play(&[square.unwrap_or(PASS)]) {
        Ok(()) => Ok(passes + 1),
        Err(why) => {
            for _ in 0..passes {
                engine.undo().map_err(PlayError::Refused)?;
            }
            Err(PlayError::Refused(why))
        }
    }
}

/// Whether the last move was a pass of `side`.
fn has_passed(engine: &dyn Engine, side: Side) -> bool {
    engine.side() != side && engine.last_move().is_some_and(|name| !is_square(&name))
}
