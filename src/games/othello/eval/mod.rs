//! The evaluation: pattern features, the linear evaluation, and the net.

pub mod breakdown;
pub(super) mod cache;
mod eights;
pub mod features;
pub mod inputs;
pub mod linear;
pub(super) mod model_file;
pub mod net;
pub mod weights;
