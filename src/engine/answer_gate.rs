//! The hold of an endless search, which delays its result until it is stopped.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use crossbeam_channel::{Receiver, Sender};

/// The engine's end: the search is released when this is dropped.
#[derive(Debug)]
pub(super) struct AnswerGate {
    is_waiting: Arc<AtomicBool>,
    /// Nothing is ever sent: the search is released by disconnection.
    _sender: Sender<()>,
}

/// The search's end of an answer gate.
#[derive(Debug)]
pub struct GateWaiter {
    is_waiting: Arc<AtomicBool>,
    receiver: Receiver<()>,
}

impl AnswerGate {
    /// A new pair of both ends.
    #[must_use]
    pub(super) fn new() -> (Self, GateWaiter) {
        let (sender, receiver) = crossbeam_channel::bounded(0);
        let is_waiting = Arc::new(AtomicBool::new(false));
        let gate = Self {
            is_waiting: Arc::clone(&is_waiting),
            _sender: sender,
        };
        let waiter = GateWaiter {
            is_waiting,
            receiver,
        };
        (gate, waiter)
    }

    /// Whether the search is finished and waits for its release.
    #[must_use]
    pub(super) fn is_waited_for(&self) -> bool {
        self.is_waiting.load(SeqCst)
    }
}

impl GateWaiter {
    /// Waits until the other end is dropped.
    pub fn wait(&self) {
        self.is_waiting.store(true, SeqCst);
        // Receiving fails when the other end is dropped.
        let _ = self.receiver.recv();
    }
}
