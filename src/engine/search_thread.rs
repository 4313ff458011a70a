//! Starts the threads of searches.

use std::thread::{self, JoinHandle};

use crate::game::InputError;

/// Runs `job` on a new thread.
///
/// # Errors
/// If the system has no thread or no memory left for it. `job` is dropped then.
pub(crate) fn spawn(job: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, InputError> {
    thread::Builder::new().spawn(job).map_err(|why| {
        InputError::new(format_args!(
            "the search cannot start: the system has no thread for it ({why})"
        ))
    })
}
