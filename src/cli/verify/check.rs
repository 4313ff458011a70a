//! The check of one row.

use std::sync::Arc;
use std::time::Duration;

use kaeshi::engine::{BatchSolver, SolveRequest};
use kaeshi::games::othello::Othello;
use serde::{Deserialize, Serialize};

use super::row::{MAX_DISCS, Row};
use crate::cli::solve::{DiscWindow, Relation, in_discs, obf_position};

/// A row and where it stands.
#[derive(Debug, Clone)]
pub(super) struct PlacedRow {
    /// The file's name; `None` for standard input.
    pub(super) file: Option<Arc<str>>,
    /// The line, from 1.
    pub(super) line: u64,
    /// The number of the row, from 1.
    pub(super) number: u64,
    pub(super) row: Row,
}

/// Whether a row is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    Agrees,
    Contradicts,
    /// The time ran out.
    Unfinished,
}

/// What is known of the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Known {
    Exact,
    Lower,
    Upper,
}

/// The first characters of a result. Another last line is not changed by `--resume`.
pub(super) const BEGINNINGS: [&str; 2] = ["{\"file\":", "{\"line\":"];

/// The result for a row: one line of `--json`.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Checked {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    pub(super) line: u64,
    pub(super) number: u64,
    pub(super) position: String,
    pub(super) empties: u32,
    pub(super) claimed: [i8; 2],
    pub(super) accuracy: u8,
    pub(super) window: DiscWindow,
    pub(super) verdict: Verdict,
    /// The score in discs for the side to move, or a bound of it; nothing is known of it if the search was not finished.
    pub(super) score: i32,
    pub(super) bound: Known,
    pub(super) best: Option<String>,
    pub(super) nodes: u64,
    /// Time of the search in seconds.
    pub(super) seconds: f64,
}

/// The smallest window that decides whether the score is within `claimed`; `None` if every score is.
pub(super) fn window([lower, upper]: [i8; 2]) -> Option<DiscWindow> {
    let (low, high) = match (lower > -MAX_DISCS, upper < MAX_DISCS) {
        (true, true) => (lower - 1, upper + 1),
        (true, false) => (lower - 1, lower),
        (false, true) => (upper, upper + 1),
        (false, false) => return None,
    };
    Some(DiscWindow { low, high })
}

impl Checked {
    /// Solves the position of a row in `window`.
    pub(super) fn of(
        placed: &PlacedRow,
        window: DiscWindow,
        time: Option<Duration>,
        solver: &mut BatchSolver<'_, Othello>,
    ) -> Self {
        let Row {
            position,
            accuracy,
            claimed,
        } = &placed.row;
        let request = SolveRequest {
            window: window.to_search(),
            time,
            ..SolveRequest::default()
        };
        let found = solver.solve(position, &request);
        let board = position.board();
        let (score, bound, is_proven) = match found.lines.first() {
            // The game is over.
            None => (board.disc_diff().0, Known::Exact, board.is_over()),
            Some(line) => {
                let (score, relation) = in_discs(line.score, request.window);
                let bound = match relation {
                    Relation::Equal => Known::Exact,
                    Relation::AtLeast => Known::Lower,
                    Relation::AtMost => Known::Upper,
                };
                (score, bound, line.proven)
            }
        };
        let [lower, upper] = claimed.map(i32::from);
        let agrees = match bound {
            Known::Exact => (lower..=upper).contains(&score),
            Known::Lower => score >= lower && upper >= MAX_DISCS.into(),
            Known::Upper => score <= upper && lower <= (-MAX_DISCS).into(),
        };
        let best = found.lines.first().and_then(|line| line.moves.first());
        Self {
            file: placed.file.as_deref().map(Into::into),
            line: placed.line,
            number: placed.number,
            position: obf_position(position),
            empties: board.empties(),
            claimed: *claimed,
            accuracy: *accuracy,
            window,
            verdict: match (is_proven, agrees) {
                (false, _) => Verdict::Unfinished,
                (true, true) => Verdict::Agrees,
                (true, false) => Verdict::Contradicts,
            },
            score,
            bound,
            best: best.cloned(),
            nodes: found.nodes,
            seconds: (found.time.as_secs_f64() * 1e6).round() / 1e6,
        }
    }

    /// A contradiction with everything that is needed to repeat it.
    pub(super) fn describe(&self) -> String {
        let Self {
            line,
            position,
            claimed: [lower, upper],
            score,
            window: DiscWindow { low, high },
            ..
        } = self;
        let file = self
            .file
            .as_ref()
            .map_or_else(String::new, |file| format!("{file}:"));
        let relation = match self.bound {
            Known::Exact => "is",
            Known::Lower => "is at least",
            Known::Upper => "is at most",
        };
        format!(
            "{file}{line}: the row says {lower:+} to {upper:+}, but the score {relation} {score:+}: \
             kaeshi solve --window={low},{high} --position '{position}'"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_null_window_decides_one_bound() {
        for (claimed, expected) in [
            ([-2, 2], Some([-3, 3])),
            ([0, 0], Some([-1, 1])),
            ([-64, 0], Some([0, 1])),
            ([2, 64], Some([1, 2])),
            ([64, 64], Some([63, 64])),
            ([-64, -64], Some([-64, -63])),
            ([-64, 64], None),
        ] {
            assert_eq!(window(claimed).map(Into::into), expected, "{claimed:?}");
        }
    }
}
