//! The size of the game: its tree, and the positions in it.

use std::collections::HashSet;

use super::board::{CELLS, Move};
use super::mailbox::MarubatsuBoard;
use super::state::{Marubatsu, MarubatsuOn};
use super::table::{class, number};
use crate::game::{Outcome, Side};

/// The game tree, in which every order of moves counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TreeCounts {
    /// Nodes at each depth, the root first.
    pub nodes: [u64; CELLS + 1],
    /// Games: leaves.
    pub games: u64,
}

impl TreeCounts {
    /// The tree below a position.
    #[must_use]
    pub fn below<B: MarubatsuBoard>(game: &MarubatsuOn<B>) -> Self {
        let mut tree = Self::default();
        tree.grow(&mut game.clone(), 0);
        tree
    }

    fn grow<B: MarubatsuBoard>(&mut self, game: &mut MarubatsuOn<B>, depth: usize) {
        self.nodes[depth] += 1;
        if game.ended().is_some() {
            self.games += 1;
            return;
        }
        for &mv in game.board().moves().as_slice() {
            game.play(mv);
            self.grow(game, depth + 1);
            game.take_back();
        }
    }

    /// Number of all nodes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.nodes.iter().sum()
    }
}

/// The tree after a first mark in column `x` and row `y`.
///
/// # Panics
/// If `x` or `y` is not below 3.
#[must_use]
pub fn tree_after(x: u32, y: u32) -> TreeCounts {
    let mut game = Marubatsu::default();
    game.play(Move::at(x, y).expect("a cell"));
    TreeCounts::below(&game)
}

/// Numbers of positions: unfinished, won by circles, won by crosses, drawn.
pub type Ends = [u64; 4];

/// The positions that play can lead to, and their classes under symmetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Positions {
    /// Positions with each number of marks.
    pub by_marks: [u64; CELLS + 1],
    /// Classes with each number of marks.
    pub classes_by_marks: [u64; CELLS + 1],
    /// Positions by result.
    pub ends: Ends,
    /// Classes by result.
    pub class_ends: Ends,
}

/// Counts all positions that play can lead to.
#[must_use]
pub fn positions() -> Positions {
    let mut found = Positions::default();
    let (mut seen, mut classes) = (HashSet::new(), HashSet::new());
    let mut waiting = vec![Marubatsu::default()];
    while let Some(game) = waiting.pop() {
        if !seen.insert(number(game.board())) {
            continue;
        }
        let end = match game.ended() {
            None => 0,
            Some(Outcome::Won(Side::First)) => 1,
            Some(Outcome::Won(Side::Second)) => 2,
            Some(Outcome::Drawn) => 3,
        };
        let marks = game.records().len();
        found.by_marks[marks] += 1;
        found.ends[end] += 1;
        if classes.insert(class(game.board())) {
            found.classes_by_marks[marks] += 1;
            found.class_ends[end] += 1;
        }
        if game.ended().is_none() {
            for &mv in game.board().moves().as_slice() {
                let mut after = game.clone();
                after.play(mv);
                waiting.push(after);
            }
        }
    }
    found
}
