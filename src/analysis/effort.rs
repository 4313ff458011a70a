//! How thoroughly the positions of a game are searched.

use std::time::Duration;

use super::judged::Reliability;
use crate::engine::SolveRequest;
use crate::search::Selectivity;

/// How thoroughly the positions of a game are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Depth of a search before the endgame, in plies.
    depth: i8,
    /// From this number of empty squares down, positions are searched to the end of the game.
    selective: i8,
    /// From this number of empty squares down, positions are solved exactly.
    exact: i8,
    /// Time for a move. It replaces the depth and both numbers of empty squares.
    time: Option<Duration>,
}

/// Confidence of a selective search to the end of the game with `empties` empty squares, in percent: that of a step which
/// the engine takes there. With fewer than 24 only the one with 73 percent comes before the proof.
const fn selective_percent(empties: i8) -> u8 {
    if empties < 24 { 73 } else { 95 }
}

impl Effort {
    /// The default level.
    pub const DEFAULT_LEVEL: u8 = 6;
    /// The highest level; the lowest is 1.
    pub const MAX_LEVEL: u8 = 9;

    /// The effort of a level, 1 to [`Effort::MAX_LEVEL`]: depth `4 + 2 * level`, exact from `12 + 2 * level` empty
    /// squares on, and selectively to the end from four more: with 95 % confidence, or 73 % with fewer than 24 empty squares.
    /// Each level takes about three times as long as the one before.
    ///
    /// # Panics
    /// If `level` is none of these.
    #[must_use]
    pub fn level(level: u8) -> Self {
        assert!((1..=Self::MAX_LEVEL).contains(&level), "no level {level}");
        let twice = 2 * level.cast_signed();
        Self {
            depth: 4 + twice,
            selective: 16 + twice,
            exact: 12 + twice,
            time: None,
        }
    }

    /// A search of `time` for each move, as deep as it gets.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::level(Self::DEFAULT_LEVEL)
        }
    }

    /// The search of a position with `empties` empty squares.
    pub(super) fn main(&self, empties: i8) -> SolveRequest {
        let to_the_end = SolveRequest {
            time: self.time,
            ..SolveRequest::default()
        };
        if self.time.is_some() || empties <= self.exact {
            to_the_end
        } else if empties <= self.selective {
            SolveRequest {
                selectivity: Selectivity::with_percent(selective_percent(empties))
                    .unwrap_or(Selectivity::EXACT),
                ..to_the_end
            }
        } else {
            SolveRequest {
                depth: self.depth,
                ..to_the_end
            }
        }
    }

    /// Whether a value of a position with `empties` empty squares is at least as reliable as that of [`Self::main`]. Never for
    /// searches by time, whose depth is not known before.
    pub(super) fn is_reached_by(&self, reliability: Reliability, empties: i8) -> bool {
        let main = self.main(empties);
        if self.time.is_some() {
            return false;
        }
        let depth = main.depth.min(empties).unsigned_abs();
        let is_to_the_end = depth == empties.unsigned_abs();
        let percent = if is_to_the_end {
            selective_percent(empties)
        } else {
            0
        };
        match () {
            () if reliability.exact => true,
            () if is_to_the_end && main.selectivity == Selectivity::EXACT => false,
            () => reliability.depth >= depth && reliability.percent >= percent,
        }
    }

    /// The quick search that values all moves of a position with `empties` empty squares.
    pub(super) fn quick(&self, empties: i8) -> SolveRequest {
        /// Plies, and empty squares, by which a quick search is shallower.
        const LESS: i8 = 6;
        /// Least depth of a quick search, in plies.
        const MIN_QUICK: i8 = 2;
        if empties <= self.exact - LESS {
            return SolveRequest::default();
        }
        SolveRequest {
            depth: (self.depth - LESS).max(MIN_QUICK),
            time: self.time.map(|time| time / 4),
            ..SolveRequest::default()
        }
    }
}

impl Default for Effort {
    fn default() -> Self {
        Self::level(Self::DEFAULT_LEVEL)
    }
}
