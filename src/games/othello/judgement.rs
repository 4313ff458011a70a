//! What the net thinks of the positions where a search ends, remembered for when they come again.
//!
//! They do so all the time: by another order of moves, as a node after having been looked at as a move, and in the next
//! iteration. The table is for what was searched; here a position takes eight bytes near the core.

use bytemuck::allocation::zeroed_box;

use super::board::{Board, Squares};
use super::features::Features;
use super::moves::CORNERS;
use super::net;
use super::position::{Othello, Placement, hash};
use crate::search::{Score, Search, Window};

/// 128 KiB: a small part of a core's own cache.
const PLACES: usize = 1 << PLACE_BITS;
const PLACE_BITS: u32 = 14;
/// The part of a place that holds the score; the rest is the hash's.
const SCORE: u64 = 0xffff;

/// What one worker has seen.
pub(super) struct Judgements {
    places: Box<[u64; PLACES]>,
    /// By number of empty squares, the move that was enough the last time.
    enough: [u64; 64],
}

impl Default for Judgements {
    fn default() -> Self {
        Self {
            places: zeroed_box(),
            enough: [0; 64],
        }
    }
}

impl Judgements {
    /// What the net thinks of the margin for the side to move.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the score is the low 16 bits"
    )]
    pub(super) fn judge(&mut self, board: Board, features: impl FnOnce() -> Features) -> Score {
        let hash = hash(board);
        let place = &mut self.places[(hash >> (u64::BITS - PLACE_BITS)) as usize];
        if (*place ^ hash) & !SCORE == 0 {
            return Score((*place as u16).cast_signed());
        }
        let score = net::score(board, &features());
        *place = hash & !SCORE | u64::from(score.0.cast_unsigned());
        score
    }
}

/// What the net thinks of the margin for the side to move.
#[inline]
pub(super) fn judge(search: &mut Search<'_, Othello>) -> Score {
    let game = &search.game;
    let judgements = &mut search.scratch.judgements;
    judgements.judge(game.board(), || *game.features())
}

/// The best that is thought of a move, or the first that is enough; `None` if there is no move.
///
/// The move that was enough the last time is looked at first, or else the corners.
pub(super) fn best_judgement(search: &mut Search<'_, Othello>, window: Window) -> Option<Score> {
    let game = &search.game;
    let judgements = &mut search.scratch.judgements;
    let board = game.board();
    let legal = board.legal();
    let at = board.empties() as usize & 63;
    let first = match judgements.enough[at] & legal {
        0 => legal & CORNERS,
        enough => enough,
    };
    let mut best = None;
    for square in Squares(first).chain(Squares(legal & !first)) {
        let mv = Placement {
            square: Some(square),
            flips: board.flips(square),
        };
        search.nodes += 1;
        let next = game.next_board(&mv);
        let score = -judgements.judge(next, || game.next_features(&mv));
        best = best.max(Some(score));
        if window.fails_high(score) {
            judgements.enough[at] = square.bit();
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn what_is_remembered_is_what_the_net_says() {
        let mut judgements = Judgements::default();
        for _ in 0..2 {
            for board in samples::boards(5_000) {
                let features = Features::of(board);
                let expected = net::score(board, &features);
                assert_eq!(judgements.judge(board, || features), expected, "{board}");
            }
        }
    }

    #[test]
    fn what_was_just_judged_is_not_judged_again() {
        let mut judgements = Judgements::default();
        for board in samples::boards(100) {
            let score = judgements.judge(board, || Features::of(board));
            let again = judgements.judge(board, || unreachable!("it is remembered"));
            assert_eq!(again, score, "{board}");
        }
    }
}
