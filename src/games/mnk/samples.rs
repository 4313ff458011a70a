//! Positions that tests have in common.

use super::position::Mnk;
use crate::game::{Game, splitmix64};

/// A random position with `empty` empty cells and no line; `None` if the random game was won before.
pub(super) fn random_position(start: &Mnk<u64>, empty: u16, seed: &mut u64) -> Option<Mnk<u64>> {
    let mut game = start.clone();
    while game.empty_count() > empty {
        let mut cells = Vec::new();
        game.moves(|cell| cells.push(cell));
        *seed = splitmix64(*seed);
        game.make(&cells[usize::try_from(*seed % cells.len() as u64).expect("few")]);
        if game.is_won() {
            return None;
        }
    }
    Some(game)
}
