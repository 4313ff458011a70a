//! Times on the command line and in progress lines.

use std::time::Duration;

use kaeshi_protocol::{MAX_TIME, parse_seconds};

/// Reads a time in seconds, from 0 to [`MAX_TIME`].
///
/// # Errors
/// If the text is no number in this range; the reason names the range.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let why = || {
        let most = MAX_TIME.as_secs();
        format!("a number of seconds from 0 to {most} (ten years) is needed")
    };
    parse_seconds(text).ok_or_else(why)
}

/// Reads a time in seconds, from 0.001 to [`MAX_TIME`].
///
/// # Errors
/// If the text is no number in this range; the reason names the range.
pub(super) fn positive_seconds(text: &str) -> Result<Duration, String> {
    const MIN: Duration = Duration::from_millis(1);
    let time = parse_seconds(text).filter(|time| *time >= MIN);
    time.ok_or_else(|| {
        let most = MAX_TIME.as_secs();
        format!("a number of seconds from 0.001 to {most} (ten years) is needed")
    })
}

/// Reads a time as `Duration` writes it for debugging: a number with its unit.
pub(super) fn read_debug(text: &str) -> Option<Duration> {
    let at = text.find(|character: char| !character.is_ascii_digit() && character != '.')?;
    let (number, unit) = text.split_at(at);
    let seconds = match unit {
        "s" => 1.0,
        "ms" => 1e-3,
        "µs" => 1e-6,
        "ns" => 1e-9,
        _ => return None,
    };
    let number: f64 = number.parse().ok()?;
    Duration::try_from_secs_f64(number * seconds).ok()
}

/// The time as hours, minutes and seconds, such as `1:02:03`.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_two_digits() {
        assert_eq!(clock(Duration::from_secs(3_723)), "1:02:03");
    }
}
