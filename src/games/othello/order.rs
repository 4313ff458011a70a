//! Which moves to search first.

use super::policy::Midgame;
use super::position::Othello;
use crate::game::Game;
use crate::search::{Draft, NonPv, Outlook, Rated, Score, Search, Stopped, Window};

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
            let value = value_of(search, &mv, look.depth)?;
            i32::from(value.0) - look.reply * replies_left(search.game, &mv)
        };
    }
    Ok(())
}

/// What a search of `depth` plies thinks of a move, for the player who makes it.
fn value_of(
    search: &mut Search<'_, Othello>,
    mv: &<Othello as Game>::Move,
    depth: i8,
) -> Result<Score, Stopped> {
    if depth > 0 {
        return search.after_move::<Midgame, NonPv>(mv, Draft::exact(depth), Window::FULL);
    }
    search.game.make(mv);
    let value = -search.game.evaluate();
    search.game.unmake(mv);
    Ok(value)
}

/// The opponent's moves after `mv`, those on corners counted twice.
fn replies_left(game: Othello, mv: &<Othello as Game>::Move) -> i32 {
    let board = game.board();
    let after = match mv.square {
        None => board.passed(),
        Some(square) => board.after(square, mv.flips),
    };
    let replies = after.legal();
    (replies.count_ones() + (replies & CORNERS).count_ones()).cast_signed()
}
