//! Watches whether the machine is away: whether a thread that sleeps is woken late.
//!
//! On a shared machine a virtual processor may be taken away for a while. Clocks of programs run on meanwhile, so a game
//! in which that has happened may be lost on time without a fault of the program.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Time that the thread sleeps before it looks at the clock.
const PERIOD: Duration = Duration::from_millis(5);
/// Maximum number of stalls that are remembered.
const MAX_STALLS: usize = 100_000;

/// The times at which the thread was woken late, with the delays.
type Stalls = Arc<Mutex<VecDeque<(Instant, Duration)>>>;

/// A thread that notes how late it is woken.
pub(super) struct StallWatcher {
    stalls: Stalls,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl StallWatcher {
    /// Notes delays longer than `margin`. Without a thread for it, none is noted.
    pub(super) fn start(margin: Duration) -> Self {
        let stalls = Stalls::default();
        let ends = Arc::new(AtomicBool::new(false));
        let (noted, asked) = (Arc::clone(&stalls), Arc::clone(&ends));
        let thread = thread::Builder::new().spawn(move || watch(margin, &noted, &asked));
        Self {
            stalls,
            ends,
            thread: thread.ok(),
        }
    }

    /// The longest delay between `start` and now.
    pub(super) fn longest_since(&self, start: Instant) -> Option<Duration> {
        let stalls = self.stalls.lock().unwrap_or_else(PoisonError::into_inner);
        let since = stalls.iter().rev().take_while(|(end, _)| *end >= start);
        since.map(|(_, delay)| *delay).max()
    }
}

impl Drop for StallWatcher {
    fn drop(&mut self) {
        self.ends.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic of that thread has been reported already.
            let _ = thread.join();
        }
    }
}

fn watch(margin: Duration, stalls: &Stalls, ends: &AtomicBool) {
    while !ends.load(Relaxed) {
        let before = Instant::now();
        thread::sleep(PERIOD);
        let delay = before.elapsed().saturating_sub(PERIOD);
        if delay > margin {
            let mut stalls = stalls.lock().unwrap_or_else(PoisonError::into_inner);
            stalls.push_back((Instant::now(), delay));
            if stalls.len() > MAX_STALLS {
                stalls.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_above_the_margin_are_noted() {
        let start = Instant::now();
        let watcher = StallWatcher::start(Duration::ZERO);
        // A thread always wakes a little late.
        while watcher.longest_since(start).is_none() {
            assert!(start.elapsed() < Duration::from_secs(60));
            thread::sleep(PERIOD);
        }
        assert_eq!(
            watcher.longest_since(Instant::now() + Duration::from_secs(60)),
            None
        );
        let patient = StallWatcher::start(Duration::from_secs(3600));
        thread::sleep(4 * PERIOD);
        assert_eq!(patient.longest_since(start), None);
    }
}
