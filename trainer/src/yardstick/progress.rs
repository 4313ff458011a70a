//! Progress of a long run: a bar on a terminal, elsewhere a line at intervals.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, ProgressBar};

use crate::datagen;

/// The interval between two lines.
const INTERVAL: Duration = Duration::from_secs(60);

/// Counts positions that are done.
pub(super) struct Progress {
    bar: ProgressBar,
    total: usize,
    start: Instant,
    /// The number of positions done, and the time of the last line.
    state: Mutex<(usize, Instant)>,
    lines: bool,
}

impl Progress {
    pub(super) fn start(total: usize) -> Self {
        let start = Instant::now();
        Self {
            bar: datagen::progress(total as u64),
            total,
            start,
            state: Mutex::new((0, start)),
            lines: !stderr().is_terminal(),
        }
    }

    /// Counts a position.
    pub(super) fn step(&self) {
        self.bar.inc(1);
        let Ok(mut state) = self.state.lock() else {
            return;
        };
        state.0 += 1;
        if self.lines && state.1.elapsed() >= INTERVAL {
            state.1 = Instant::now();
            eprintln!("{}", line(state.0, self.total, self.start.elapsed()));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish();
    }
}

fn line(done: usize, total: usize, time: Duration) -> String {
    let left = time.mul_f64(total.saturating_sub(done) as f64 / done.max(1) as f64);
    format!(
        "{done} of {total} positions in {}, about {} left",
        FormattedDuration(time),
        FormattedDuration(left)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        assert_eq!(
            line(100, 400, Duration::from_secs(1200)),
            "100 of 400 positions in 00:20:00, about 01:00:00 left"
        );
    }
}
