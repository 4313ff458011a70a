//! The state that the workers of one search share.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use super::root_bounds::RootBounds;

/// The state that the workers of one search share, beside the table.
#[derive(Debug, Default)]
pub struct SharedState {
    /// Whether all workers should stop.
    pub stop: AtomicBool,
    /// Whether a finished endless search answers without a stop, after `ponderhit`.
    pub is_released: AtomicBool,
    /// Nodes visited by all workers, up to date within a few thousand for each.
    pub nodes: AtomicU64,
    /// The deadline of the search, if it was set after the search began.
    pub deadline: OnceLock<Instant>,
    /// Proven bounds on the value of the root, for the moves it may choose from.
    pub root_bounds: RootBounds,
}
