//! The playing strength of each level of Othello.

use crate::search::{Level, Selectivity, Skill};

/// The levels below full strength, the weakest first.
///
/// docs/levels.md has the matches between neighbours.
pub const LEVELS: [Skill; Level::LIMITED] = [
    // depth in plies, temperature in hundredths of a disc; empties from which it solves, selectivity level
    level(1, 1200, 1, 5),
    level(1, 600, 1, 5),
    level(1, 300, 2, 5),
    level(1, 180, 2, 5),
    level(1, 60, 4, 5),
    level(2, 60, 6, 5),
    level(3, 0, 6, 5),
    level(5, 0, 10, 5),
    level(6, 0, 12, 5),
    level(8, 0, 14, 5),
    level(10, 0, 16, 5),
    level(12, 0, 20, 2),
    level(15, 0, 22, 4),
];

const fn level(depth: i8, temperature: u16, ending: u16, selectivity: u8) -> Skill {
    Skill {
        depth,
        ending,
        selectivity: Selectivity::new(selectivity),
        temperature,
        first_moves: FIRST_MOVES,
    }
}

/// The least number of empty squares of the first moves, which vary. The matches of the levels began with 52.
const FIRST_MOVES: u16 = 53;
