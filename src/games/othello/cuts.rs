//! Bounds that need no search: discs that cannot be lost, and what the table knows of the replies.

use super::board::{Board, Margin};
use super::position::{Othello, hash};
use super::stability;
use crate::game::{Game, Packed};
use crate::search::{Outlook, Rated, Score, Search, Window};

/// Discs of the opponent that can never be flipped bound the margin from above.
#[inline]
pub(super) fn stability_cut(board: Board, window: Window) -> Option<Score> {
    // Asked only when the window is so high that it may be true.
    if window.alpha < Margin(2 * board.empties().cast_signed() - 4).score() {
        return None;
    }
    let stable = stability::stable(board.other, board.own).count_ones();
    let ceiling = Margin(64 - 2 * stable.cast_signed()).score();
    window.fails_low(ceiling).then_some(ceiling)
}

/// A move that is enough by itself: a wipe-out, or, from `min_depth` on, one that leads to a position
/// the table knows to be good enough (the enhanced transposition cut-off of Plaat, Schaeffer, Pijls
/// and de Bruin, 1996).
pub(super) fn settled_by_a_move(
    search: &Search<'_, Othello>,
    outlook: Outlook,
    min_depth: i8,
) -> Option<(Score, Packed)> {
    let board = search.game.board();
    let below = outlook.draft.minus(1);
    for Rated { mv, .. } in &search.stack[outlook.start..] {
        let Some(square) = mv.square else { continue };
        if mv.flips == board.other {
            return Some((Margin(64).score(), Othello::pack(mv)));
        }
        if outlook.draft.depth >= min_depth {
            let known = search.table().probe(hash(board.after(square, mv.flips)));
            if let Some(entry) = known.filter(|entry| entry.draft.covers(below)) {
                let score = -entry.upper;
                if outlook.window.fails_high(score) {
                    return Some((score, Othello::pack(mv)));
                }
            }
        }
    }
    None
}
