//! The fitted constants of Multi-ProbCut, as `kaeshi-trainer probcut` writes them.
//!
//! The deviations are those of the fit in docs/lab-notebook.md. Its means are left out: they are close to zero or
//! uncertain.

use super::model::Model;

/// A deep midgame search predicted by a shallower one.
pub const MIDGAME: Model = Model {
    mean: [0.0, 0.0, 0.0, 0.0, 0.0],
    deviation: [-0.1197, -0.0029, -0.1565, 0.0717, 1.0041],
};

/// The final disc difference predicted by a midgame search or by the static evaluation.
pub const ENDGAME: Model = Model {
    mean: [0.0, 0.0, 0.0, 0.0, 0.0],
    deviation: [0.5063, 0.0134, -0.0865, 0.0, 0.7394],
};
