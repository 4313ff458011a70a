//! The articles' static evaluation, `ai14s`.

use super::board::{LINES, Move};
use super::descent::Descent;
use super::state::Marubatsu;
use crate::game::{Outcome, Side};

/// Half points: the article's scores are multiples of one half.
pub type Half = i32;

const WIN: Half = 600;
const SURE_WIN: Half = 400;
/// For each line that the opponent can fill at once.
const LOSS: Half = -200;
const BETWEEN: Half = 200;
const ONE_THREAT: Half = 4;
const OWN_LINE: Half = 1;
const OTHER_LINE: Half = -2;

/// Number of lines by own marks and by marks of the opponent.
struct Patterns([[Half; 4]; 4]);

impl Patterns {
    fn of(own: u16, other: u16) -> Self {
        let mut lines = [[0; 4]; 4];
        for line in LINES {
            let [own, other] = [own, other].map(|marks| (marks & line).count_ones() as usize);
            lines[own][other] += 1;
        }
        Self(lines)
    }

    fn count(&self, own: usize, other: usize) -> Half {
        self.0[own][other]
    }
}

/// The static evaluation for the player who has just moved, in half points.
#[must_use]
pub fn ai14s_eval(game: &Marubatsu) -> Half {
    let mover = !game.turn();
    if game.ended() == Some(Outcome::Won(mover)) {
        return WIN;
    }
    let lines = Patterns::of(game.board().marks(mover), game.board().marks(!mover));
    let mut score = LOSS * lines.count(0, 2);
    if score == 0 && lines.count(2, 0) >= 2 {
        return SURE_WIN;
    }
    if is_between(game) {
        return BETWEEN;
    }
    if lines.count(2, 0) == 1 {
        score += ONE_THREAT;
    }
    score + OWN_LINE * lines.count(1, 0) + OTHER_LINE * lines.count(0, 1)
}

/// Whether crosses, with the middle between two circles on opposite corners, have just marked an edge.
fn is_between(game: &Marubatsu) -> bool {
    const MIDDLE: u16 = 0b000_010_000;
    const EDGES: u16 = 0b010_101_010;
    const ENDS: [u16; 2] = [0b100_000_001, 0b001_000_100];
    let [circles, crosses] = [Side::First, Side::Second].map(|side| game.board().marks(side));
    game.records().len() == 4
        && crosses & MIDDLE != 0
        && crosses & EDGES != 0
        && ENDS.iter().any(|ends| circles & ends == *ends)
}

/// The legal moves after which [`ai14s_eval`] is highest (`ai_by_score`), row by row. A move is tried on a copy, or
/// made and taken back.
#[must_use]
pub fn best_by_ai14s_eval(game: &Marubatsu, descent: Descent) -> Vec<Move> {
    let mut after = game.clone();
    let mut scored: Vec<(Move, Half)> = Vec::new();
    for &mv in game.board().moves_by_coordinates().as_slice() {
        if descent == Descent::Copy {
            let mut copy = game.clone();
            copy.play(mv);
            scored.push((mv, ai14s_eval(&copy)));
        } else {
            after.play(mv);
            scored.push((mv, ai14s_eval(&after)));
            after.take_back();
        }
    }
    let best = scored.iter().map(|(_, score)| *score).max();
    scored.retain(|(_, score)| Some(*score) == best);
    scored.into_iter().map(|(mv, _)| mv).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[(u32, u32)]) -> Marubatsu {
        let mut game = Marubatsu::default();
        for &(x, y) in moves {
            game.play(Move::at(x, y).expect("a cell"));
        }
        game
    }

    #[test]
    fn only_an_edge_beside_the_middle_is_the_answer_to_two_corners() {
        let corners = [(0, 0), (1, 1), (2, 2)];
        let with = |last| ai14s_eval(&after(&[&corners[..], &[last]].concat()));
        assert_eq!(with((1, 0)), BETWEEN);
        // A corner: one threat, two lines of one cross, two of one circle.
        assert_eq!(with((2, 0)), ONE_THREAT + 2 * OWN_LINE + 2 * OTHER_LINE);
    }
}
