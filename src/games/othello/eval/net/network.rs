//! The net in memory, and its evaluation of a position.

#[cfg(target_feature = "avx2")]
pub(super) use super::avx2 as compute;
use super::head::{Head, OUTPUT_SHIFT};
use super::inputs::Inputs;
#[cfg(not(target_feature = "avx2"))]
pub(super) use super::portable as compute;
use super::row_memory::RowMemory;
use crate::games::othello::constants::{MAX_SCORE, MIN_ERROR};
use crate::games::othello::eval::features::Features;
use crate::games::othello::eval::inputs::Mobility;
use crate::games::othello::rules::board::Board;
use crate::search::Score;

/// The outputs of the net: a score and its expected error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetOutput {
    /// The score for the side to move, -8192 to 8192.
    pub score: Score,
    /// The expected absolute error of the score in score units: 0 when the game is over, 64 to 8192 before.
    pub error: i16,
}

/// The whole net.
pub struct Net {
    pub(super) rows: RowMemory,
    pub(super) heads: Box<[Head]>,
    /// The index of the head for each number of empties, 0 to 64.
    pub(super) head: [u8; 65],
}

impl Net {
    /// The score of `board` and its expected error; exact when the game is over.
    ///
    /// `features` are those of `board`.
    #[inline]
    #[must_use]
    pub fn evaluate(&self, board: Board, features: &Features) -> NetOutput {
        let [score, error] = self.outputs(board, features);
        NetOutput {
            score: Score(score),
            error,
        }
    }

    /// The score of [`Self::evaluate`] alone, which costs less.
    #[inline]
    #[must_use]
    pub fn score(&self, board: Board, features: &Features) -> Score {
        let [score] = self.outputs(board, features);
        Score(score)
    }

    /// The first `N` outputs: the score, then its expected error.
    #[inline]
    fn outputs<const N: usize>(&self, board: Board, features: &Features) -> [i16; N] {
        let mobility = Mobility::of(board);
        if !mobility.has_move() {
            return self.outputs_passed(board.passed(), features);
        }
        self.compute(board, &Inputs::of(board, features, mobility))
    }

    /// The outputs when the side to move has no move: after the pass, or at the end of the game.
    #[cold]
    fn outputs_passed<const N: usize>(&self, passed: Board, features: &Features) -> [i16; N] {
        let mobility = Mobility::of(passed);
        let mut outputs = if mobility.has_move() {
            self.compute(passed, &Inputs::of(passed, &features.passed(), mobility))
        } else {
            let mut over = [0; N];
            over[0] = passed.disc_diff().score().0;
            over
        };
        outputs[0] = -outputs[0];
        outputs
    }

    #[inline]
    fn compute<const N: usize>(&self, board: Board, inputs: &Inputs<'_>) -> [i16; N] {
        finish(compute::outputs(&self.rows, self.head(board), inputs))
    }

    #[inline]
    pub(super) fn head(&self, board: Board) -> &Head {
        &self.heads[self.stage(board.empties())]
    }

    /// The stage of positions with `empties` empty squares, 0 to 63.
    #[inline]
    #[must_use]
    pub fn stage(&self, empties: u32) -> usize {
        usize::from(self.head[empties as usize & 63])
    }
}

/// The first `N` outputs in score units: shifted and clamped.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "clamped before")]
fn finish<const N: usize>(totals: [i32; N]) -> [i16; N] {
    let (max, min_error) = (i32::from(MAX_SCORE.0), i32::from(MIN_ERROR));
    let mut outputs = [0; N];
    for ((output, total), least) in outputs.iter_mut().zip(totals).zip([-max, min_error]) {
        *output = (total >> OUTPUT_SHIFT).clamp(least, max) as i16;
    }
    outputs
}
