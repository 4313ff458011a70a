//! What the commands that repeat experiments of articles share.

pub(crate) mod progress;
pub(crate) mod random;
pub(crate) mod report;
pub(crate) mod timing;
pub(crate) mod word;
