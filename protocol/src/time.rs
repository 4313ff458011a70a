//! Times in the units of the protocols, none longer than [`MAX_TIME`].

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map_opt, value, verify};

use crate::lexer::{any_word, number};
use crate::line::Parsed;

/// Maximum time that can be read: ten years of 365 days. A longer time is refused.
///
/// So neither a sum of a few times nor a time from now overflows a type of the standard library.
pub const MAX_TIME: Duration = Duration::from_secs(315_360_000);

/// The description of [`milliseconds`] and [`clock`] in errors.
pub(crate) const MILLISECONDS: &str = "milliseconds from 0 to 315360000000 (ten years)";
/// The description of [`seconds`] in errors.
pub(crate) const SECONDS: &str = "seconds from 0 to 315360000 (ten years)";
/// The description of [`hundredths`] in errors.
pub(crate) const HUNDREDTHS: &str = "hundredths of a second up to 31536000000 (ten years)";

/// The time, or `None` if it is longer than [`MAX_TIME`].
pub(crate) fn bounded(time: Duration) -> Option<Duration> {
    (time <= MAX_TIME).then_some(time)
}

/// Reads a decimal number of seconds; `None` if it is no number, negative, or above [`MAX_TIME`].
///
/// ```
/// use std::time::Duration;
/// use kaeshi_protocol::parse_seconds;
///
/// assert_eq!(parse_seconds("2.5"), Some(Duration::from_millis(2500)));
/// assert_eq!(parse_seconds("-1"), None);
/// assert_eq!(parse_seconds("1e19"), None);
/// ```
#[must_use]
pub fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok()?;
    bounded(Duration::try_from_secs_f64(seconds).ok()?)
}

/// Milliseconds.
pub(crate) fn milliseconds(input: &str) -> Parsed<'_, Duration> {
    map_opt(number, |time| bounded(Duration::from_millis(time))).parse(input)
}

/// Milliseconds left on a clock; negative numbers, of a clock that has run out, become 0.
pub(crate) fn clock(input: &str) -> Parsed<'_, Duration> {
    let has_run_out = value(Duration::ZERO, verify(any_word, is_negative));
    alt((milliseconds, has_run_out)).parse(input)
}

fn is_negative(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Hundredths of a second left on a clock; negative numbers, of a clock that has run out, become 0.
pub(crate) fn hundredths(input: &str) -> Parsed<'_, Duration> {
    let time = |hundredths: u64| bounded(Duration::from_millis(hundredths.checked_mul(10)?));
    let has_run_out = value(Duration::ZERO, verify(any_word, is_negative));
    alt((map_opt(number, time), has_run_out)).parse(input)
}

/// Seconds, with or without a fraction.
pub(crate) fn seconds(input: &str) -> Parsed<'_, Duration> {
    map_opt(any_word, parse_seconds).parse(input)
}

/// Seconds left on a clock; negative numbers, of a clock that has run out, become 0.
pub(crate) fn seconds_left(input: &str) -> Parsed<'_, Duration> {
    let left = |word: &str| match word.strip_prefix('-') {
        None => parse_seconds(word),
        Some(owed) => parse_seconds(owed).map(|_| Duration::ZERO),
    };
    map_opt(any_word, left).parse(input)
}

/// The duration in whole milliseconds.
pub(crate) fn in_milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_errors_name_the_longest_time() {
        let most = MAX_TIME.as_secs();
        assert!(SECONDS.contains(&format!("to {most} ")));
        assert!(MILLISECONDS.contains(&format!("to {most}000 ")));
        assert!(HUNDREDTHS.contains(&format!("to {most}00 ")));
    }

    fn check_bound(read: fn(&str) -> Parsed<'_, Duration>, in_a_second: u64) {
        let most = MAX_TIME.as_secs();
        let longest = (most * in_a_second).to_string();
        assert_eq!(read(&longest).ok(), Some(("", MAX_TIME)));
        for longer in [most * in_a_second + 1, 1 << 63, u64::MAX] {
            assert!(read(&longer.to_string()).is_err(), "{longer}");
        }
    }

    #[test]
    fn longer_times_are_refused_in_every_unit() {
        for read in [milliseconds, clock] {
            check_bound(read, 1000);
        }
        check_bound(hundredths, 100);
        for read in [seconds, seconds_left] {
            check_bound(read, 1);
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["", "-", "nan", "NaN", "inf", "-inf", "1e400", "1e19", "--1"] {
            assert_eq!(parse_seconds(text), None, "{text}");
            for read in [milliseconds, clock, hundredths, seconds, seconds_left] {
                assert!(read(text).is_err(), "{text}");
            }
        }
        assert_eq!(parse_seconds("-0"), Some(Duration::ZERO));
        assert_eq!(parse_seconds("-1"), None);
    }
}
