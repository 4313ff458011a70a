//! The m,n,k games: rules, text and search against known counts, other programs and brute force.

mod marubatsu;
mod marubatsu_players;
#[path = "../common/minimax.rs"]
mod minimax;
mod oracle;
mod rules;
mod solve;
mod text;
mod tree;

use kaeshi::game::{Game, Notation, Outcome, Side, splitmix64};
use kaeshi::games::mnk::bits::Bits;
use kaeshi::games::mnk::{Cell, Mnk, Variant};
use kaeshi::search::Score;

/// A deterministic random number generator with a seed.
pub(crate) struct Random(u64);

impl Random {
    /// A number from 0 to `limit` - 1.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = splitmix64(self.0);
        usize::try_from(self.0 % limit as u64).expect("below a usize")
    }
}

/// The variant of `width` files, `height` ranks and `in_row` in a row.
pub(crate) fn variant(width: u32, height: u32, in_row: u32) -> Variant {
    Variant::new(width, height, in_row).expect("a game")
}

/// The legal moves.
pub(crate) fn moves<B: Bits>(game: &Mnk<B>) -> Vec<Cell> {
    let mut all = Vec::new();
    game.moves(|cell| all.push(cell));
    all
}

/// A random position of `start`'s variant with `empty` empty cells that is not over; `None` if the game ended before.
pub(crate) fn random_position<B: Bits>(
    start: &Mnk<B>,
    empty: u16,
    random: &mut Random,
) -> Option<Mnk<B>> {
    let mut game = start.clone();
    while game.empty_count() > empty {
        let moves = moves(&game);
        game.make(&moves[random.below(moves.len())]);
        if game.is_won() {
            return None;
        }
    }
    Some(game)
}

/// The score of a finished game by the bare rules, for the side to move.
pub(crate) fn by_the_rules<B: Bits>(game: &Mnk<B>, ply: u16) -> Option<Score> {
    Some(match game.result()? {
        Outcome::Drawn => Score::DRAW,
        Outcome::Won(winner) if winner == game.side() => Score::win(ply),
        Outcome::Won(_) => Score::loss(ply),
    })
}

/// The owner of the stone on each cell, rank by rank from the bottom; `None` for an empty cell.
pub(crate) fn picture<B: Bits>(game: &Mnk<B>) -> Vec<Vec<Option<Side>>> {
    let variant = game.rules().variant();
    let owner = |file, rank| {
        let bit = variant.cell(file, rank).expect("on the board").bit();
        [Side::First, Side::Second]
            .into_iter()
            .find(|side| game.stones(*side).has(bit))
    };
    (0..variant.height())
        .map(|rank| (0..variant.width()).map(|file| owner(file, rank)).collect())
        .collect()
}
