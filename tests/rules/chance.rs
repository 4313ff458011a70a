//! Random numbers and random games.

use kaeshi::game::{Game, Notation, splitmix64};

/// A small deterministic random number generator, so that failures repeat.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number from 0 to `limit` - 1.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = splitmix64(self.0);
        usize::try_from(self.0 % limit as u64).expect("below a usize")
    }
}

/// The legal moves; none when the game is over.
pub(crate) fn moves<G: Notation>(game: &G) -> Vec<G::Move> {
    let mut all = Vec::new();
    if game.result().is_none() {
        game.moves(|mv| all.push(mv));
    }
    all
}

/// The positions of a random game, from `start` to the end, and the moves between them.
pub(crate) fn game<G: Notation>(start: G, random: &mut Random) -> (Vec<G>, Vec<G::Move>) {
    let (mut positions, mut played) = (vec![start.clone()], Vec::new());
    let mut game = start;
    loop {
        let moves = moves(&game);
        if moves.is_empty() {
            assert!(game.result().is_some(), "no move in {}", game.write());
            return (positions, played);
        }
        let mv = moves[random.below(moves.len())];
        game.make(&mv);
        positions.push(game.clone());
        played.push(mv);
    }
}

/// `game` after `mv`.
pub(crate) fn after<G: Game>(game: &G, mv: &G::Move) -> G {
    let mut next = game.clone();
    next.make(mv);
    next
}
