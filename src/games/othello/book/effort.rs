//! How thoroughly a value was searched, and by whose scale.

use std::fmt;

use crate::search::Selectivity;

/// How a value came about. Each program has its own scale of levels, so a level is kept as that program's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Effort {
    /// Unknown.
    #[default]
    Unknown,
    /// A search of this program.
    Search {
        /// Depth in plies, 0 to 120.
        depth: u8,
        /// What selective pruning may skip.
        selectivity: Selectivity,
    },
    /// A search of Edax at this level, 0 to 60.
    Edax(u8),
    /// A search of Egaroucid at this level, 0 to 60.
    Egaroucid(u8),
    /// Typed in by a person.
    Person,
    /// A published proof, which a person vouches for.
    Proof,
}

/// The depth and the selectivity that an effort stands for; ordered by trust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// Whether the game is solved without selective pruning.
    pub exact: bool,
    /// Depth in plies; the number of empty squares if the search reached the end of the game.
    pub depth: u8,
    /// The selectivity, 0 to 5.
    pub selectivity: u8,
    /// Whether this program searched: of two equal searches its own is preferred.
    pub own: bool,
}

/// Maximum depth of a search, in plies.
const MAX_DEPTH: u8 = 120;
/// Maximum level of both programs.
pub const MAX_LEVEL: u8 = 60;

/// The codes of the second byte; smaller ones are the selectivity of a search of this program.
mod code {
    pub(super) const EDAX: u8 = 16;
    pub(super) const EGAROUCID: u8 = 17;
    pub(super) const PERSON: u8 = 18;
    pub(super) const PROOF: u8 = 19;
    pub(super) const UNKNOWN: u8 = 255;
}

impl Effort {
    /// The two bytes of a record: depth or level, then selectivity or program.
    #[must_use]
    pub(super) const fn to_bytes(self) -> [u8; 2] {
        match self {
            Self::Unknown => [0, code::UNKNOWN],
            Self::Search { depth, selectivity } => [depth, selectivity.level()],
            Self::Edax(level) => [level, code::EDAX],
            Self::Egaroucid(level) => [level, code::EGAROUCID],
            Self::Person => [0, code::PERSON],
            Self::Proof => [0, code::PROOF],
        }
    }

    /// Reads what [`Self::to_bytes`] writes; `None` for other bytes.
    #[must_use]
    pub(super) const fn from_bytes([amount, scale]: [u8; 2]) -> Option<Self> {
        Some(match scale {
            0..=5 if amount <= MAX_DEPTH => Self::Search {
                depth: amount,
                selectivity: Selectivity::new(scale),
            },
            code::EDAX if amount <= MAX_LEVEL => Self::Edax(amount),
            code::EGAROUCID if amount <= MAX_LEVEL => Self::Egaroucid(amount),
            code::PERSON if amount == 0 => Self::Person,
            code::PROOF if amount == 0 => Self::Proof,
            code::UNKNOWN if amount == 0 => Self::Unknown,
            _ => return None,
        })
    }

    /// What the effort amounts to in a position with `empties` empty squares.
    #[must_use]
    pub fn rank(self, empties: u8) -> Rank {
        let (depth, selectivity) = match self {
            Self::Unknown => return Rank::NONE,
            // A person may have copied the value from anywhere: less than any solved position, more than any search.
            Self::Person => (empties, 0),
            Self::Proof => (empties, Selectivity::EXACT.level()),
            Self::Search { depth, selectivity } => (depth.min(empties), selectivity.level()),
            Self::Edax(level) => edax(level, empties),
            Self::Egaroucid(level) => egaroucid(level, empties),
        };
        Rank {
            exact: depth >= empties && selectivity == Selectivity::EXACT.level(),
            depth,
            selectivity,
            own: matches!(self, Self::Search { .. }),
        }
    }

    /// Whether the value is proven in a position with `empties` empty squares: by this program, or a published proof.
    /// Another program's word is no proof.
    #[must_use]
    pub const fn proves(self, empties: u8) -> bool {
        match self {
            Self::Proof => true,
            Self::Search { depth, selectivity } => {
                depth >= empties && selectivity.level() == Selectivity::EXACT.level()
            }
            _ => false,
        }
    }

    /// The level of Edax that stands for this effort in a position with `empties` empty squares: the least that searches
    /// as far, 0 for an unknown one.
    #[must_use]
    pub fn edax_level(self, empties: u8) -> u8 {
        match self {
            Self::Edax(level) => level,
            _ => self.level_of(Self::Edax, empties),
        }
    }

    /// The level of Egaroucid that stands for this effort, as [`Self::edax_level`]. Those of Edax are taken as they are,
    /// as Egaroucid does.
    #[must_use]
    pub fn egaroucid_level(self, empties: u8) -> u8 {
        match self {
            Self::Edax(level) | Self::Egaroucid(level) => level,
            _ => self.level_of(Self::Egaroucid, empties),
        }
    }

    /// The least level of a `scale` that searches as far.
    fn level_of(self, scale: impl Fn(u8) -> Self, empties: u8) -> u8 {
        if matches!(self, Self::Unknown | Self::Person) {
            return 0;
        }
        let extent = |effort: Self| {
            let rank = effort.rank(empties);
            (rank.exact, rank.depth, rank.selectivity)
        };
        let reaches = |level: &u8| extent(scale(*level)) >= extent(self);
        (0..=MAX_LEVEL).find(reaches).unwrap_or(MAX_LEVEL)
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("unknown"),
            Self::Search { depth, selectivity } if *selectivity == Selectivity::EXACT => {
                write!(f, "depth {depth}")
            }
            Self::Search { depth, selectivity } => {
                write!(f, "depth {depth} at {} %", selectivity.percent())
            }
            Self::Edax(level) => write!(f, "Edax level {level}"),
            Self::Egaroucid(level) => write!(f, "Egaroucid level {level}"),
            Self::Person => f.write_str("a person"),
            Self::Proof => f.write_str("a proof"),
        }
    }
}

impl Rank {
    /// No search at all.
    pub const NONE: Self = Self {
        exact: false,
        depth: 0,
        selectivity: 0,
        own: false,
    };
}

/// Depth and selectivity of Edax's `level` with `empties` empty squares, from its public description.
pub(super) fn edax(level: u8, empties: u8) -> (u8, u8) {
    /// For a range of levels: the most empty squares that are solved at selectivity 5, 4, 3, 2, 1 and 0; 0 if none.
    const SOLVED: [(u8, [u8; 6]); 9] = [
        (12, [21, 0, 24, 0, 0, 0]),
        (18, [21, 0, 24, 0, 27, 0]),
        (21, [24, 0, 27, 0, 30, 0]),
        (24, [24, 27, 0, 30, 0, 33]),
        (27, [27, 0, 30, 0, 33, 0]),
        (29, [27, 30, 0, 33, 0, 36]),
        (31, [30, 0, 33, 0, 36, 0]),
        (33, [30, 33, 0, 36, 0, 39]),
        (35, [30, 33, 36, 0, 39, 0]),
    ];
    if level <= 10 {
        return if empties <= 2 * level {
            (empties, 5)
        } else {
            (level, 5)
        };
    }
    let solved = if level >= MAX_LEVEL {
        [60, 0, 0, 0, 0, 0]
    } else if let Some((_, solved)) = SOLVED.iter().find(|(last, _)| level <= *last) {
        *solved
    } else {
        [level - 6, level - 3, level, level + 3, level + 6, level + 9]
    };
    reached(level, empties, solved)
}

/// Depth and selectivity of Egaroucid's `level` with `empties` empty squares, from its public description.
pub(super) fn egaroucid(level: u8, empties: u8) -> (u8, u8) {
    /// The last level of a range, and the most empty squares that it solves exactly.
    const EXACT: [(u8, u8); 13] = [
        (14, 21),
        (19, 22),
        (22, 24),
        (26, 26),
        (28, 28),
        (32, 30),
        (36, 32),
        (40, 34),
        (44, 36),
        (48, 38),
        (51, 40),
        (52, 42),
        (60, 60),
    ];
    /// The same for games that it solves at any percentage.
    const ENDGAME: [(u8, u8); 12] = [
        (12, 25),
        (17, 27),
        (19, 29),
        (22, 30),
        (24, 32),
        (26, 34),
        (30, 36),
        (34, 38),
        (38, 40),
        (42, 42),
        (46, 44),
        (50, 46),
    ];
    if level <= 10 {
        return if empties <= 2 * level {
            (empties, 5)
        } else {
            (level, 5)
        };
    }
    let most = |table: &[(u8, u8)]| {
        let row = table.iter().find(|(last, _)| level <= *last);
        row.map_or(60, |(_, most)| *most)
    };
    let solved = [most(&EXACT), 0, 0, 0, 0, most(&ENDGAME)];
    reached(level, empties, solved)
}

/// The depth and the selectivity, if `solved` has the most empty squares solved at selectivity 5 to 0.
fn reached(level: u8, empties: u8, solved: [u8; 6]) -> (u8, u8) {
    for (selectivity, most) in (0..=5).rev().zip(solved) {
        if empties <= most {
            return (empties, selectivity);
        }
    }
    (level, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn efforts_are_written_and_read() {
        let mut known = 0;
        for amount in 0..=u8::MAX {
            for scale in 0..=u8::MAX {
                if let Some(effort) = Effort::from_bytes([amount, scale]) {
                    assert_eq!(effort.to_bytes(), [amount, scale]);
                    known += 1;
                }
            }
        }
        assert_eq!(known, 6 * 121 + 2 * 61 + 3);
    }

    /// Cells of the table in the description of Edax.
    #[test]
    fn levels_of_edax_are_searches() {
        for (level, empties, expected) in [
            (5, 10, (10, 5)),
            (5, 11, (5, 5)),
            (12, 21, (21, 5)),
            (12, 22, (22, 3)),
            (12, 24, (24, 3)),
            (12, 25, (12, 0)),
            (16, 27, (27, 1)),
            (21, 24, (24, 5)),
            (21, 31, (21, 0)),
            (24, 33, (33, 0)),
            (34, 36, (36, 3)),
            (36, 30, (30, 5)),
            (36, 33, (33, 4)),
            (36, 45, (45, 0)),
            (36, 46, (36, 0)),
            (60, 60, (60, 5)),
        ] {
            assert_eq!(edax(level, empties), expected, "{level} {empties}");
        }
    }

    #[test]
    fn proofs_are_our_own() {
        let exact = Effort::Search {
            depth: 20,
            selectivity: Selectivity::EXACT,
        };
        assert!(exact.proves(20) && !exact.proves(21));
        assert!(!Effort::Edax(60).proves(20));
        assert!(Effort::Edax(60).rank(20).exact);
        assert!(exact.rank(20) > Effort::Edax(60).rank(20));
        assert!(Effort::Person.rank(20) < exact.rank(20));
        assert_eq!(exact.edax_level(20), 10);
        for level in 0..=MAX_LEVEL {
            assert_eq!(Effort::Edax(level).edax_level(30), level);
        }
    }
}
