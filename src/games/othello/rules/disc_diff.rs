//! The final disc difference of a game.

use std::fmt;
use std::ops::Neg;

use crate::games::othello::constants::DISC;
use crate::search::Score;

/// A final disc difference for one side, -64 to 64; empty squares go to the winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DiscDiff(pub i32);

impl DiscDiff {
    /// All discs lost.
    pub const MIN: Self = Self(-64);
    /// All discs won.
    pub const MAX: Self = Self(64);
}

impl DiscDiff {
    /// The disc difference in score units, -8192 to 8192.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 64 discs")]
    pub const fn score(self) -> Score {
        Score(self.0 as i16 * DISC)
    }

    /// The largest one whose score is not above `score`.
    #[inline]
    pub(in crate::games::othello) fn floor(score: Score) -> Self {
        Self(score.0.div_euclid(DISC).into())
    }
}

impl Neg for DiscDiff {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for DiscDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_scored_reversed_and_written() {
        assert_eq!(DiscDiff::MAX.score(), Score(8192));
        assert_eq!(DiscDiff::MIN.score(), Score(-8192));
        assert_eq!(-DiscDiff(6), DiscDiff(-6));
        assert_eq!(-DiscDiff::MAX, DiscDiff::MIN);
        let written = [-6, 0, 12].map(|discs| DiscDiff(discs).to_string());
        assert_eq!(written, ["-6", "+0", "+12"]);
    }
}
