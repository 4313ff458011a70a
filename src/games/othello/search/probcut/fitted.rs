//! The fitted constants of Multi-ProbCut, as `kaeshi-trainer probcut` writes them.
//!
//! The deviations are those of the fit in BENCHMARKS.md. Its means are left out: they are close to zero or uncertain.

use super::model::Model;

/// A deep midgame search predicted by a shallower one.
pub const MIDGAME: Model = Model {
    mean: [0.0, 0.0, 0.0, 0.0, 0.0],
    deviation: [1.7689, -0.0264, -0.1846, 0.0985, 0.0],
};

/// The final disc difference predicted by a midgame search.
pub const ENDGAME: Model = Model {
    mean: [0.0, 0.0, 0.0, 0.0, 0.0],
    deviation: [2.0323, -0.0097, -0.0712, 0.0, 0.0],
};
