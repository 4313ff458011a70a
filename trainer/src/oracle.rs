//! Who knows the scores: the engine's own search, to the end of the game or to some depth.

use kaeshi::game::{Game, Side};
use kaeshi::games::othello::Othello;
use kaeshi::games::othello::board::Board;
use kaeshi::search::{Draft, Limits, Search, Selectivity, Signals, Table, Window};

use crate::Failure;

/// How hard positions are searched for their labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Plies; 0 is to the end of the game.
    pub depth: u8,
    /// What Multi-ProbCut may skip.
    pub selectivity: Selectivity,
}

impl Effort {
    /// What a label of a position with so many empty squares says about its depth: 0 is exact.
    #[must_use]
    pub fn noted(self, empties: u32) -> u8 {
        let empties = u8::try_from(empties).unwrap_or(u8::MAX);
        let to_the_end = self.depth == 0 || self.depth >= empties;
        match self.selectivity {
            Selectivity::EXACT if to_the_end => 0,
            _ if to_the_end => empties,
            _ => self.depth,
        }
    }
}

/// Gives scores in 1/128 disc.
pub struct Oracle {
    effort: Effort,
    table: Table,
}

/// Memory for what a search remembers, in megabytes.
const MEMORY: usize = 8;
/// So many plies before the end a search leaps there.
const LEAP: i8 = 12;
/// Up to this many empty squares a selective search first does not pay.
const SOLVED_AT_ONCE: i8 = 17;

impl Oracle {
    /// One that searches so hard.
    ///
    /// # Errors
    /// When there is no memory for its table.
    pub fn new(effort: Effort) -> Result<Self, Failure> {
        Ok(Self {
            effort,
            table: Table::new(MEMORY)?,
        })
    }

    /// The score for the side to move, in 1/128 disc.
    pub fn score(&mut self, board: Board) -> i16 {
        let game = Othello::new(board, Side::First);
        let signals = Signals::default();
        let mut search = Search::new(game, &self.table, &signals, Limits::default());
        let mut score = game.evaluate();
        for draft in self.effort.ladder(game.empties()) {
            if let Ok(found) = Othello::search_root(&mut search, draft, Window::FULL) {
                score = found;
            }
        }
        score.0
    }
}

impl Effort {
    /// The searches on the way, each of which orders the moves of the next; the last is the one asked for.
    fn ladder(self, empties: i8) -> Vec<Draft> {
        let wanted = match i8::try_from(self.depth) {
            Ok(1..) if self.noted(empties.unsigned_abs().into()) == self.depth => self.depth as i8,
            _ => empties,
        };
        let exact = self.selectivity == Selectivity::EXACT;
        if wanted == empties && empties <= SOLVED_AT_ONCE && exact {
            return vec![Draft::exact(wanted)];
        }
        let draft = |depth, selectivity| Draft { depth, selectivity };
        let early = if wanted == empties {
            (wanted - LEAP).max(0)
        } else {
            wanted - 1
        };
        let first = if early % 2 == wanted % 2 { 2 } else { 1 };
        let mut ladder: Vec<Draft> = (first..=early)
            .step_by(2)
            .map(|depth| draft(depth, Selectivity::BOLDEST))
            .collect();
        if wanted == empties && exact {
            ladder.push(draft(wanted, Selectivity::BOLDEST));
        }
        ladder.push(draft(wanted, self.selectivity));
        ladder
    }
}
