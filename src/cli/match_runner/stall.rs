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

/// What the thread has seen.
struct Watch {
    /// Minimum delay that counts.
    margin: Duration,
    /// Time at which the thread went to sleep.
    asleep_since: Instant,
    /// The times at which it was woken late, with the delays.
    stalls: VecDeque<(Instant, Duration)>,
}

impl Watch {
    /// The delay of the present sleep, if it counts.
    fn delay(&self) -> Option<Duration> {
        let delay = self.asleep_since.elapsed().saturating_sub(PERIOD);
        (delay > self.margin).then_some(delay)
    }

    /// Notes that the thread is awake, and begins the next sleep.
    fn wake(&mut self) {
        if let Some(delay) = self.delay() {
            self.stalls.push_back((Instant::now(), delay));
            if self.stalls.len() > MAX_STALLS {
                self.stalls.pop_front();
            }
        }
        self.asleep_since = Instant::now();
    }
}

/// A thread that notes how late it is woken.
pub(super) struct StallWatcher {
    watch: Arc<Mutex<Watch>>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl StallWatcher {
    /// Notes delays longer than `margin`. Without a thread for it, none is noted.
    pub(super) fn start(margin: Duration) -> Self {
        let watch = Arc::new(Mutex::new(Watch {
            margin,
            asleep_since: Instant::now(),
            stalls: VecDeque::new(),
        }));
        let ends = Arc::new(AtomicBool::new(false));
        let (noted, asked) = (Arc::clone(&watch), Arc::clone(&ends));
        let thread = thread::Builder::new().spawn(move || keep_watch(&noted, &asked));
        Self {
            watch,
            ends,
            thread: thread.ok(),
        }
    }

    /// The longest delay between `start` and now.
    ///
    /// It may be the present one: after a stall, the thread that asks may be woken before the one that watches.
    pub(super) fn longest_since(&self, start: Instant) -> Option<Duration> {
        self.thread.as_ref()?;
        let watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        let since = watch.stalls.iter().rev();
        let since = since.take_while(|(end, _)| *end >= start);
        let present = watch.delay().filter(|_| Instant::now() >= start);
        since.map(|(_, delay)| *delay).chain(present).max()
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

fn keep_watch(watch: &Mutex<Watch>, ends: &AtomicBool) {
    while !ends.load(Relaxed) {
        thread::sleep(PERIOD);
        let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
        watch.wake();
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

    #[test]
    fn a_delay_is_seen_before_the_watching_thread_is_awake() {
        let watcher = StallWatcher::start(PERIOD);
        let start = Instant::now();
        let mut watch = watcher.watch.lock().expect("no thread has panicked");
        // The thread waits for the lock, as it would wait for a processor.
        thread::sleep(8 * PERIOD);
        let seen = watch.delay();
        assert!(seen.is_some_and(|delay| delay > 2 * PERIOD), "{seen:?}");
        watch.wake();
        assert!(watch.stalls.back().is_some_and(|(end, _)| *end >= start));
    }
}
