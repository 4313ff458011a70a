//! The signature of the search: the nodes of fixed searches over all games, with one worker.
//!
//! The number changes if search or evaluation changes, and only then. So it tells functional changes from others.

use std::fmt;
use std::sync::Arc;

use crate::engine::{GoLimits, Settings};
use crate::game::InputError;
use crate::games;
use crate::search::TranspositionTable;

/// One position, searched to a fixed depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The game, as the `Game` option names it.
    pub game: &'static str,
    /// The position, in the game's notation; empty for the start.
    pub position: &'static str,
    /// Depth of the search in plies.
    pub depth: i8,
    /// Nodes visited.
    pub nodes: u64,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            game, depth, nodes, ..
        } = self;
        let position = match self.position {
            "" => "startpos",
            position => position,
        };
        write!(f, "{nodes:>10}  {game:<9} depth {depth:<2} {position}")
    }
}

/// Game, position (empty for the starting position), depth in plies.
///
/// Openings, middle games and endings; together they take less than a second.
const POSITIONS: [(&str, &str, i8); 11] = [
    ("othello", "", 10),
    ("othello", "8/8/2o2o2/2ooxx2/3xox2/2xxx3/8/8 o", 10),
    (
        "othello",
        "3x4/1x1oo1x1/xxxoxooo/xxooxxo1/xxxxooo1/xxxxxo2/2x1x3/8 x",
        12,
    ),
    (
        "othello",
        "1x1xxxx1/o1oxox2/oooxxxxo/oooxxoxo/ooxoxoxo/ooooxox1/2xxxxx1/2x1x3 o",
        64,
    ),
    ("tictactoe", "", 9),
    ("mnk 4 4 4", "", 16),
    ("mnk 5 5 4", "", 7),
    (
        "gomoku",
        "15 15 5 15/15/15/15/15/15/6XOO6/7X1X5/15/15/15/15/15/15/15 o 3",
        4,
    ),
    ("daifugo", "", 64),
    (
        "daifugo",
        "daifugo group C3S3H4C5D8H8STCJSJHQDKS2/D3D4S4D6H6S7C8D9CTHJDAH2 1 cd-7 0 00 -",
        64,
    ),
    ("daifugo plain", "", 64),
];

/// Searches every position with a fresh transposition table of 16 MiB.
///
/// # Errors
/// If there is no memory for the table.
///
/// # Panics
/// If a position of the list cannot be read.
pub fn run() -> Result<Vec<Run>, InputError> {
    let run = |&(game, position, depth)| {
        let nodes = nodes(game, position, depth)?;
        Ok(Run {
            game,
            position,
            depth,
            nodes,
        })
    };
    POSITIONS.iter().map(run).collect()
}

fn nodes(game: &str, position: &str, depth: i8) -> Result<u64, InputError> {
    const MEGABYTES: usize = 16;
    let table = Arc::new(TranspositionTable::new(MEGABYTES).map_err(InputError::new)?);
    let mut engine = games::open(game, table)?;
    let position = Some(position).filter(|text| !text.is_empty());
    engine
        .set_up(position, &[])
        .expect("the position is one of ours");
    let limits = GoLimits {
        depth: Some(depth),
        ..GoLimits::default()
    };
    let result = engine.choose(&limits, Settings::default())?;
    Ok(result.progress.nodes)
}
