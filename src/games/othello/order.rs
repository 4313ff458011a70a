//! Move ordering.

use super::evaluate::{Mobility, evaluate_given};
use super::moves::weigh;
use super::policy::Midgame;
use super::position::{Othello, Placement};
use crate::game::Game;
use crate::search::{Draft, NonPv, Outlook, Rated, Search, Stopped, Window};

/// What scores a move, besides the number of replies it leaves.
#[derive(Debug, Clone, Copy)]
pub(super) enum By {
    /// The linear evaluation, the cheapest.
    Linear,
    /// The net; its score is cached for the search of the move.
    Net,
    /// A search of this depth below each move, in plies.
    Search(i8),
}

/// How moves are scored before they are searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// What evaluates the position after a move.
    pub(super) by: By,
    /// The penalty for each reply left to the opponent, in score units; doubled for a reply on a corner.
    pub(super) reply: i32,
}

/// Scores moves by `look.by` and by the number of replies they leave.
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
    let game = &search.game;
    let next = game.next_board(mv);
    let (value, replies) = match look.by {
        By::Linear => {
            let mobility = Mobility::of(next);
            let value = evaluate_given(next, &game.next_features(mv), mobility);
            (-value, mobility.legal())
        }
        By::Net => {
            let judgements = &mut search.scratch.judgements;
            let value = judgements.judge(next, || game.next_features(mv));
            (-value, next.legal())
        }
        By::Search(depth) => {
            let draft = Draft::exact(depth);
            let value = search.after_move::<Midgame, NonPv>(mv, draft, Window::FULL)?;
            (value, next.legal())
        }
    };
    Ok(i32::from(value.0) - look.reply * weigh(replies))
}

/// Scores moves only by the number of replies they leave.
pub(super) fn rate_by_replies(search: &mut Search<'_, Othello>, outlook: Outlook) {
    let game = &search.game;
    for Rated { mv, rating } in &mut search.stack[outlook.start..] {
        *rating = if Othello::pack(mv) == outlook.second {
            i32::MAX
        } else {
            -weigh(game.next_board(mv).legal())
        };
    }
}
