//! Progress where standard error is not a terminal: a line at regular intervals.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use crate::cli::print_message;
use crate::cli::seconds::clock;

/// Writes a line after every period until it is dropped.
pub(in crate::cli) struct Lines {
    done: Arc<AtomicU64>,
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Lines {
    /// Starts to write lines that count `what`, such as positions. `None` if `total` is less than 2; a `total` of `None` means that the number is unknown.
    pub(in crate::cli) fn start(
        total: Option<u64>,
        period: Duration,
        what: &'static str,
    ) -> Option<Self> {
        if total.is_some_and(|total| total < 2) {
            return None;
        }
        let done = Arc::new(AtomicU64::new(0));
        let (end, ended) = crossbeam_channel::bounded(0);
        let count = Arc::clone(&done);
        // Without a thread for it, nothing is written.
        let thread =
            thread::Builder::new().spawn(move || write(&count, total, (period, what), &ended));
        Some(Self {
            done,
            end: Some(end),
            thread: thread.ok(),
        })
    }

    /// Counts one as done.
    pub(in crate::cli) fn step(&self) {
        self.done.fetch_add(1, Relaxed);
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            // A panic of that thread has been reported already.
            let _ = thread.join();
        }
    }
}

fn write(
    done: &AtomicU64,
    total: Option<u64>,
    (period, what): (Duration, &str),
    ended: &Receiver<()>,
) {
    let start = Instant::now();
    let mut last = 0;
    while ended.recv_timeout(period) == Err(RecvTimeoutError::Timeout) {
        let done = done.load(Relaxed);
        // Without a known total, a line without progress is left out: the pipe may be idle.
        if total.is_some() || done != last {
            print_message(&line(done, total, what, start.elapsed()));
        }
        last = done;
    }
}

fn line(done: u64, total: Option<u64>, what: &str, time: Duration) -> String {
    let Some(total) = total else {
        return format!("{done} {what} in {}", clock(time));
    };
    let line = format!("{done} of {total} {what} in {}", clock(time));
    if done == 0 {
        return line;
    }
    #[expect(clippy::cast_precision_loss, reason = "an estimate for people")]
    let left = time.mul_f64(total.saturating_sub(done) as f64 / done as f64);
    format!("{line}, about {} left", clock(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        let minute = Duration::from_secs(60);
        assert_eq!(
            line(0, Some(3), "positions", minute),
            "0 of 3 positions in 0:01:00"
        );
        assert_eq!(
            line(1, Some(3), "positions", minute),
            "1 of 3 positions in 0:01:00, about 0:02:00 left"
        );
        assert_eq!(line(7, None, "games", minute), "7 games in 0:01:00");
    }
}
