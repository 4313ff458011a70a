//! How Othello searches its two phases.

use super::board::{Board, Margin};
use super::position::{Othello, Placement};
use crate::game::Game;
use crate::search::{NodeKind, Outlook, Policy, Rated, Score, Search, Stopped};

/// Guessing at the margin.
pub(super) struct Midgame;

/// Proving the margin: the depth is the number of empty squares.
pub(super) struct Endgame;

impl Policy<Othello> for Midgame {
    fn survey<N: NodeKind>(
        search: &mut Search<'_, Othello>,
        outlook: Outlook,
    ) -> Result<Option<Score>, Stopped> {
        Ok(rate_by_mobility::<N>(search, outlook))
    }
}

impl Policy<Othello> for Endgame {
    const MIN_SPLIT: i8 = 11;

    fn survey<N: NodeKind>(
        search: &mut Search<'_, Othello>,
        outlook: Outlook,
    ) -> Result<Option<Score>, Stopped> {
        Ok(rate_by_mobility::<N>(search, outlook))
    }
}

/// The fewer replies the better, corners twice. A wipe-out ends the matter.
fn rate_by_mobility<N: NodeKind>(
    search: &mut Search<'_, Othello>,
    outlook: Outlook,
) -> Option<Score> {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    let board = search.game.board();
    for Rated { mv, rating } in &mut search.stack[outlook.start..] {
        if !N::PV && mv.flips == board.other {
            return Some(Margin(64).score());
        }
        *rating = if Othello::pack(mv) == outlook.second {
            i32::MAX
        } else {
            let replies = replies(board, mv);
            let weighted = replies.count_ones() + (replies & CORNERS).count_ones();
            -weighted.cast_signed()
        };
    }
    None
}

fn replies(board: Board, mv: &Placement) -> u64 {
    match mv.square {
        None => board.passed().legal(),
        Some(square) => board.after(square, mv.flips).legal(),
    }
}
