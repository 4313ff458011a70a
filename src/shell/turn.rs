//! Playing for a given side, where programs leave out passes that are forced.

use crate::engine::Seat;
use crate::game::{Refused, Side};

/// Why a side could not play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The other side is to move, and it has moves.
    NotYourTurn,
    /// The move is not possible.
    Refused(Refused),
}

/// A pass, as every game that has one reads it.
const PASS: &str = "pass";

/// How many moves of a game are kept to be taken back, at least: more than any game here has. Only passes after its
/// end, of which there may be any number, can be beyond.
pub(super) const MAX_KEPT: usize = 4096;

/// Whether the name of a move on a board is a square's, and not a pass.
pub(super) fn is_square(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.ends_with(|last: char| last.is_ascii_digit())
}

/// Whether whoever is to move can only pass.
pub(super) fn must_pass(seat: &dyn Seat) -> bool {
    matches!(seat.moves().as_slice(), [only] if !is_square(only))
}

/// Makes it the turn of `side`, passing for the other one if that is all it can do; returns how
/// many moves that took.
pub(super) fn give_turn(seat: &mut dyn Seat, side: Side) -> Result<usize, Trouble> {
    if seat.side() == side || seat.result().is_some() {
        return Ok(0);
    }
    if !must_pass(seat) {
        return Err(Trouble::NotYourTurn);
    }
    seat.play(&[PASS]).map_err(Trouble::Refused)?;
    Ok(1)
}

/// Plays a square, or passes (`None`), for `side`, and returns how many moves that took.
///
/// The other side passes first if it must. A pass that changes nothing is no move: after the end
/// of the game, or when the turn has passed already. Nothing is played if the move is refused.
pub(super) fn play_for(
    seat: &mut dyn Seat,
    side: Side,
    square: Option<&str>,
) -> Result<usize, Trouble> {
    if square.is_none() && (seat.result().is_some() || has_passed(seat, side)) {
        return Ok(0);
    }
    let passes = give_turn(seat, side)?;
    match seat.play(&[square.unwrap_or(PASS)]) {
        Ok(()) => Ok(passes + 1),
        Err(why) => {
            for _ in 0..passes {
                seat.undo().map_err(Trouble::Refused)?;
            }
            Err(Trouble::Refused(why))
        }
    }
}

/// Whether the last move was a pass of `side`.
fn has_passed(seat: &dyn Seat, side: Side) -> bool {
    seat.side() != side && seat.last_move().is_some_and(|name| !is_square(&name))
}
