//! The inputs of the net for a position.

use super::move_inputs::{FIRST_MOVES, MOVE_LANES, NET_INPUTS, move_inputs};
use crate::games::othello::eval::features::{Features, PADDED_FEATURES};
use crate::games::othello::eval::inputs::{COUNTS, INPUTS, Mobility, counts, fill};
use crate::games::othello::rules::board::Board;

/// The inputs of a position as numbers of 16 bits: the distance of each row from one that depends on the lane alone.
///
/// They are read one by one, to compute addresses, so they are as short as possible and need no arithmetic before.
pub(super) struct Inputs<'f> {
    /// The states of the pattern instances, seen from state zero.
    pub(super) states: &'f [i16; PADDED_FEATURES],
    /// The entries of the counts, seen from the first one.
    pub(super) counts: [u16; COUNTS],
    /// The entries of the move inputs, seen from the first one of the lane.
    pub(super) moves: [u16; MOVE_LANES],
}

impl<'f> Inputs<'f> {
    /// The inputs of `board`, which has these `features` and this `mobility`.
    #[inline]
    pub(super) fn of(board: Board, features: &'f Features, mobility: Mobility) -> Self {
        Self {
            states: features.states(),
            counts: counts(board, mobility),
            moves: move_inputs(board, mobility),
        }
    }
}

/// The inputs of a position for the trainer: the numbers of the rows of states and counts, then those of the rows of the
/// moves. The slow twin of the search's net is tested with these, so that search and trainer cannot differ.
#[must_use]
pub fn net_inputs(board: Board, features: &Features, mobility: Mobility) -> [u32; NET_INPUTS] {
    let mut all = [0; NET_INPUTS];
    if let Some(first) = all.first_chunk_mut::<INPUTS>() {
        fill(first, board, features, mobility);
    }
    let moves = move_inputs(board, mobility).into_iter().zip(FIRST_MOVES);
    for (input, (index, first)) in all[INPUTS..].iter_mut().zip(moves) {
        *input = first + u32::from(index);
    }
    all
}
