//! Whole numbers: on the command line, and in front of what they count.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// `1 position`, `2 positions`.
pub(super) fn count(number: impl Display, one: &str, more: &str) -> String {
    let number = number.to_string();
    let counted = if number == "1" { one } else { more };
    format!("{number} {counted}")
}

/// A reader of depths in plies within `range`; the reason of an error names the range.
pub(super) fn plies<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: TryFrom<u64> + Into<i128> + Copy,
{
    reader("whole number of plies", range)
}

/// A reader of whole numbers within `range`; the reason of an error names the range.
pub(super) fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: TryFrom<u64> + Into<i128> + Copy,
{
    reader("whole number", range)
}

fn reader<T>(
    what: &'static str,
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: TryFrom<u64> + Into<i128> + Copy,
{
    let (min, max) = ((*range.start()).into(), (*range.end()).into());
    move |text| {
        let number = text.trim().parse::<u64>().ok();
        let number = number.filter(|number| (min..=max).contains(&i128::from(*number)));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| {
                if max == i128::from(u64::MAX) {
                    format!("a {what} from {min} on is needed")
                } else {
                    format!("a {what} from {min} to {max} is needed")
                }
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_range() {
        let depth = plies(0..=255_u8);
        assert_eq!((depth("0"), depth("255")), (Ok(0), Ok(255)));
        let why = Err("a whole number of plies from 0 to 255 is needed".to_owned());
        for text in ["256", "-1", "", "1.5", "99999999999999999999"] {
            assert_eq!(depth(text), why, "{text}");
        }
        let from = whole(1..=u64::MAX);
        assert_eq!(from("7"), Ok(7));
        assert_eq!(
            from("0"),
            Err("a whole number from 1 on is needed".to_owned())
        );
    }
}
