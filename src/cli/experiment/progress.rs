//! A progress bar on standard error, if that is a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::ProgressBar;

use crate::cli::progress_bar;

/// A bar that is removed when it is dropped; nothing if standard error is not a terminal.
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar for `steps` steps of the work called `what`.
    pub(crate) fn new(what: &'static str, steps: u64) -> Self {
        if !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new(steps);
        bar.set_style(progress_bar::style(
            "{msg} {bar:40} {percent} %, {time}{left}",
        ));
        bar.set_message(what);
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(Some(bar))
    }

    /// Counts `steps` more as done.
    pub(crate) fn step(&self, steps: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(steps);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
