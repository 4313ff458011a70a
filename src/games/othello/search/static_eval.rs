//! Static evaluations of the current position and of its children, by the net through the worker's cache.

use crate::games::othello::eval::net::NetOutput;
use crate::games::othello::position::{Othello, OthelloMove};
use crate::games::othello::rules::moves::CORNERS;
use crate::games::othello::rules::square::Squares;
use crate::search::{Score, Window, Worker};

/// The static evaluation of the current position by the net, cached.
#[inline]
pub(super) fn cached_eval(search: &mut Worker<'_, Othello>) -> Score {
    let game = &search.game;
    let evals = &mut search.data.eval_cache;
    evals.score(game.board(), || *game.features())
}

/// As [`cached_eval`], and the net's expected error.
#[inline]
pub(super) fn cached_output(search: &mut Worker<'_, Othello>) -> NetOutput {
    let game = &search.game;
    let evals = &mut search.data.eval_cache;
    evals.output(game.board(), || *game.features())
}

/// The best static evaluation of a child, or the first that fails high; `None` if there is no move.
///
/// Evaluates the killer for this number of empties first, or else the corners.
pub(super) fn best_child_eval(search: &mut Worker<'_, Othello>, window: Window) -> Option<Score> {
    let game = &search.game;
    let evals = &mut search.data.eval_cache;
    let board = game.board();
    let legal = board.legal();
    let at = board.empties() as usize & 63;
    let first = match evals.killer[at] & legal {
        0 => legal & CORNERS,
        enough => enough,
    };
    let mut best = None;
    for square in Squares(first).chain(Squares(legal & !first)) {
        let mv = OthelloMove {
            square: Some(square),
            flips: board.flips(square),
        };
        search.nodes += 1;
        let next = game.next_board(&mv);
        let score = -evals.score(next, || game.next_features(&mv));
        best = best.max(Some(score));
        if window.fails_high(score) {
            evals.killer[at] = square.bit();
            break;
        }
    }
    best
}
