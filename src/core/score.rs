//! Scores, and the windows of searches.

use std::ops::{Add, Neg, Sub};

/// The value of a position for the side to move; higher is better.
///
/// The outer band, beyond [`Score::UNDECIDED_MAX`], is for games decided in a known number of plies, so that a quicker
/// win is worth more. Games scored by disc difference (Othello) never enter it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i16);

impl Score {
    /// No information; lower than every real score.
    pub const MIN: Self = Self(-32_000);
    /// No information; higher than every real score.
    pub const MAX: Self = Self(32_000);
    /// An even game.
    pub const DRAW: Self = Self(0);
    /// The largest score that is not a win in a known number of plies.
    pub const UNDECIDED_MAX: Self = Self(Self::DECIDED);
    const WIN: i16 = 31_000;
    const DECIDED: i16 = 30_000;

    /// The side to move wins, and the game ends `ply` plies from the root.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::core::Score;
    ///
    /// let win = Score::win(3);
    /// assert!(win > Score::win(5) && win > Score(30_000));
    /// assert_eq!(win.plies_to_end(), Some(3));
    /// assert_eq!(-win, Score::loss(3));
    /// ```
    #[must_use]
    pub const fn win(ply: u16) -> Self {
        Self(Self::WIN - ply.cast_signed())
    }

    /// The side to move has lost, and the game ends `ply` plies from the root.
    #[must_use]
    pub const fn loss(ply: u16) -> Self {
        Self(ply.cast_signed() - Self::WIN)
    }

    /// Converts plies from the root to plies from this position, for the table.
    #[must_use]
    pub const fn to_tt(self, ply: u16) -> Self {
        match self.0 {
            s if s > Self::DECIDED => Self(s + ply.cast_signed()),
            s if s < -Self::DECIDED => Self(s - ply.cast_signed()),
            _ => self,
        }
    }

    /// The inverse of [`Score::to_tt`].
    #[must_use]
    pub const fn from_tt(self, ply: u16) -> Self {
        match self.0 {
            s if s > Self::DECIDED => Self(s - ply.cast_signed()),
            s if s < -Self::DECIDED => Self(s + ply.cast_signed()),
            _ => self,
        }
    }

    /// Whether the game is decided in a known number of plies.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::DECIDED
    }

    /// Plies until the game ends, if it is decided.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<u16> {
        if self.is_decided() {
            Some(Self::WIN.abs_diff(self.0.abs()))
        } else {
            None
        }
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i16> for Score {
    type Output = Self;
    fn add(self, rhs: i16) -> Self {
        Self(self.0 + rhs)
    }
}

impl Sub<i16> for Score {
    type Output = Self;
    fn sub(self, rhs: i16) -> Self {
        Self(self.0 - rhs)
    }
}

/// The open interval of scores from alpha to beta.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The score that the side to move has already: lower ones do not matter.
    pub alpha: Score,
    /// The score from which on the opponent avoids this position.
    pub beta: Score,
}

impl Window {
    /// All scores.
    pub const FULL: Self = Self {
        alpha: Score::MIN,
        beta: Score::MAX,
    };

    /// A window of `radius` on each side of `centre`, clamped to real scores.
    ///
    /// # Examples
    /// ```
    /// use kaeshi::core::{Score, Window};
    ///
    /// let window = Window::around(Score(200), 50);
    /// assert!(window.contains(Score(210)));
    /// assert!(window.fails_low(Score(150)) && window.fails_high(Score(250)));
    /// ```
    #[must_use]
    pub fn around(centre: Score, radius: i16) -> Self {
        Self {
            alpha: Score(centre.0.saturating_sub(radius).max(Score::MIN.0)),
            beta: Score(centre.0.saturating_add(radius).min(Score::MAX.0)),
        }
    }

    /// The part of this window that lies in `whole`; the nearer end of `whole` if there is none.
    #[must_use]
    pub fn within(self, whole: Self) -> Self {
        let highest = whole.beta - 1;
        let alpha = self.alpha.clamp(whole.alpha, highest);
        Self {
            alpha,
            beta: self.beta.clamp(alpha + 1, whole.beta),
        }
    }

    /// The null window above `alpha`: it decides only whether the score is greater.
    #[must_use]
    pub fn null(self) -> Self {
        Self {
            alpha: self.alpha,
            beta: self.alpha + 1,
        }
    }

    /// Whether `score` is not above alpha.
    #[must_use]
    pub fn fails_low(self, score: Score) -> bool {
        score <= self.alpha
    }

    /// Whether `score` is not below beta.
    #[must_use]
    pub fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    /// Whether `score` lies strictly inside.
    #[must_use]
    pub fn contains(self, score: Score) -> bool {
        !self.fails_low(score) && !self.fails_high(score)
    }
}

impl Neg for Window {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decided_scores_count_plies_from_where_they_are_seen() {
        let seen_at_ply_7 = Score::win(12);
        assert_eq!(seen_at_ply_7.plies_to_end(), Some(12));
        let stored = seen_at_ply_7.to_tt(7);
        assert_eq!(stored.plies_to_end(), Some(5));
        assert_eq!(stored.from_tt(7), seen_at_ply_7);
        assert_eq!((-seen_at_ply_7).to_tt(7), -stored);
        assert_eq!(Score(64 * 128).to_tt(7), Score(64 * 128));
    }
}
