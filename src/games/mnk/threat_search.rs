//! Continuous threats: every move threatens to fill a line at once, until two lines are threatened.
//!
//! After Allis, van den Herik and Huntjens, "Go-Moku solved by new search techniques", 1996, with threats of one move
//! alone. The defender has one reply to each, so that long wins take few nodes.

use super::bits::Bits;
use super::position::Mnk;
use super::variant::Cell;
use crate::game::Side;

/// The plies of a win by continuous threats for `attacker`, who is to move and cannot win at once. `None` if none is
/// found with at most `most` threats.
///
/// The position is restored afterwards.
pub(super) fn win_by_threats<B: Bits>(game: &mut Mnk<B>, attacker: Side, most: u32) -> Option<u16> {
    // The last threat needs two lines.
    if game.line_counts().stats(attacker).pairs < 2 {
        return None;
    }
    let mut left = most;
    threaten(game, attacker, &mut left)
}

fn threaten<B: Bits>(game: &mut Mnk<B>, attacker: Side, left: &mut u32) -> Option<u16> {
    // With gravity, the reply to a threat may support the winning stone.
    if game.rules().variant().has_gravity() && game.can_win(attacker) {
        return Some(1);
    }
    let mut candidates = candidates(game, attacker);
    let forced = game.winning_cells(!attacker);
    if !forced.is_empty() {
        // Of two threatened lines only one can be stopped.
        if forced.count() > 1 {
            return None;
        }
        candidates = candidates & forced;
    }
    let mut rest = candidates;
    while let Some(bit) = rest.lowest() {
        rest = rest & !B::bit(bit);
        *left = left.checked_sub(1)?;
        let cell = Cell::at(bit);
        game.place(cell, attacker);
        let plies = answer(game, attacker, left);
        game.remove(cell, attacker);
        if let Some(plies) = plies {
            return Some(plies + 1);
        }
    }
    None
}

/// The plies of the win after a threat, with the defender to move.
fn answer<B: Bits>(game: &mut Mnk<B>, attacker: Side, left: &mut u32) -> Option<u16> {
    if game.can_win(!attacker) {
        return None;
    }
    let threatened = game.winning_cells(attacker);
    if threatened.count() > 1 {
        return Some(2);
    }
    let reply = Cell::at(threatened.lowest()?);
    game.place(reply, !attacker);
    let plies = threaten(game, attacker, left);
    game.remove(reply, !attacker);
    Some(plies? + 1)
}

/// The empty cells of lines that lack two stones of `attacker` and have none of the defender.
fn candidates<B: Bits>(game: &Mnk<B>, attacker: Side) -> B {
    let (own, other) = (attacker.index(), (!attacker).index());
    let rules = game.rules();
    let wanted = rules.lines().in_row().wrapping_sub(2);
    let mut cells = B::default();
    for (stones, &mask) in game.line_counts().stones().iter().zip(rules.masks()) {
        if stones[own] == wanted && stones[other] == 0 {
            cells = cells | mask;
        }
    }
    cells & game.playable()
}
