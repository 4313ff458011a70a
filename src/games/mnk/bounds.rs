//! Bounds that need no search: ends within a few plies, and draws by the potential of the lines.

use super::bits::Bits;
use super::position::Mnk;
use super::variant::Cell;
use crate::game::{Game, Side};
use crate::search::{Score, Window};

/// The score, if a side fills a line at once or cannot be stopped.
#[inline]
pub(super) fn decided<B: Bits>(game: &Mnk<B>, ply: u16) -> Option<Score> {
    if game.can_win(game.side()) {
        return Some(Score::win(ply + 1));
    }
    let threatened = game.winning_cells(!game.side()).count();
    (threatened > 1).then(|| Score::loss(ply + 2))
}

/// A bound, if the window lies outside the scores that the sides can still reach.
#[inline]
pub(super) fn bound<B: Bits>(game: &Mnk<B>, ply: u16, window: Window) -> Option<Score> {
    // There is no win at once and no double threat, so these are the quickest ends left. With gravity, any stone may
    // let the other side win above it, and the cells that the bounds need may be out of reach.
    let falls = game.rules().variant().has_gravity();
    let soonest = if falls { ply + 2 } else { ply + 4 };
    let (slowest, quickest) = (Score::loss(soonest), Score::win(ply + 3));
    if window.fails_low(quickest) {
        return Some(quickest);
    }
    if window.fails_high(slowest) {
        return Some(slowest);
    }
    if falls {
        return None;
    }
    let (mover, other) = (game.side(), !game.side());
    let holds = || erdos_selfridge_draw(game, other);
    let is_stopped = || erdos_selfridge_draw_on_move(game, mover);
    let draw = (window.fails_high(Score::DRAW) && holds())
        || (window.fails_low(Score::DRAW) && is_stopped());
    draw.then_some(Score::DRAW)
}

/// Whether the side to move can keep its opponent `attacker` from ever filling a line.
///
/// It can if the attacker's potential is below that of one line. Taking the heaviest cell each time never lets it grow
/// (Erdős and Selfridge, "On a combinatorial game", 1973).
#[inline]
fn erdos_selfridge_draw<B: Bits>(game: &Mnk<B>, attacker: Side) -> bool {
    game.line_counts().stats(attacker).potential < whole(game)
}

/// Whether `attacker`, the side to move, can be kept from ever filling a line: its potential
/// stays below one line even after its heaviest move.
#[inline]
pub(super) fn erdos_selfridge_draw_on_move<B: Bits>(game: &Mnk<B>, attacker: Side) -> bool {
    let (potential, whole) = (game.line_counts().stats(attacker).potential, whole(game));
    if potential >= whole {
        return false;
    }
    let mut heaviest = 0;
    // No cell weighs more than all lines together.
    if potential * 2 >= whole {
        game.moves(|cell| heaviest = heaviest.max(weight(game, cell, attacker)));
    } else {
        heaviest = potential;
    }
    potential + heaviest < whole
}

/// The potential of a filled line.
#[inline]
pub(super) fn whole<B: Bits>(game: &Mnk<B>) -> u64 {
    1 << game.rules().variant().in_row()
}

#[inline]
pub(super) fn weight<B: Bits>(game: &Mnk<B>, cell: Cell, side: Side) -> u64 {
    game.line_counts().weight(game.rules().lines(), cell, side)
}

#[cfg(test)]
mod tests {
    use super::super::samples::random_position;
    use super::super::variant::Variant;
    use super::*;
    use crate::game::{Notation, Outcome};

    /// Whether `attacker` can force a line, by exhaustive search.
    fn can_win(game: &mut Mnk<u64>, attacker: Side) -> bool {
        if let Some(outcome) = game.result() {
            return outcome == Outcome::Won(attacker);
        }
        let attacks = game.side() == attacker;
        let mut cells = Vec::new();
        game.moves(|cell| cells.push(cell));
        let wins = |cell: &Cell| {
            game.make(cell);
            let wins = can_win(game, attacker);
            game.unmake(cell);
            wins == attacks
        };
        cells.iter().any(wins) == attacks
    }

    #[test]
    fn who_is_held_cannot_win() {
        let mut seed = 1;
        let (mut held, mut held_off, mut free) = (0, 0, 0);
        for (width, height, in_row) in [(3, 3, 3), (4, 3, 3), (5, 3, 3), (4, 4, 4), (5, 5, 4)] {
            let variant = Variant::new(width, height, in_row).expect("a game");
            let start = Mnk::new(variant);
            for round in 0..400 {
                let Some(mut game) = random_position(&start, 4 + round % 6, &mut seed) else {
                    continue;
                };
                let (mover, other) = (game.side(), !game.side());
                if erdos_selfridge_draw(&game, other) {
                    held += 1;
                    assert!(!can_win(&mut game, other), "{}", game.write());
                }
                if erdos_selfridge_draw_on_move(&game, mover) {
                    held_off += 1;
                    assert!(!can_win(&mut game, mover), "{}", game.write());
                } else {
                    free += u32::from(can_win(&mut game, mover));
                }
            }
        }
        assert!(
            held > 200 && held_off > 200 && free > 200,
            "{held} {held_off} {free}"
        );
    }
}
