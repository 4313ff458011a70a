//! Strong and weak solutions: checks which players find a best move everywhere.

use std::collections::HashSet;

use super::board::{Board, Move};
use super::state::Marubatsu;
use super::table::{BOARDS, class, number};
use crate::game::{Outcome, Side};

/// The positions on which a player is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// Only positions where some legal move is not best: elsewhere no move is wrong.
    pub telling: bool,
    /// Only one position of each class of symmetric ones.
    pub classes: bool,
}

/// The unfinished positions that play can lead to, with the best moves of each.
#[derive(Debug, Clone)]
pub struct Solution {
    /// In the order of discovery.
    positions: Vec<(Marubatsu, Vec<Move>)>,
}

impl Default for Solution {
    fn default() -> Self {
        Self::new()
    }
}

impl Solution {
    /// Solves the game by exhaustive search.
    #[must_use]
    pub fn new() -> Self {
        let mut values = Values::default();
        let mut positions = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting = vec![Marubatsu::default()];
        while let Some(mut game) = waiting.pop() {
            if game.ended().is_some() || !seen.insert(number(game.board())) {
                continue;
            }
            let best = values.best(&mut game);
            for &mv in game.board().moves().as_slice() {
                let mut after = game.clone();
                after.play(mv);
                waiting.push(after);
            }
            positions.push((game, best));
        }
        Self { positions }
    }

    /// The positions of a selection.
    #[must_use]
    pub fn select(&self, selection: Selection) -> Vec<&(Marubatsu, Vec<Move>)> {
        let mut classes = HashSet::new();
        let moves = |board: Board| board.free().count_ones() as usize;
        let telling = |board: Board, best: &[Move]| best.len() < moves(board);
        let wanted = |(game, best): &&(Marubatsu, Vec<Move>)| {
            let board = game.board();
            (!selection.telling || telling(board, best))
                && (!selection.classes || classes.insert(class(board)))
        };
        self.positions.iter().filter(wanted).collect()
    }

    /// The number of positions of a selection where all of `answer`'s moves are best, and the number of all of them.
    pub fn strong(
        &self,
        selection: Selection,
        answer: impl FnMut(&Marubatsu) -> Vec<Move>,
    ) -> (usize, usize) {
        let all = self.select(selection).len();
        (all - self.mistakes(selection, answer).len(), all)
    }

    /// The positions of a selection where not all of `answer`'s moves are best.
    pub fn mistakes(
        &self,
        selection: Selection,
        mut answer: impl FnMut(&Marubatsu) -> Vec<Move>,
    ) -> Vec<Mistake> {
        let mistake = |(game, best): &(Marubatsu, Vec<Move>)| {
            let moves = answer(game);
            let is_wrong = moves.iter().any(|mv| !best.contains(mv));
            is_wrong.then(|| Mistake {
                game: game.clone(),
                moves,
                best: best.clone(),
            })
        };
        self.select(selection)
            .into_iter()
            .filter_map(mistake)
            .collect()
    }
}

/// A position in which a player considers a move that is not best.
#[derive(Debug, Clone)]
pub struct Mistake {
    /// The position, with one game that leads to it.
    pub game: Marubatsu,
    /// The moves that the player considers best.
    pub moves: Vec<Move>,
    /// The moves that are best.
    pub best: Vec<Move>,
}

/// Whether `answer` never loses as `player`, for every play of the opponent and every choice among its moves; and the
/// number of positions visited.
pub fn weak(player: Side, mut answer: impl FnMut(&Marubatsu) -> Vec<Move>) -> (bool, usize) {
    let mut seen = HashSet::new();
    let mut waiting = vec![Marubatsu::default()];
    while let Some(game) = waiting.pop() {
        if !seen.insert(number(game.board())) {
            continue;
        }
        match game.ended() {
            Some(Outcome::Won(winner)) if winner != player => return (false, seen.len()),
            Some(_) => continue,
            None => {}
        }
        let moves = if game.turn() == player {
            answer(&game)
        } else {
            game.board().moves().as_slice().to_vec()
        };
        for mv in moves {
            let mut after = game.clone();
            after.play(mv);
            waiting.push(after);
        }
    }
    (true, seen.len())
}

/// The answer of a player who moves at random: all legal moves.
#[must_use]
pub fn at_random(game: &Marubatsu) -> Vec<Move> {
    game.board().moves().as_slice().to_vec()
}

/// The values of positions by exhaustive search, for the side to move: 1 is won, 0 drawn, -1 lost.
#[derive(Debug)]
struct Values {
    known: Vec<Option<i8>>,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            known: vec![None; BOARDS],
        }
    }
}

impl Values {
    fn value(&mut self, game: &mut Marubatsu) -> i8 {
        match game.ended() {
            Some(Outcome::Won(winner)) => return if winner == game.turn() { 1 } else { -1 },
            Some(Outcome::Drawn) => return 0,
            None => {}
        }
        let at = number(game.board());
        if let Some(value) = self.known[at] {
            return value;
        }
        let best = self
            .children(game)
            .into_iter()
            .map(|(_, value)| value)
            .max();
        let value = best.unwrap_or(0);
        self.known[at] = Some(value);
        value
    }

    fn children(&mut self, game: &mut Marubatsu) -> Vec<(Move, i8)> {
        let moves = game.board().moves();
        let after = |mv: &Move| {
            game.play(*mv);
            let value = -self.value(game);
            game.take_back();
            (*mv, value)
        };
        moves.as_slice().iter().map(after).collect()
    }

    fn best(&mut self, game: &mut Marubatsu) -> Vec<Move> {
        let value = self.value(game);
        let mut children = self.children(game);
        children.retain(|(_, after)| *after == value);
        children.into_iter().map(|(mv, _)| mv).collect()
    }
}
