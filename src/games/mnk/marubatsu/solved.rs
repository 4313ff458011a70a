//! Who finds a best move everywhere: strong and weak solutions.

use std::collections::HashSet;

use super::board::{Board, Move};
use super::state::Marubatsu;
use super::table::{BOARDS, class, number};
use crate::game::{Outcome, Side};

/// Positions on which an answer is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// Only where a legal move is not best: elsewhere nothing can be wrong.
    pub telling: bool,
    /// One of each set that symmetries make the same.
    pub classes: bool,
}

/// The unfinished positions that play can lead to, with the best moves of each.
#[derive(Debug, Clone)]
pub struct Solution {
    /// In the order in which they are first met.
    positions: Vec<(Marubatsu, Vec<Move>)>,
}

impl Default for Solution {
    fn default() -> Self {
        Self::new()
    }
}

impl Solution {
    /// Works it out by trying everything.
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

    /// At how many positions of a selection all of `answer`'s moves are best, and at how many there are.
    pub fn strong(
        &self,
        selection: Selection,
        mut answer: impl FnMut(&Marubatsu) -> Vec<Move>,
    ) -> (usize, usize) {
        let positions = self.select(selection);
        let right = |(game, best): &&&(Marubatsu, Vec<Move>)| {
            answer(game).iter().all(|mv| best.contains(mv))
        };
        (positions.iter().filter(right).count(), positions.len())
    }
}

/// Whether `answer` never loses as `player`, whatever the other one does and whichever of its moves it
/// chooses; and the positions that were looked at.
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

/// The answer of a player who moves at random: any move.
#[must_use]
pub fn at_random(game: &Marubatsu) -> Vec<Move> {
    game.board().moves().as_slice().to_vec()
}

/// Who wins with best play, by trying everything: 1 if the player whose turn it is does, 0 if nobody, -1.
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
