//! Games that a small fixed player plays against itself.
//!
//! The player uses none of the engine's evaluations, so that a seed keeps its games when the engine changes. A change of
//! this file changes the positions of every seed.

use kaeshi::game::splitmix64;
use kaeshi::games::othello::board::{Board, Square, Squares};
use kaeshi::games::othello::moves::CORNERS;

use crate::games::Moves;
use crate::rng::Rng;
use crate::sample::any;

/// Random moves at the start of a game.
const RANDOM_PLIES: u32 = 8;
/// Depth of the player's searches in plies.
const DEPTH: u32 = 3;
/// Upper limit of the random part of an evaluation; mobility counts ten a move.
const MAX_NOISE: u64 = 16;
/// The squares beside a corner on its diagonal.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// The next game of `rng`, down to at most `empties` empty squares; it may end earlier.
pub(super) fn game(rng: &mut Rng, empties: u32) -> Moves {
    let salt = rng.next();
    let mut moves = Vec::new();
    let mut board = Board::START;
    while board.empties() > empties {
        if board.legal() == 0 {
            board = board.passed();
        }
        let legal = board.legal();
        if legal == 0 {
            break;
        }
        let square = if moves.len() < RANDOM_PLIES as usize {
            any(legal, rng)
        } else {
            best(board, salt)
        };
        board = board.after(square, board.flips(square));
        moves.push(square);
    }
    moves.into()
}

/// The move that the player chooses.
fn best(board: Board, salt: u64) -> Square {
    let value = |square: &Square| {
        let after = board.after(*square, board.flips(*square));
        search(after, DEPTH - 1, (-INFINITE, INFINITE), salt)
    };
    let legal = board.legal();
    Squares(legal)
        .min_by_key(value)
        .unwrap_or(Square::first(legal))
}

/// Above every value.
const INFINITE: i32 = 1 << 20;

/// The value of an alpha-beta search for the side to move.
fn search(board: Board, depth: u32, (mut alpha, beta): (i32, i32), salt: u64) -> i32 {
    if depth == 0 {
        return evaluate(board, salt);
    }
    let legal = board.legal();
    if legal == 0 {
        return match board.passed().legal() {
            0 => 1000 * board.disc_diff().0,
            _ => -search(board.passed(), depth - 1, (-beta, -alpha), salt),
        };
    }
    for square in Squares(legal) {
        let after = board.after(square, board.flips(square));
        alpha = alpha.max(-search(after, depth - 1, (-beta, -alpha), salt));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Mobility, corners, squares beside empty corners and open discs, with a random part.
fn evaluate(board: Board, salt: u64) -> i32 {
    let Board { own, other } = board;
    let empty = board.empty();
    let count = |set: u64| set.count_ones().cast_signed();
    let difference = |one: u64, two: u64| count(one) - count(two);
    let mobility = difference(board.legal(), board.passed().legal());
    let open = difference(other & neighbours(empty), own & neighbours(empty));
    let corners = difference(own & CORNERS, other & CORNERS);
    let risky = X_SQUARES & neighbours(empty & CORNERS);
    let danger = difference(other & risky, own & risky);
    let hash = splitmix64(own ^ splitmix64(other ^ salt));
    let noise = (hash % MAX_NOISE) as i32;
    10 * mobility + 4 * open + 80 * corners + 40 * danger + noise
}

/// The squares beside those of `set`, in all eight directions, and `set` itself.
const fn neighbours(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    row | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::play;

    #[test]
    fn neighbours_stay_on_the_board() {
        assert_eq!(neighbours(1), 0x0303);
        assert_eq!(neighbours(1 << 63), 0xc0c0 << 48);
        assert_eq!(neighbours(1 << 27), 0x1c_1c1c << 16);
    }

    #[test]
    fn games_repeat_from_the_seed_and_end_where_asked() {
        let games = |seed| {
            let mut rng = Rng::new(seed);
            [(); 4].map(|()| game(&mut rng, 24))
        };
        assert_eq!(games(1), games(1));
        assert_ne!(games(1), games(2));
        for moves in games(3) {
            let board = moves
                .iter()
                .try_fold(Board::START, |board, &mv| play(board, mv));
            let board = board.expect("legal moves");
            assert!(board.empties() == 24 || board.is_over(), "{board}");
        }
    }

    /// Without pruning the search has the same value.
    #[test]
    fn the_search_is_minimax() {
        fn minimax(board: Board, depth: u32) -> i32 {
            let legal = board.legal();
            if depth == 0 {
                return evaluate(board, 7);
            }
            if legal == 0 {
                return match board.passed().legal() {
                    0 => 1000 * board.disc_diff().0,
                    _ => -minimax(board.passed(), depth - 1),
                };
            }
            let values = Squares(legal)
                .map(|square| -minimax(board.after(square, board.flips(square)), depth - 1));
            values.max().unwrap_or(0)
        }
        let mut rng = Rng::new(5);
        for empties in [50, 30, 8, 4] {
            let moves = game(&mut rng, empties);
            let board = moves
                .iter()
                .try_fold(Board::START, |board, &mv| play(board, mv));
            let board = board.expect("legal moves");
            let found = search(board, 3, (-INFINITE, INFINITE), 7);
            assert_eq!(found, minimax(board, 3), "{board}");
        }
    }
}
