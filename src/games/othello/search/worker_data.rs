//! The data of Othello that a worker keeps beside the position.

use crate::games::othello::endgame::Solver;
use crate::games::othello::eval::cache::EvalCache;

/// The caches and the state of one worker.
#[derive(Default)]
pub struct WorkerData {
    /// Solves positions with at most [`SOLVER_EMPTIES`](super::super::constants::SOLVER_EMPTIES) empties.
    pub(in crate::games::othello) solver: Solver,
    /// Recent static evaluations by the net.
    pub(in crate::games::othello) eval_cache: EvalCache,
}

/// Inside of which other searches a node is searched.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mode {
    /// Nesting depth of the Multi-ProbCut searches in progress, 0 to 2.
    pub(in crate::games::othello) probcut_depth: u8,
    /// Whether the search goes to the end of the game: its exact iteration then corrects wrong Multi-ProbCut cutoffs.
    pub(in crate::games::othello) in_endgame: bool,
    /// The number of empties from which a selective search to the end solves positions.
    pub(in crate::games::othello) selective_solver_empties: i8,
}
