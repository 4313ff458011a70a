//! Perft: counts the leaves of the game tree, to test a move generator.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::Game;

/// The number of leaves of the game tree `depth` plies deep. A game that ends before counts [`Game::EARLY_END`].
///
/// The result is meaningless if `stop` is set before the end.
///
/// # Examples
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use kaeshi::games::othello::Othello;
/// use kaeshi::perft::perft;
///
/// assert_eq!(perft(&mut Othello::default(), 6, &AtomicBool::new(false)), 8200);
/// ```
#[must_use]
pub fn perft<G: Game>(game: &mut G, depth: u8, stop: &AtomicBool) -> u64 {
    if depth == 0 || stop.load(Relaxed) {
        return 1;
    }
    if game.terminal_score(0).is_some() {
        return G::EARLY_END;
    }
    if let Some(leaves) = game.bulk_perft(depth) {
        return leaves;
    }
    let mut moves = Vec::new();
    game.moves(|mv| moves.push(mv));
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for mv in &moves {
        game.make(mv);
        leaves += perft(game, depth - 1, stop);
        game.unmake(mv);
    }
    leaves
}

/// The [`perft`] count below each root move; empty if the game is over or `depth` is 0.
///
/// # Examples
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use kaeshi::games::othello::Othello;
/// use kaeshi::perft::divide;
///
/// let counts = divide(&Othello::default(), 3, &AtomicBool::new(false));
/// assert_eq!(counts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 56);
/// ```
#[must_use]
pub fn divide<G: Game>(position: &G, depth: u8, stop: &AtomicBool) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 && position.terminal_score(0).is_none() {
        position.moves(|mv| moves.push(mv));
    }
    let mut game = position.clone();
    let mut below = |mv: G::Move| {
        game.make(&mv);
        let leaves = perft(&mut game, depth - 1, stop);
        game.unmake(&mv);
        (mv, leaves)
    };
    moves.into_iter().map(&mut below).collect()
}
