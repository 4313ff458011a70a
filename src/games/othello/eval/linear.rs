//! The linear evaluation: a sum of learned weights, one for the state of every pattern and for a few counts.

use super::features::Features;
use super::inputs::{INPUTS, Mobility, fill, inputs};
use super::weights::{self, STEP, Table, Weights};
use crate::games::othello::constants::MAX_SCORE;
use crate::games::othello::rules::board::Board;
use crate::search::Score;

/// The estimated disc difference for the side to move, in score units, -8192 to 8192; exact when the game is over.
///
/// `features` are those of `board`.
#[inline]
#[must_use]
pub fn evaluate(board: Board, features: &Features) -> Score {
    evaluate_given(board, features, Mobility::of(board))
}

/// [`evaluate`] with a mobility computed before.
#[inline]
#[must_use]
pub fn evaluate_given(board: Board, features: &Features, mobility: Mobility) -> Score {
    weights::current().evaluate_given(board, features, mobility)
}

impl Weights {
    /// [`evaluate`] with these weights.
    #[inline]
    #[must_use]
    pub fn evaluate(&self, board: Board, features: &Features) -> Score {
        self.evaluate_given(board, features, Mobility::of(board))
    }

    #[inline]
    fn evaluate_given(&self, board: Board, features: &Features, mobility: Mobility) -> Score {
        if !mobility.has_move() {
            return self.evaluate_passed(board.passed(), features);
        }
        let mut inputs = [0; INPUTS];
        fill(&mut inputs, board, features, mobility);
        sum(self.table(board), &inputs)
    }

    /// The evaluation when the side to move has no move: after the pass, or at the end of the game.
    #[cold]
    fn evaluate_passed(&self, passed: Board, features: &Features) -> Score {
        let mobility = Mobility::of(passed);
        if !mobility.has_move() {
            return -passed.disc_diff().score();
        }
        -sum(
            self.table(passed),
            &inputs(passed, &features.passed(), mobility),
        )
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "clamped before")]
fn sum(table: &Table, inputs: &[u32; INPUTS]) -> Score {
    let mut total = 0;
    for &input in inputs {
        total += i32::from(table.weight(input));
    }
    let max = i32::from(MAX_SCORE.0);
    Score((total * i32::from(STEP)).clamp(-max, max) as i16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::rules::symmetry::Symmetry;
    use crate::games::othello::samples;

    #[test]
    fn symmetric_boards_have_the_same_value_and_passing_changes_its_sign() {
        for board in samples::boards(5_000) {
            let score = evaluate(board, &Features::of(board));
            for symmetry in Symmetry::ALL {
                let image = symmetry.board(board);
                assert_eq!(evaluate(image, &Features::of(image)), score, "{board}");
            }
            if board.legal() == 0 {
                let passed = board.passed();
                assert_eq!(evaluate(passed, &Features::of(passed)), -score, "{board}");
            }
        }
    }

    /// A side that holds all corners and edges is ahead, whatever the exact weights.
    #[test]
    fn a_won_position_looks_won() -> Result<(), Box<dyn std::error::Error>> {
        let text = "XXXXXXXXXXXXXXXXXXOOOOXXXXOXOOXXXXOOXOXXXX-OOOXXX---O-----------";
        let (board, _) = Board::parse(&format!("{text} X"))?;
        let score = evaluate(board, &Features::of(board));
        assert!(score > Score(20 * 128), "{score:?}");
        Ok(())
    }
}
