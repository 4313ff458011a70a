//! Multi-ProbCut by the static evaluation alone: one or two plies above the leaves, and where the endgame solver would
//! begin, no search is much shallower.

use super::bounds::{bounds, deviations};
use super::model::{Model, ProbCutCase};
use super::tables::{ENDGAME_TABLES, MIDGAME_TABLES, ModelTables};
use crate::games::othello::eval::net::NetOutput;
use crate::games::othello::position::Othello;
use crate::games::othello::search::static_eval::{cached_eval, cached_output};
use crate::search::{Draft, Score, Window, Worker};

/// The best static evaluation of a child predicted by that of the position. The mean is positive, since the side to
/// move chooses the best child.
///
/// Fitted to 1,441 positions of tournament games and moves off them, 14 to 60 empties.
static NEXT: ModelTables = ModelTables::of(&Model {
    mean: [3.0, -0.04, 0.0, 0.0, 0.0],
    deviation: [2.05, -0.0298, 0.0, 0.0833, 0.0],
});

/// Factors on the standard deviations one and two plies above the leaves.
///
/// In the midgame a wrong cutoff two plies above them costs little, and the nodes it saves reach deeper: chosen by
/// matches. In a search to the end, where shallow searches order moves and make guesses, chosen for few nodes on 381
/// positions with 20 and 25 empties.
const fn factors(in_endgame: bool) -> [f32; 2] {
    if in_endgame { [0.8, 1.0] } else { [1.0, 0.5] }
}

/// The bound of a cutoff at a midgame node one or two plies above the leaves, if there is one.
pub(in crate::games::othello::search) fn static_probcut(
    search: &mut Worker<'_, Othello>,
    draft: Draft,
    window: Window,
) -> Option<Score> {
    if draft.is_exact() {
        return None;
    }
    let case = ProbCutCase::of_static_eval(search.game.empties(), draft.depth);
    let t = deviations(search, draft);
    let [one_ply, two_plies] = factors(search.mode.in_endgame);
    let (static_eval, (high, low)) = if draft.depth == 1 {
        (
            cached_eval(search),
            bounds(&NEXT, case, one_ply * t, window),
        )
    } else {
        // The same side moves at the leaves, so the model of shallow searches holds for the static evaluation.
        let NetOutput { score, error } = cached_output(search);
        let case = case.with_error(error);
        (score, bounds(&MIDGAME_TABLES, case, two_plies * t, window))
    };
    cutoff(static_eval, (high, low), window)
}

/// The bound of a cutoff at a node of a search to the end that would be solved, if there is one. `deviations` of
/// [`ENDGAME_TABLES`] tell how far off the static evaluation is likely to be.
pub(in crate::games::othello::search) fn static_end_probcut(
    search: &mut Worker<'_, Othello>,
    draft: Draft,
    window: Window,
) -> Option<Score> {
    if draft.is_exact() {
        return None;
    }
    let NetOutput { score, error } = cached_output(search);
    let empties = search.game.empties();
    let case = ProbCutCase::of_static_eval(empties, empties).with_error(error);
    let asked = bounds(&ENDGAME_TABLES, case, deviations(search, draft), window);
    cutoff(score, asked, window)
}

/// The bound of `window` that the static evaluation settles, if it fails high or low in the windows asked for.
fn cutoff(static_eval: Score, (high, low): (Window, Window), window: Window) -> Option<Score> {
    if high.fails_high(static_eval) {
        Some(window.beta)
    } else {
        low.fails_low(static_eval).then_some(window.alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::games::othello::endgame::Solver;
    use crate::games::othello::samples;
    use crate::search::{OutOfMemory, SearchLimits, Selectivity, SharedState, TranspositionTable};

    /// At 73 percent, the static evaluation settles most endings that are far outside the window, and few wrongly.
    #[test]
    fn endings_far_outside_the_window_are_guessed() -> Result<(), OutOfMemory> {
        let (table, shared) = (TranspositionTable::new(1)?, SharedState::default());
        let mut solver = Solver::new();
        let window = Window {
            alpha: Score(-1),
            beta: Score(1),
        };
        let [mut asked, mut guessed, mut wrong] = [0; 3];
        for board in samples::endings(2_000, 9, 24) {
            if board.legal() == 0 {
                continue;
            }
            let game = Othello::new(board, Side::First);
            let mut search = Worker::new(game, &table, &shared, SearchLimits::default());
            let mut guess = |selectivity| {
                let draft = Draft {
                    depth: 9,
                    selectivity,
                };
                static_end_probcut(&mut search, draft, window)
            };
            assert_eq!(guess(Selectivity::EXACT), None, "{board}");
            let truth = solver.score(board).0;
            asked += 1;
            if let Some(bound) = guess(Selectivity::MIN) {
                guessed += 1;
                let holds = if bound == window.beta {
                    truth > 0
                } else {
                    truth < 0
                };
                wrong += i32::from(!holds);
            }
        }
        assert!(2 * guessed > asked, "{guessed} of {asked}");
        assert!(10 * wrong < guessed, "{wrong} of {guessed}");
        Ok(())
    }
}
