//! The breakdown of the linear evaluation, for display.

use super::features::{Features, PATTERNS, RAW_STATES};
use super::inputs::{COUNT_ENTRIES, COUNTS, Mobility, inputs};
use super::weights::{self, STEP};
use crate::games::othello::rules::board::Board;
use crate::search::Score;

/// The contribution of one pattern or count to the evaluation of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Name of the pattern or count.
    pub name: &'static str,
    /// The contribution for the side to move, in score units.
    pub score: Score,
}

/// Names of the counts in the order of their entries; the first four have [`COUNT_ENTRIES`] entries each.
const NAMES: [&str; COUNTS] = [
    "own moves",
    "opponent's moves",
    "empty squares beside the opponent",
    "empty squares beside own discs",
    "stage and parity",
];

/// The parts of the evaluation, patterns first, then counts. `None` when the side to move has no move: then the
/// position after the pass is evaluated, or the game is over.
///
/// Their sum is [`super::linear::evaluate`], unless that is clamped to 64 discs.
#[must_use]
pub fn eval_breakdown(board: Board) -> Option<Vec<Part>> {
    let mobility = Mobility::of(board);
    if !mobility.has_move() {
        return None;
    }
    let names = PATTERNS.iter().map(|pattern| pattern.name).chain(NAMES);
    let score = Score(0);
    let mut parts: Vec<Part> = names.map(|name| Part { name, score }).collect();
    let table = weights::current().table(board);
    for entry in inputs(board, &Features::of(board), mobility) {
        if let Some(part) = part(entry as usize).and_then(|part| parts.get_mut(part)) {
            part.score = part.score + i16::from(table.weight(entry)) * STEP;
        }
    }
    Some(parts)
}

/// Which part an entry of the table belongs to.
fn part(entry: usize) -> Option<usize> {
    if let Some(count) = entry.checked_sub(RAW_STATES) {
        return Some(PATTERNS.len() + (count / COUNT_ENTRIES).min(COUNTS - 1));
    }
    let mut first = 0;
    PATTERNS.iter().position(|pattern| {
        first += pattern.states();
        entry < first
    })
}

#[cfg(test)]
mod tests {
    use super::super::inputs::COUNTED;
    use super::super::linear::evaluate;
    use super::*;
    use crate::games::othello::samples;

    #[test]
    fn parts_add_up_to_the_evaluation() {
        let mut seen = 0;
        for board in samples::boards(5_000) {
            let Some(parts) = eval_breakdown(board) else {
                assert_eq!(board.legal(), 0, "{board}");
                continue;
            };
            seen += 1;
            let total: i32 = parts.iter().map(|part| i32::from(part.score.0)).sum();
            let score = evaluate(board, &Features::of(board));
            assert_eq!(total.clamp(-8192, 8192), i32::from(score.0), "{board}");
        }
        assert!(seen > 4_000, "{seen}");
    }

    #[test]
    fn every_entry_belongs_to_one_part() {
        for (number, pattern) in PATTERNS.iter().enumerate() {
            let entries = (0..RAW_STATES).filter(|&entry| part(entry) == Some(number));
            assert_eq!(entries.count(), pattern.states(), "{}", pattern.name);
        }
        assert_eq!(part(RAW_STATES + 31), Some(PATTERNS.len()));
        assert_eq!(part(RAW_STATES + 32), Some(PATTERNS.len() + 1));
        assert_eq!(
            part(RAW_STATES + COUNTED - 1),
            Some(PATTERNS.len() + COUNTS - 1)
        );
    }
}
