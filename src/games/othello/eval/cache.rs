//! A cache of the net's static evaluations.
//!
//! The same position recurs often: by transposition, as a child evaluated for move ordering and then searched, and in
//! the next iteration. The transposition table holds searched nodes only; an entry here takes eight bytes near the
//! core.

use bytemuck::Zeroable;
use bytemuck::allocation::zeroed_box;

use super::features::Features;
use super::net::{self, NetOutput};
use crate::games::othello::constants::DISC;
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::hash::hash;
use crate::search::Score;

/// Entries: 128 KiB, a small part of a core's own cache.
const SLOTS: usize = 1 << 14;
/// Bits of a [`Slot`] that hold the score.
const SCORE_BITS: u32 = 16;
/// Bits of a [`Slot`] above the score that hold the expected error.
const ERROR_BITS: u32 = 8;
/// The unit of the expected errors in a [`Slot`], in score units: an eighth of a disc, so that 8 bits hold 32 discs.
pub(in crate::games::othello) const ERROR_UNIT: i16 = DISC / 8;

/// An entry: the score in the low bits, the expected error or 0 if it is not known, and the high bits of the hash.
#[derive(Clone, Copy, Zeroable)]
#[repr(transparent)]
struct Slot(u64);

impl Slot {
    const HASH_MASK: u64 = u64::MAX << (SCORE_BITS + ERROR_BITS);

    /// The expected error is rounded to an eighth of a disc and at most 31.9 discs.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to 1 to 255"
    )]
    fn new(hash: u64, score: Score, error: Option<i16>) -> Self {
        let units = |error| (error + ERROR_UNIT / 2) / ERROR_UNIT;
        let units = error.map_or(0, |error| units(error).clamp(1, u8::MAX.into()) as u8);
        let score = u64::from(score.0.cast_unsigned());
        Self(hash & Self::HASH_MASK | u64::from(units) << SCORE_BITS | score)
    }

    fn is_of(self, hash: u64) -> bool {
        (self.0 ^ hash) & Self::HASH_MASK == 0
    }

    #[expect(clippy::cast_possible_truncation, reason = "the low 16 bits")]
    fn score(self) -> Score {
        Score((self.0 as u16).cast_signed())
    }

    /// The expected error in score units, if it is known.
    #[expect(clippy::cast_possible_truncation, reason = "8 bits above the score")]
    fn error(self) -> Option<i16> {
        let units = (self.0 >> SCORE_BITS) as u8;
        (units != 0).then_some(i16::from(units) * ERROR_UNIT)
    }
}

/// The evaluation cache and the killer moves of one worker.
pub(in crate::games::othello) struct EvalCache {
    slots: Box<[Slot; SLOTS]>,
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
    pub(in crate::games::othello) fn score(
        &mut self,
        board: Board,
        features: impl FnOnce() -> Features,
    ) -> Score {
        let hash = hash(board);
        let slot = self.slot(hash);
        if !slot.is_of(hash) {
            *slot = Slot::new(hash, net::score(board, &features()), None);
        }
        slot.score()
    }

    /// As [`Self::score`], with the net's expected error, rounded to an eighth of a disc and at most 31.9 discs.
    #[inline]
    pub(in crate::games::othello) fn output(
        &mut self,
        board: Board,
        features: impl FnOnce() -> Features,
    ) -> NetOutput {
        let hash = hash(board);
        let slot = self.slot(hash);
        let known = slot.error().filter(|_| slot.is_of(hash));
        let error = known.unwrap_or_else(|| {
            let NetOutput { score, error } = net::evaluate(board, &features());
            *slot = Slot::new(hash, score, Some(error));
            slot.error().unwrap_or(error)
        });
        NetOutput {
            score: slot.score(),
            error,
        }
    }

    /// The slot for `hash`, chosen by low bits of it, which a [`Slot`] does not keep.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "masked")]
    fn slot(&mut self, hash: u64) -> &mut Slot {
        &mut self.slots[hash as usize % SLOTS]
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
                assert_eq!(evals.score(board, || features), expected, "{board}");
            }
        }
    }

    /// Whether the score was asked for before, or nothing.
    #[test]
    fn an_expected_error_is_that_of_the_net_within_half_its_unit() {
        let mut evals = EvalCache::default();
        for (number, board) in samples::boards(5_000).into_iter().enumerate() {
            let features = Features::of(board);
            if number % 2 == 0 {
                evals.score(board, || features);
            }
            let found = evals.output(board, || features);
            let expected = net::evaluate(board, &features);
            assert_eq!(found.score, expected.score, "{board}");
            let off = found.error - expected.error.clamp(ERROR_UNIT, 255 * ERROR_UNIT);
            assert!(off.abs() <= ERROR_UNIT / 2, "{board} {off}");
        }
    }

    #[test]
    fn what_was_just_judged_is_not_judged_again() {
        let mut evals = EvalCache::default();
        for board in samples::boards(100) {
            let output = evals.output(board, || Features::of(board));
            let again = evals.output(board, || unreachable!("it is remembered"));
            assert_eq!(again, output, "{board}");
            let score = evals.score(board, || unreachable!("it is remembered"));
            assert_eq!(score, output.score, "{board}");
        }
    }
}
