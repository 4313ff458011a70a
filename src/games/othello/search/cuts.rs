//! Bounds that need no search: stable discs, and the children's entries in the transposition table.

use crate::game::{Game, PackedMove};
use crate::games::othello::position::Othello;
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::disc_diff::DiscDiff;
use crate::games::othello::rules::hash::hash;
use crate::games::othello::rules::stability::bound_within;
use crate::search::{NodeContext, Score, ScoredMove, Window, Worker};

/// An upper bound from the opponent's stable discs, if it fails low.
#[inline]
pub(super) fn stability_cut(board: Board, window: Window) -> Option<Score> {
    // Skipped where `alpha` is too low for enough stable discs to be likely.
    if window.alpha < DiscDiff(2 * board.empties().cast_signed() - 4).score() {
        return None;
    }
    let bound = bound_within(board, DiscDiff::floor(window.alpha).0)?;
    Some(DiscDiff(bound).score())
}

/// A move that fails high without a search: a wipe-out, or, from `min_depth` plies on, an enhanced transposition cutoff
/// (ETC). After Plaat, Schaeffer, Pijls and de Bruin, 1996.
pub(super) fn wipeout_or_etc(
    search: &Worker<'_, Othello>,
    node: NodeContext,
    min_depth: i8,
) -> Option<(Score, PackedMove)> {
    let board = search.game.board();
    let below = node.draft.minus(1);
    for ScoredMove { mv, .. } in &search.stack[node.start..] {
        let Some(square) = mv.square else { continue };
        if mv.flips == board.other {
            return Some((DiscDiff(64).score(), Othello::pack(mv)));
        }
        if node.draft.depth >= min_depth {
            let known = search.table().probe(hash(board.after(square, mv.flips)));
            if let Some(entry) = known.filter(|entry| entry.draft.covers(below)) {
                let score = -entry.upper;
                if node.window.fails_high(score) {
                    return Some((score, Othello::pack(mv)));
                }
            }
        }
    }
    None
}
