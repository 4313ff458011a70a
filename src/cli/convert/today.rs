//! The current date, for the header of a file.

use jiff::Zoned;
use jiff::tz::TimeZone;

/// Year, month (1 to 12) and day (1 to 31), in universal time.
pub(super) fn today() -> (u16, u8, u8) {
    let today = Zoned::now().with_time_zone(TimeZone::UTC);
    let [month, day] = [today.month(), today.day()].map(i8::unsigned_abs);
    (today.year().unsigned_abs(), month, day)
}
