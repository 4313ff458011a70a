//! The data of one worker beside the position.

use super::bits::Bits;
use super::proof::Pairing;
use crate::game::PackedMove;
use crate::search::Score;

/// The state of one worker beside the position.
#[derive(Debug, Default)]
pub struct WorkerData<B: Bits> {
    /// Whether the search has used a static evaluation.
    pub(super) guessed: bool,
    pub(super) pairing: Pairing<B>,
    /// Effort of proofs so far, about in nodes, and its limit.
    pub(super) effort: u64,
    pub(super) max_effort: u64,
    /// Effort of searches for the quickest wins so far, about in nodes.
    pub(super) shortest_win_effort: u64,
    /// The stage of the root search during which the search was stopped or paused.
    pub(super) interrupted: Option<Interrupted>,
    /// The depth in plies that the search for the quickest win has reached.
    pub(super) shortest_win_depth: i8,
    /// Whether the proof has reached the limit of its effort.
    pub(super) exhausted: bool,
    pub(super) proven: Option<Proven>,
}

/// A stage of the root search that was interrupted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interrupted {
    /// The hash of the root.
    pub(super) hash: u64,
    pub(super) stage: Stage,
    /// The effort that was left.
    pub(super) effort: u64,
}

/// A stage of the root search that is limited by its effort.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stage {
    /// A proof of the value.
    Proof {
        /// The score of the search by depth before it.
        score: Score,
    },
    /// The search for the quickest win.
    ShortestWin {
        /// A score of the value that is proven, of a longer win or a shorter loss.
        bound: Score,
        /// The depth to go on with, in plies.
        depth: i8,
        /// Whether a proof has found the value, and not the search by depth.
        is_from_proof: bool,
    },
}

/// A position whose value is proven.
#[derive(Debug)]
pub(super) struct Proven {
    pub(super) hash: u64,
    pub(super) value: Score,
    /// The line with this value; none if every move has it.
    pub(super) line: Option<(Score, Vec<PackedMove>)>,
}
