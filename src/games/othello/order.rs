//! Which moves to search first.

use super::evaluate::{Mobility, evaluate_given};
use super::policy::Midgame;
use super::position::{Othello, Placement};
use crate::game::Game;
use crate::search::{Draft, NonPv, Outlook, Rated, Search, Stopped, Window};

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// How moves are looked at before they are searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// Plies searched below each move; 0 is the evaluation alone.
    pub(super) depth: i8,
    /// What a reply left to the opponent costs, in score units; one on a corner costs twice.
    pub(super) reply: i32,
}

/// Rates moves by what a shallow search thinks of them, and by the replies they leave.
pub(super) fn rate(
    search: &mut Search<'_, Othello>,
    outlook: Outlook,
    look: Look,
) -> Result<(), Stopped> {
    for at in outlook.start..search.stack.len() {
        let Rated { mv, .. } = search.stack[at];
        search.stack[at].rating = if Othello::pack(&mv) == outlook.second {
            i32::MAX
        } else {
            rating(search, &mv, look)?
        };
    }
    Ok(())
}

#[inline]
fn rating(search: &mut Search<'_, Othello>, mv: &Placement, look: Look) -> Result<i32, Stopped> {
    let next = search.game.next_board(mv);
    let mobility = Mobility::of(next);
    let value = if look.depth > 0 {
        search.after_move::<Midgame, NonPv>(mv, Draft::exact(look.depth), Window::FULL)?
    } else {
        -evaluate_given(next, &search.game.next_features(mv), mobility)
    };
    Ok(i32::from(value.0) - look.reply * count(mobility.legal()))
}

/// Rates moves by the replies they leave alone.
pub(super) fn rate_by_replies(search: &mut Search<'_, Othello>, outlook: Outlook) {
    let game = &search.game;
    for Rated { mv, rating } in &mut search.stack[outlook.start..] {
        *rating = if Othello::pack(mv) == outlook.second {
            i32::MAX
        } else {
            -count(game.next_board(mv).legal())
        };
    }
}

/// How many replies there are, those on corners counted twice.
#[inline]
fn count(replies: u64) -> i32 {
    (replies.count_ones() + (replies & CORNERS).count_ones()).cast_signed()
}
