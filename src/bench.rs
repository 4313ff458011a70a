//! The signature of the search: nodes of fixed searches over all games, with one worker.
//!
//! Any change of search or evaluation changes the number, and no other change does: it tells
//! functional changes from the rest.

use std::ops::ControlFlow;

use crate::game::{Refused, Spoken};
use crate::games::othello::Othello;
use crate::search::{Limits, Search, Signals, Table};

/// One position, searched to a fixed depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The game, as the `Game` option names it.
    pub game: &'static str,
    /// The position in the game's notation.
    pub position: &'static str,
    /// Nodes visited.
    pub nodes: u64,
}

const OTHELLO: [(&str, i8); 4] = [
    ("8/8/8/3ox3/3xo3/8/8/8 x", 10),
    ("8/8/2o2o2/2ooxx2/3xox2/2xxx3/8/8 o", 10),
    (
        "1x1xxxx1/o1oxox2/oooxxxxo/oooxxoxo/ooxoxoxo/ooooxox1/2xxxxx1/2x1x3 o",
        64,
    ),
    (
        "3x4/1x1oo1x1/xxxoxooo/xxooxxo1/xxxxooo1/xxxxxo2/2x1x3/8 x",
        12,
    ),
];

/// Searches every position with a fresh table.
///
/// # Errors
/// When there is no memory for the table.
///
/// # Panics
/// If a position above cannot be read.
pub fn run() -> Result<Vec<Run>, Refused> {
    OTHELLO
        .iter()
        .map(|&(position, depth)| {
            let nodes = nodes(&Othello::default(), position, depth)?;
            Ok(Run {
                game: "othello",
                position,
                nodes,
            })
        })
        .collect()
}

fn nodes<G: Spoken>(variant: &G, position: &str, depth: i8) -> Result<u64, Refused> {
    const MEGABYTES: usize = 16;
    let game = variant.read(position).expect("the position is one of ours");
    let table = Table::new(MEGABYTES).map_err(Refused::new)?;
    let signals = Signals::default();
    let limits = Limits {
        depth,
        ..Limits::default()
    };
    let mut search = Search::new(game, &table, &signals, limits);
    search.deepen(1, |_| ControlFlow::Continue(()));
    Ok(search.nodes)
}
