//! Estimates the time to solve a position, to warn before long searches.

use kaeshi::engine::SolveRequest;

/// Minimum estimated time for a warning, in seconds.
const LONG: f64 = 3600.0;

/// The estimated time to answer `request` for a position with `empties` empty squares on `threads` threads, in words.
/// `None` if it is less than an hour, or `request` has a time limit.
///
/// Fitted to the times of BENCHMARKS.md: 1 s with 24 empty squares, and 2.1 times as long with each further one.
/// From 16 to 24 empty squares the times grow from 2.8 ms to 1.0 s. A single position may take from a tenth of the
/// estimate to ten times the estimate.
pub(crate) fn long_time(empties: u32, request: &SolveRequest, threads: usize) -> Option<String> {
    if request.time.is_some() {
        return None;
    }
    let proof = 2.1_f64.powf(f64::from(empties) - 24.0);
    let seconds = proof * share(request) / f64::from(u32::try_from(threads).unwrap_or(u32::MAX));
    (seconds >= LONG).then(|| in_words(seconds))
}

/// The time for the selectivity of `request`, as a part of a proof's time. Each step of selectivity takes 0.5 to 0.9
/// of the time before it. The last one, from 87 % to the proof, takes 12 to 18 times the time before it.
fn share(request: &SolveRequest) -> f64 {
    let rungs = match request.selectivity.percent() {
        0..=73 => 25.0,
        74..=87 => 16.0,
        88..=95 => 9.0,
        96..=99 => 4.0,
        _ => 1.0,
    };
    1.0 / rungs
}

fn in_words(seconds: f64) -> String {
    const HOUR: f64 = 3600.0;
    const DAY: f64 = 24.0 * HOUR;
    const YEAR: f64 = 365.25 * DAY;
    match seconds {
        seconds if seconds < 2.0 * DAY => format!("about {:.0} hours", (seconds / HOUR).max(1.0)),
        seconds if seconds < 2.0 * YEAR => format!("about {:.0} days", seconds / DAY),
        seconds if seconds < 1e4 * YEAR => format!("about {:.0} years", two_digits(seconds / YEAR)),
        _ => "more than 10,000 years".into(),
    }
}

/// The number rounded to two significant digits.
fn two_digits(number: f64) -> f64 {
    let unit = 10_f64.powf(number.log10().floor() - 1.0).max(1.0);
    (number / unit).round() * unit
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use kaeshi::search::Selectivity;

    #[test]
    fn only_long_times_are_told() {
        let proof = SolveRequest::default();
        assert_eq!(long_time(34, &proof, 1), None);
        assert_eq!(long_time(36, &proof, 1).as_deref(), Some("about 2 hours"));
        assert_eq!(long_time(42, &proof, 1).as_deref(), Some("about 7 days"));
        assert_eq!(long_time(56, &proof, 1).as_deref(), Some("about 650 years"));
        assert_eq!(long_time(56, &proof, 2).as_deref(), Some("about 320 years"));
        assert_eq!(
            long_time(60, &proof, 1).as_deref(),
            Some("more than 10,000 years")
        );
        let limited = SolveRequest {
            time: Some(Duration::from_secs(1)),
            ..proof
        };
        assert_eq!(long_time(60, &limited, 1), None);
        let quick = SolveRequest {
            selectivity: Selectivity::new(0),
            ..proof
        };
        assert_eq!(long_time(38, &quick, 1), None);
        assert!(long_time(60, &quick, 1).is_some());
    }
}
