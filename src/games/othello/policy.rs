//! How Othello searches its two phases.

use super::board::{Board, Margin};
use super::position::{DISC, Othello, Placement, hash};
use super::{moves, stability};
use crate::game::{Game, Packed};
use crate::search::{Draft, NodeKind, Outlook, Policy, Rated, Score, Search, Stopped, Window};

/// The most empty squares the solver for the last few takes over at.
const HAND_OVER: i8 = 11;

/// Guessing at the margin.
pub(super) struct Midgame;

/// Proving the margin: the depth is the number of empty squares.
pub(super) struct Endgame;

impl Policy<Othello> for Midgame {
    fn survey<N: NodeKind>(
        search: &mut Search<'_, Othello>,
        outlook: Outlook,
    ) -> Result<Option<(Score, Packed)>, Stopped> {
        if !N::PV
            && let Some(settled) = settled_by_a_move(search, outlook, 5)
        {
            return Ok(Some(settled));
        }
        rate_by_mobility(search, outlook);
        Ok(None)
    }
}

impl Policy<Othello> for Endgame {
    const MIN_SPLIT: i8 = 13;

    fn settle<N: NodeKind>(
        search: &mut Search<'_, Othello>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        if N::PV {
            return Ok(None);
        }
        let board = search.game.board();
        if draft.depth <= HAND_OVER {
            return Ok(Some(solve(search, board, window)));
        }
        Ok(stability_cut(board, window))
    }

    fn survey<N: NodeKind>(
        search: &mut Search<'_, Othello>,
        outlook: Outlook,
    ) -> Result<Option<(Score, Packed)>, Stopped> {
        if !N::PV
            && let Some(settled) = settled_by_a_move(search, outlook, HAND_OVER + 2)
        {
            return Ok(Some(settled));
        }
        rate_by_mobility(search, outlook);
        Ok(None)
    }
}

/// Leaves the position to the solver for the last few squares.
fn solve(search: &mut Search<'_, Othello>, board: Board, window: Window) -> Score {
    let solver = &mut search.scratch;
    let before = solver.nodes();
    let alpha = Margin(window.alpha.0.div_euclid(DISC).into());
    let margin = solver.solve(board, alpha);
    // The node that is handed over has been counted.
    search.nodes += solver.nodes() - before - 1;
    margin.score()
}

/// Discs of the opponent that can never be flipped bound the margin from above.
fn stability_cut(board: Board, window: Window) -> Option<Score> {
    // Asked only when the window is so high that it may be true.
    if window.alpha < Margin(2 * board.empties().cast_signed() - 4).score() {
        return None;
    }
    let stable = stability::stable(board.other, board.own)
        .count_ones()
        .cast_signed();
    let ceiling = Margin(64 - 2 * stable).score();
    window.fails_low(ceiling).then_some(ceiling)
}

/// The first move that is enough by itself: a wipe-out, or one whose position the table knows
/// (the enhanced transposition cut-off of Plaat, Schaeffer, Pijls and de Bruin, 1996).
fn settled_by_a_move(
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

/// The fewer replies the better, corners twice.
fn rate_by_mobility(search: &mut Search<'_, Othello>, outlook: Outlook) {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    let board = search.game.board();
    for Rated { mv, rating } in &mut search.stack[outlook.start..] {
        *rating = if Othello::pack(mv) == outlook.second {
            i32::MAX
        } else {
            let after = after(board, mv);
            let (replies, potential) = moves::legal_and_potential(after.own, after.other);
            let weighted = replies.count_ones() + (replies & CORNERS).count_ones();
            let stable = stability::edge_stable(after.other, after.own).count_ones();
            let score = 16 * weighted.cast_signed() + 4 * potential.count_ones().cast_signed()
                - 8 * stable.cast_signed();
            -score
        };
    }
}

fn after(board: Board, mv: &Placement) -> Board {
    match mv.square {
        None => board.passed(),
        Some(square) => board.after(square, mv.flips),
    }
}
