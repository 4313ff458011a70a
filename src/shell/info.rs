//! The `info` lines of UGI and USI-X.

use kaeshi_protocol::ugi::Info;

use crate::engine::Progress;

/// The progress of a search as `info`.
pub(super) fn progress_info<S>(progress: Progress) -> Info<S> {
    Info {
        nodes: Some(progress.nodes),
        time: Some(progress.time),
        nps: Some(progress.nodes_per_second()),
        hashfull: Some(progress.hashfull),
        ..Info::default()
    }
}
