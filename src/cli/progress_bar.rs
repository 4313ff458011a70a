//! Progress bars that estimate the time left.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{ProgressState, ProgressStyle};

use super::seconds::clock;

/// The style of a bar with this template, in which `{time}` is replaced by the time so far, and `{left}` by a comma and
/// the time left.
pub(crate) fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    // A bar has no place for an error.
    let style = style.with_key("time", |state: &ProgressState, out: &mut dyn Write| {
        let _ = out.write_str(&clock(state.elapsed()));
    });
    style.with_key("left", |state: &ProgressState, out: &mut dyn Write| {
        let _ = out.write_str(&left(state.pos(), state.eta()));
    })
}

/// The time left in words; empty as long as nothing is `done`, since nothing is known then.
fn left(done: u64, time: Duration) -> String {
    match done {
        0 => String::new(),
        _ => format!(", about {} left", clock(time)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_estimated_before_something_is_done() {
        assert_eq!(left(0, Duration::ZERO), "");
        assert_eq!(left(1, Duration::from_secs(30)), ", about 0:00:30 left");
    }
}
