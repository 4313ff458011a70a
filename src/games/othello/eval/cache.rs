//! A cache of the net's static evaluations.
//!
//! The same position recurs often: by transposition, as a child evaluated for move ordering and then searched, and in
//! the next iteration. The transposition table holds searched nodes only; an entry here takes eight bytes near the
//! core.

use bytemuck::allocation::zeroed_box;

use super::features::Features;
use super::net;
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::hash::hash;
use crate::search::Score;

/// Entries: 128 KiB, a small part of a core's own cache.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 14;
/// Bits of an entry that hold the score; the others hold those of the hash.
const SCORE_MASK: u64 = 0xffff;

/// The evaluation cache and the killer moves of one worker.
pub(in crate::games::othello) struct EvalCache {
    slots: Box<[u64; SLOTS]>,
    /// By number of empties: the square of the last move that failed high, as a set; empty if there was none.
    pub(in crate::games::othello) killer: [u64; 64],
}

impl Default for EvalCache {
    fn default() -> Self {
        Self {
            slots: zeroed_box(),
            killer: [0; 64],
        }
    }
}

impl EvalCache {
    /// The net's score for the side to move, cached. `features` computes those of `board` on a miss.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the score is the low 16 bits"
    )]
    pub(in crate::games::othello) fn get(
        &mut self,
        board: Board,
        features: impl FnOnce() -> Features,
    ) -> Score {
        let hash = hash(board);
        let place = &mut self.slots[(hash >> (u64::BITS - SLOT_BITS)) as usize];
        if (*place ^ hash) & !SCORE_MASK == 0 {
            return Score((*place as u16).cast_signed());
        }
        let score = net::score(board, &features());
        *place = hash & !SCORE_MASK | u64::from(score.0.cast_unsigned());
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::samples;

    #[test]
    fn what_is_remembered_is_what_the_net_says() {
        let mut evals = EvalCache::default();
        for _ in 0..2 {
            for board in samples::boards(5_000) {
                let features = Features::of(board);
                let expected = net::score(board, &features);
                assert_eq!(evals.get(board, || features), expected, "{board}");
            }
        }
    }

    #[test]
    fn what_was_just_judged_is_not_judged_again() {
        let mut evals = EvalCache::default();
        for board in samples::boards(100) {
            let score = evals.get(board, || Features::of(board));
            let again = evals.get(board, || unreachable!("it is remembered"));
            assert_eq!(again, score, "{board}");
        }
    }
}
