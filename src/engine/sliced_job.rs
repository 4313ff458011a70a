//! A search that its caller runs, slice by slice, where there are no threads.

use std::sync::Arc;
use std::time::Duration;

use self_cell::self_cell;

use crate::search::{SharedState, TranspositionTable};

/// How a slice of a search has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SliceState {
    /// The time of the slice is over, and the search is not.
    Running,
    /// The search is finished and waits for a stop.
    Waiting,
    /// The last event is sent, or there is no search.
    Finished,
}

/// Runs a slice of about this time. Must not be called again after [`SliceState::Finished`].
pub type Slices<'s> = Box<dyn FnMut(Duration) -> SliceState + Send + 's>;

/// What a search borrows.
type Owner = (Arc<TranspositionTable>, Arc<SharedState>);

self_cell!(
    /// A search, and what it borrows.
    pub(super) struct SlicedJob {
        owner: Owner,
        #[not_covariant]
        dependent: Slices,
    }
);
