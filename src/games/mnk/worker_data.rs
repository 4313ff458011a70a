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
    /// The proof during which the search was stopped or paused.
    pub(super) interrupted_proof: Option<InterruptedProof>,
    /// Whether the proof has reached the limit of its effort.
    pub(super) exhausted: bool,
    pub(super) proven: Option<Proven>,
}

/// A proof that was interrupted.
#[derive(Debug, Clone, Copy)]
pub(super) struct InterruptedProof {
    /// The score of the search by depth before it.
    pub(super) score: Score,
    /// The effort that was left.
    pub(super) effort: u64,
}

/// A position whose value is proven.
#[derive(Debug)]
pub(super) struct Proven {
    pub(super) hash: u64,
    pub(super) value: Score,
    /// The line with this value; none if every move has it.
    pub(super) line: Option<(Score, Vec<PackedMove>)>,
}
