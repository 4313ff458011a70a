//! The search for the quickest win or the slowest loss, when the value of the game is known.

use super::super::bits::Bits;
use super::super::policy::{Threats, static_score};
use super::super::position::Mnk;
use super::effort::{charge_effort, with_effort};
use crate::game::PackedMove;
use crate::search::{Draft, NodeContext, NodeType, Policy, Score, Stopped, Window, Worker};

/// The policy of a search for the quickest win or the slowest loss of a decided game: that of [`Threats`], within the
/// effort allowed.
struct ShortestWin;

impl<B: Bits> Policy<Mnk<B>> for ShortestWin {
    const MIN_SPLIT: i8 = i8::MAX;

    #[inline]
    fn static_result<N: NodeType>(
        search: &mut Worker<'_, Mnk<B>>,
        draft: Draft,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        charge_effort(search)?;
        Ok(static_score(search, draft, window))
    }

    #[inline]
    fn order_moves<N: NodeType>(
        search: &mut Worker<'_, Mnk<B>>,
        node: NodeContext,
    ) -> Result<Option<(Score, PackedMove)>, Stopped> {
        <Threats as Policy<Mnk<B>>>::order_moves::<N>(search, node)
    }
}

/// The exact score of a game known to be decided within `bound`, if it is found with at most `effort`. The depth of the
/// search begins with `depth`, 1 or more; the depth reached is `shortest_win_depth` of the worker's data.
///
/// # Errors
/// If the search was stopped.
pub(in super::super) fn shortest_win<B: Bits>(
    search: &mut Worker<'_, Mnk<B>>,
    bound: Score,
    depth: i8,
    effort: u64,
) -> Result<Option<Score>, Stopped> {
    let window = if bound > Score::DRAW {
        Window {
            alpha: Score::UNDECIDED_MAX,
            beta: Score::MAX,
        }
    } else {
        Window {
            alpha: Score::MIN,
            beta: -Score::UNDECIDED_MAX,
        }
    };
    let plies = bound
        .plies_to_end()
        .and_then(|plies| i8::try_from(plies).ok());
    with_effort(search, effort, |search| {
        for depth in depth..=plies.unwrap_or(0) {
            search.data.shortest_win_depth = depth;
            let score = search.root::<ShortestWin>(Draft::exact(depth), window)?;
            if score.is_decided() {
                return Ok(Some(score));
            }
        }
        Ok(None)
    })
    .map(Option::flatten)
}
