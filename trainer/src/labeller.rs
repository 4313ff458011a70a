//! The labeller: scores positions by the engine's own search, to the end of the game or to a fixed depth.

use kaeshi::game::{Game, Side};
use kaeshi::games::othello::board::Board;
use kaeshi::games::othello::{MAX_DIRECT_SOLVE, MAX_LEAP, Othello};
use kaeshi::search::{
    Draft, Score, SearchLimits, Searchable, Selectivity, SharedState, TranspositionTable, Window,
    Worker,
};

use crate::Failure;

/// How a label is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Depth in plies; 0 searches to the end of the game.
    pub depth: u8,
    /// Selectivity of Multi-ProbCut.
    pub selectivity: Selectivity,
}

impl Effort {
    /// The depth stored in the label of a position with `empties` empty squares; 0 means exact.
    #[must_use]
    pub fn label_depth(self, empties: u32) -> u8 {
        let empties = u8::try_from(empties).unwrap_or(u8::MAX);
        let to_the_end = self.depth == 0 || self.depth >= empties;
        match self.selectivity {
            Selectivity::EXACT if to_the_end => 0,
            _ if to_the_end => empties,
            _ => self.depth,
        }
    }
}

/// Scores positions in 1/128 disc.
pub struct Labeller {
    effort: Effort,
    table: TranspositionTable,
}

/// Size of the transposition table in MiB.
const MEMORY: usize = 8;

impl Labeller {
    /// A labeller with this effort.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub fn new(effort: Effort) -> Result<Self, Failure> {
        Ok(Self {
            effort,
            table: TranspositionTable::new(MEMORY)?,
        })
    }

    /// The score for the side to move, in 1/128 disc.
    pub fn score(&mut self, board: Board) -> i16 {
        let game = Othello::new(board, Side::First);
        let signals = SharedState::default();
        let mut search = Worker::new(game, &self.table, &signals, SearchLimits::default());
        let ladder = self.effort.ladder(game.empties());
        let mut scores = [game.evaluate(); 2];
        for &draft in &ladder {
            if let Ok(found) = Othello::search_root(&mut search, draft, Window::FULL) {
                scores = [scores[1], found];
            }
        }
        match ladder[..] {
            // Searches that end with different sides to move have different errors, so average both.
            [.., shallower, last] if shallower.depth + 1 == last.depth => mean(scores),
            _ => scores[1].0,
        }
    }
}

fn mean([a, b]: [Score; 2]) -> i16 {
    i16::midpoint(a.0, b.0)
}

impl Effort {
    /// The iterations of the search; each improves the move ordering of the next. The last one has the requested draft.
    /// Unless it reaches the end of the game, the one before is a ply shallower.
    fn ladder(self, empties: i8) -> Vec<Draft> {
        let plies = i8::try_from(self.depth).unwrap_or(i8::MAX);
        let to_the_end = plies == 0 || plies >= empties;
        let wanted = if to_the_end { empties } else { plies };
        let exact = self.selectivity == Selectivity::EXACT;
        if to_the_end && exact && empties <= MAX_DIRECT_SOLVE {
            return vec![Draft::exact(wanted)];
        }
        let last = wanted - if to_the_end { MAX_LEAP } else { 3 };
        let first = if last % 2 == 0 { 2 } else { 1 };
        let mut drafts: Vec<(i8, Selectivity)> = (first..=last)
            .step_by(2)
            .map(|depth| (depth, Selectivity::MIN))
            .collect();
        if to_the_end && exact {
            drafts.push((wanted, Selectivity::MIN));
        }
        if !to_the_end && wanted > 1 {
            drafts.push((wanted - 1, self.selectivity));
        }
        drafts.push((wanted, self.selectivity));
        let draft = |(depth, selectivity)| Draft { depth, selectivity };
        drafts.into_iter().map(draft).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder(depth: u8, level: u8, empties: i8) -> Vec<(i8, u8)> {
        let selectivity = Selectivity::new(level);
        let ladder = Effort { depth, selectivity }.ladder(empties);
        let rungs = ladder.iter();
        rungs
            .map(|draft| (draft.depth, draft.selectivity.level()))
            .collect()
    }

    #[test]
    fn ladders_end_with_what_was_asked_for() {
        assert_eq!(ladder(0, 5, 12), [(12, 5)]);
        assert_eq!(ladder(0, 5, 18), [(2, 0), (4, 0), (6, 0), (18, 0), (18, 5)]);
        assert_eq!(ladder(0, 0, 19), [(1, 0), (3, 0), (5, 0), (7, 0), (19, 0)]);
        assert_eq!(ladder(8, 1, 30), [(1, 0), (3, 0), (5, 0), (7, 1), (8, 1)]);
        assert_eq!(ladder(5, 5, 30), [(2, 0), (4, 5), (5, 5)]);
        assert_eq!(ladder(8, 5, 6), [(6, 5)]);
        assert_eq!(ladder(1, 0, 50), [(1, 0)]);
    }

    #[test]
    fn labels_say_how_they_were_made() {
        let depth_of = |depth, level, empties| {
            let selectivity = Selectivity::new(level);
            Effort { depth, selectivity }.label_depth(empties)
        };
        assert_eq!(depth_of(0, 5, 18), 0);
        assert_eq!(depth_of(0, 1, 18), 18);
        assert_eq!(depth_of(8, 5, 30), 8);
        assert_eq!(depth_of(8, 5, 8), 0);
        assert_eq!(depth_of(8, 0, 7), 7);
    }
}
