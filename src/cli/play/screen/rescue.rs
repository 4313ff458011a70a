//! What is said about an unsaved game if the program breaks off.

use std::sync::{Arc, Mutex};

use super::state::State;

/// The sentence for the terminal that stays, kept up to date while the game goes on. All copies share it.
#[derive(Debug, Clone, Default)]
pub(super) struct Rescue(Arc<Mutex<Option<String>>>);

impl Rescue {
    /// Keeps the moves of the game, if they are not saved.
    pub(super) fn keep(&self, state: &State) {
        let sentence = state.is_unsaved.then(|| state.farewell());
        if let Ok(mut kept) = self.0.lock() {
            *kept = sentence;
        }
    }

    /// The sentence. Does not wait: the thread that has to say it may be the one that keeps it.
    pub(super) fn sentence(&self) -> Option<String> {
        self.0.try_lock().ok()?.clone()
    }
}
