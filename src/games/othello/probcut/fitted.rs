//! What Multi-ProbCut has to know; `kaeshi-trainer probcut` writes such a file, BENCHMARKS.md says why this one stays.

use super::Model;

/// A search of the midgame, guessed by a shallower one.
pub const MIDGAME: Model = Model {
    mean: [0.0, 0.0, 0.0, 0.0, 0.0],
    deviation: [2.003, -0.0298, -0.1695, 0.0833, 0.0],
};

/// The margin at the end, guessed by a search of the midgame.
pub const ENDGAME: Model = Model {
    mean: [0.0, 0.0, 0.0, 0.0, 0.0],
    deviation: [1.85, 0.0043, -0.0909, 0.0, 0.0],
};
