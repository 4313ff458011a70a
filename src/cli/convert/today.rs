//! The current date, for the header of a file.

use std::time::{SystemTime, UNIX_EPOCH};

/// Year, month and day, in universal time.
pub(super) fn today() -> (u16, u8, u8) {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.unwrap_or_default().as_secs() / 86_400)
}

/// The date `days` days after 1 January 1970.
fn date(mut days: u64) -> (u16, u8, u8) {
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u8::from(is_leap(year));
    let mut day = 0;
    let mut month = 0;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        month += 1;
        day = u8::try_from(days).unwrap_or(u8::MAX);
        if day < length {
            break;
        }
        days -= u64::from(length);
    }
    (year, month, day + 1)
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(58), (1970, 2, 28));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(364), (1970, 12, 31));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(11_322), (2000, 12, 31));
        assert_eq!(date(20_778), (2026, 11, 21));
    }
}
