//! Plain minimax search, and a driver for the real search to compare with it.

use std::ops::ControlFlow;

use kaeshi::game::Game;
use kaeshi::search::{
    PvReport, Score, SearchLimits, Searchable, SharedState, TranspositionTable, Worker,
};

/// The value of `game` for the side to move, `ply` plies from the root, by searching all lines of play to their end.
///
/// `over` scores a finished game by the bare rules, without any shortcut.
pub(crate) fn minimax<G: Game>(
    game: &mut G,
    ply: u16,
    over: &impl Fn(&G, u16) -> Option<Score>,
) -> Score {
    if let Some(score) = over(game, ply) {
        return score;
    }
    let mover = game.side();
    let mut legal = Vec::new();
    game.moves(|mv| legal.push(mv));
    let mut best = Score::MIN;
    for mv in &legal {
        game.make(mv);
        let below = minimax(game, ply + 1, over);
        best = best.max(if game.side() == mover { below } else { -below });
        game.unmake(mv);
    }
    best
}

/// The last report of a search to the end by one worker with a fresh table of 1 MiB.
pub(crate) fn search_to_the_end<G: Searchable>(game: &G) -> PvReport {
    let table = TranspositionTable::new(1).expect("one mebibyte");
    let signals = SharedState::default();
    let mut last = None;
    Worker::new(game.clone(), &table, &signals, SearchLimits::default()).iterative_deepening(
        1,
        |report| {
            last = Some(report.clone());
            ControlFlow::Continue(())
        },
    );
    last.expect("the game is not over")
}
