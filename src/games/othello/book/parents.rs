//! The positions from which a move leads to a position.

use super::position::{CENTRE, Position};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::square::{Square, Squares};

/// The steps along files and ranks to the eight neighbours.
const DIRECTIONS: [(i8, i8); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// Calls `each` for every position from which a legal move leads to `position`, also those that no game reaches. A
/// position may come more than once.
pub fn parents(position: Position, mut each: impl FnMut(Position)) {
    let board = position.board();
    before(board, &mut each);
    // The opponent had to pass, so the board before the pass was reached by a move as well.
    if board.passed().legal() == 0 {
        before(board.passed(), &mut each);
    }
}

/// Calls `each` for the positions from which one move leads to exactly `board`.
fn before(board: Board, each: &mut impl FnMut(Position)) {
    for square in Squares(board.other & !CENTRE) {
        let Some(rays) = turned(board, square) else {
            continue;
        };
        take_back(board, square, &rays, 0, each);
    }
}

/// The discs that the last move to `square` can have turned, ray by ray, nearest first. `None` if that move would have
/// turned discs that are still the opponent's.
fn turned(board: Board, square: Square) -> Option<[Ray; 8]> {
    let mut rays = [Ray::default(); 8];
    for (ray, (file_step, rank_step)) in rays.iter_mut().zip(DIRECTIONS) {
        let (mut file, mut rank) = (square.file().cast_signed(), square.rank().cast_signed());
        let mut next = || {
            (file, rank) = (file + file_step, rank + rank_step);
            let inside = (0..8).contains(&file) && (0..8).contains(&rank);
            inside.then(|| 1_u64 << (8 * rank + file))
        };
        let mut bit = next();
        let enclosed = bit.is_some_and(|bit| board.own & bit != 0);
        while enclosed && bit.is_some_and(|bit| board.own & bit != 0) {
            bit = next();
        }
        if enclosed && bit.is_some_and(|bit| board.other & bit != 0) {
            return None;
        }
        while let Some(found) = bit.filter(|bit| !enclosed && board.other & bit != 0) {
            ray.discs[ray.count] = found;
            ray.count += 1;
            bit = next();
        }
    }
    Some(rays)
}

/// Discs of the player of the move in one direction, without a gap.
#[derive(Debug, Clone, Copy, Default)]
struct Ray {
    discs: [u64; 7],
    count: usize,
}

/// Takes back every number of turned discs on each of `rays`; the last disc of a ray was not turned.
fn take_back(
    board: Board,
    square: Square,
    rays: &[Ray],
    flips: u64,
    each: &mut impl FnMut(Position),
) {
    let Some((ray, rest)) = rays.split_first() else {
        if flips != 0 {
            let own = board.other ^ (flips | square.bit());
            let other = board.own ^ flips;
            each(Position::of(Board { own, other }).position);
        }
        return;
    };
    let mut flips = flips;
    take_back(board, square, rest, flips, each);
    for disc in ray.discs.iter().take(ray.count.saturating_sub(1)) {
        flips |= disc;
        take_back(board, square, rest, flips, each);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::samples::{self, Rng};

    /// Taking back finds every parent that a game has, and only positions with such a move.
    #[test]
    fn moves_are_taken_back() {
        let mut rng = Rng::new(7);
        let (mut count, mut passes) = (0, 0);
        for _ in 0..60 {
            for board in samples::game(&mut rng) {
                let position = Position::of(board).position;
                for child in position.children().filter(|child| child.result.is_none()) {
                    let mut found = Vec::new();
                    parents(child.position, |parent| found.push(parent));
                    assert!(found.contains(&position), "{position} {}", child.square);
                    for parent in found {
                        let mut children = parent.children();
                        assert!(children.any(|back| back.position == child.position));
                        count += 1;
                    }
                    passes += usize::from(child.passed);
                }
            }
        }
        assert!(count > 100_000 && passes > 10, "{count} {passes}");
    }
}
