//! What Multi-ProbCut has to know; `kaeshi-trainer probcut` writes such a file. The deviations are those of the fit in
//! BENCHMARKS.md, whose means are so near to zero, or so unsure, that they are left out.

use super::Model;

/// A search of the midgame, guessed by a shallower one.
pub const MIDGAME: Model = Model {
    mean: [0.0, 0.0, 0.0, 0.0, 0.0],
    deviation: [1.7689, -0.0264, -0.1846, 0.0985, 0.0],
};

/// The margin at the end, guessed by a search of the midgame.
pub const ENDGAME: Model = Model {
    mean: [0.0, 0.0, 0.0, 0.0, 0.0],
    deviation: [2.0323, -0.0097, -0.0712, 0.0, 0.0],
};
