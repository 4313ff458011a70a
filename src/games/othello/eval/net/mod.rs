//! The neural net: a learned evaluation of how patterns act together.
//!
//! Every pattern state and every count of the linear evaluation, and every state of the moves in a part of the board
//! (`move_inputs`), has an embedding, a row of [`EMBEDDING_DIM`] numbers that all stages share. The rows of a position are
//! summed over the whole board, and their first [`QUADRANT_DIM`] numbers over each quadrant. One layer of clipped hidden
//! units takes the sum of the board, another the sum of each quadrant in turn. Their outputs and the sum of the board give
//! the score and its expected error. Only these two layers and the outputs depend on the stage.
//!
//! All numbers are integers: rows of 8 bits, sums of rows of 16, everything after them of 32. No position can make one
//! overflow; reading the file checks that.

#[cfg(target_feature = "avx2")]
mod avx2;
#[cfg(any(test, not(target_feature = "avx2")))]
mod dot;
mod file;
mod groups;
mod head;
mod inputs;
mod layout;
mod move_inputs;
mod network;
mod packed_rows;
#[cfg(test)]
mod plain;
#[cfg(any(test, not(target_feature = "avx2")))]
mod portable;
mod row_memory;
mod rows;

use std::sync::OnceLock;

pub use file::{NetError, write};
pub use groups::quadrants;
pub use head::{Head, MAX_HIDDEN, OUTPUT_SHIFT, Output, Pairs, SHIFT, UNIT};
pub use inputs::net_inputs;
pub use layout::{BOARD_HIDDEN, EMBEDDING_DIM, QUADRANT_DIM, QUADRANT_HIDDEN, QUADRANTS};
pub use move_inputs::{CANONICAL_NET_ENTRIES, MoveMap, NET_INPUTS};
pub use network::{Net, NetOutput};
pub use rows::Embedding;

use super::features::Features;
use crate::games::othello::rules::board::Board;
use crate::search::Score;

static CURRENT: OnceLock<Net> = OnceLock::new();
static EMBEDDED: &[u8] = include_bytes!("othello.net");

/// The net in use: the one embedded in the program, unless another was installed.
#[inline]
pub fn current() -> &'static Net {
    CURRENT.get_or_init(embedded)
}

#[cold]
fn embedded() -> Net {
    match Net::read(EMBEDDED) {
        Ok(net) => net,
        Err(why) => unreachable!("a test reads the embedded net, and now: {why}"),
    }
}

/// Replaces the embedded net.
///
/// # Errors
/// Returns `net` when a net is already in use: scores of two models cannot be compared.
pub fn install(net: Net) -> Result<(), Box<Net>> {
    CURRENT.set(net).map_err(Box::new)
}

/// The score of `board` by the net in use, and its expected error; exact when the game is over.
///
/// `features` are those of `board`.
#[inline]
#[must_use]
pub fn evaluate(board: Board, features: &Features) -> NetOutput {
    current().evaluate(board, features)
}

/// The score of [`evaluate`] alone, which costs less.
#[inline]
#[must_use]
pub fn score(board: Board, features: &Features) -> Score {
    current().score(board, features)
}

#[cfg(test)]
mod tests;
