//! Windows of scores in discs: outside of them, a bound is enough.

use std::borrow::Cow;
use std::str::FromStr;

use kaeshi::game::InputError;
use kaeshi::games::othello::board::DiscDiff;
use kaeshi::search::{Score, Window};
use serde::{Deserialize, Serialize};

/// A window, in discs for the side to move: scores above `low` and below `high` are wanted exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[i8; 2]", into = "[i8; 2]")]
pub(in crate::cli) struct DiscWindow {
    pub(in crate::cli) low: i8,
    pub(in crate::cli) high: i8,
}

/// The largest final difference of discs.
const MAX_DISCS: i8 = 64;

impl DiscWindow {
    /// The window with no score but the draw inside, since scores are even: only the winner is wanted.
    pub(in crate::cli) const WINNER: Self = Self { low: -1, high: 1 };
    /// All scores.
    pub(in crate::cli) const FULL: Self = Self {
        low: -MAX_DISCS,
        high: MAX_DISCS,
    };

    /// The window of a search. Its ends are open: nothing is below -64 or above 64 discs.
    pub(in crate::cli) fn to_search(self) -> Window {
        Window {
            alpha: match self.low {
                low if low <= -MAX_DISCS => Score::MIN,
                low => DiscDiff(low.into()).score(),
            },
            beta: match self.high {
                high if high >= MAX_DISCS => Score::MAX,
                high => DiscDiff(high.into()).score(),
            },
        }
    }

    /// Takes the field `window A,B;` out of a line of OBF.
    ///
    /// # Errors
    /// If the window is not valid.
    pub(super) fn split_from(line: &str) -> Result<(Cow<'_, str>, Option<Self>), InputError> {
        let end = line.find(['%', '#']).unwrap_or(line.len());
        let (fields, comment) = line.split_at(end);
        let mut fields: Vec<_> = fields.split(';').collect();
        let window = |field: &str| Some(field.trim().strip_prefix("window")?.trim().to_owned());
        let found = fields.iter().position(|field| window(field).is_some());
        let Some(index) = found else {
            return Ok((line.into(), None));
        };
        let text = window(fields.remove(index)).unwrap_or_default();
        let window = text
            .parse()
            .map_err(|why| InputError::new(format_args!("window {text}: {why}")))?;
        Ok(((fields.join(";") + comment).into(), Some(window)))
    }
}

impl TryFrom<[i8; 2]> for DiscWindow {
    type Error = InputError;

    fn try_from([low, high]: [i8; 2]) -> Result<Self, InputError> {
        if low < -MAX_DISCS || high > MAX_DISCS || low >= high {
            return Err(InputError::new(
                "two different numbers from -64 to 64 are needed, the lower one first",
            ));
        }
        Ok(Self { low, high })
    }
}

impl From<DiscWindow> for [i8; 2] {
    fn from(window: DiscWindow) -> Self {
        [window.low, window.high]
    }
}

impl FromStr for DiscWindow {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let ends = text.split_once(',').and_then(|(low, high)| {
            let number = |text: &str| text.trim().parse::<i8>().ok();
            Some([number(low)?, number(high)?])
        });
        ends.ok_or_else(|| InputError::new("a window such as -2,2 is needed"))?
            .try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_taken_out_of_its_line() {
        for (line, rest, window) in [
            (
                "board X; window -2,+4; G8:+2; % a; b",
                "board X; G8:+2; % a; b",
                [-2, 4],
            ),
            ("board X;window -64,64", "board X", [-64, 64]),
        ] {
            let (found, taken) = DiscWindow::split_from(line).expect(line);
            assert_eq!(
                (&*found, taken.map(Into::into)),
                (rest, Some(window)),
                "{line}"
            );
        }
        for line in ["board X; G8:+2; % window 1,2", "f5d6", "# window"] {
            assert_eq!(DiscWindow::split_from(line), Ok((line.into(), None)));
        }
    }

    #[test]
    fn windows_that_hold_nothing_are_refused() {
        for text in ["2,2", "2,-2", "-65,0", "0,65", "1", "a,b", "", "300,400"] {
            assert!(text.parse::<DiscWindow>().is_err(), "{text}");
            let line = format!("board X; window {text};");
            let why = DiscWindow::split_from(&line).expect_err(&line).to_string();
            assert!(why.starts_with(&format!("window {text}: ")), "{why}");
        }
    }

    #[test]
    fn the_ends_of_the_scale_are_open() {
        assert_eq!(DiscWindow::FULL.to_search(), Window::FULL);
        assert_ne!(DiscWindow::WINNER.to_search(), Window::FULL);
    }
}
