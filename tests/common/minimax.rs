//! The slow and obvious search, and the driver beside it.

use std::ops::ControlFlow;

use kaeshi::game::Game;
use kaeshi::search::{Limits, Report, Score, Search, Signals, Table};

/// The value of `game` for the side to move, `ply` plies from the root: every line of play, to its end.
///
/// `over` scores a finished game; give it the bare rules, so that nothing clever is believed.
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

/// What one worker with a fresh table of one mebibyte finds in the end.
pub(crate) fn search_to_the_end<G: Game>(game: &G) -> Report {
    let table = Table::new(1).expect("one mebibyte");
    let signals = Signals::default();
    let mut last = None;
    Search::new(game.clone(), &table, &signals, Limits::default()).deepen(1, |report| {
        last = Some(report.clone());
        ControlFlow::Continue(())
    });
    last.expect("the game is not over")
}
