//! The decisions inside a node that a game may want to make itself.
//!
//! A policy's functions take the worker as an argument instead of being methods of the
//! game: that is what lets a policy ask the search to look further, even with another
//! policy (a solver's node may be probed by a midgame search).

use super::{Draft, NodeKind, Score, Search, Stopped, Window};
use crate::game::{Game, Packed};

/// A node whose moves are about to be put in order.
#[derive(Debug, Clone, Copy)]
pub struct Outlook {
    /// How hard it is searched.
    pub draft: Draft,
    /// What is left to be improved on.
    pub window: Window,
    /// Where its moves begin on the stack.
    pub start: usize,
    /// The move that the table thinks second best.
    pub second: Packed,
    /// The score of the move that the table thought best, if it knew one: it was not enough.
    pub tried: Option<Score>,
}

/// How one phase of one game searches.
///
/// The search owns its shape (principal variation, table, stop, re-searches); a
/// policy only answers questions about a node. Every question has a plain answer,
/// so a small game writes none of this.
pub trait Policy<G: Game> {
    /// The shallowest node worth sharing between workers.
    const MIN_SPLIT: i8 = 5;

    /// What the table knows the position by. A policy may call positions the same that have the
    /// same value, if it asks for nothing else than that.
    #[inline]
    #[must_use]
    fn hash(search: &Search<'_, G>) -> u64 {
        search.game.hash()
    }

    /// How hard a result in the table has to be searched to answer a node of this draft.
    #[inline]
    #[must_use]
    fn asks(draft: Draft) -> Draft {
        draft
    }

    /// Whether the moves a search to `known` found best are worth trying first in one to `draft`.
    #[inline]
    #[must_use]
    fn trusts(_known: Draft, _draft: Draft) -> bool {
        true
    }

    /// Answers the node without expanding it: leaves, exact small solvers, static bounds.
    ///
    /// # Errors
    /// When the search was told to stop.
    #[inline]
    fn settle<N: NodeKind>(
        search: &mut Search<'_, G>,
        draft: Draft,
        _window: Window,
    ) -> Result<Option<Score>, Stopped> {
        Ok((draft.depth <= 0).then(|| search.game.evaluate()))
    }

    /// Gives the node up on a well-founded guess (`ProbCut`, null move).
    ///
    /// # Errors
    /// When the search was told to stop.
    #[inline]
    fn prune(
        _search: &mut Search<'_, G>,
        _draft: Draft,
        _window: Window,
    ) -> Result<Option<Score>, Stopped> {
        Ok(None)
    }

    /// Looks over the moves from `outlook.start` of the stack: rates them (higher is searched
    /// sooner), and may settle a null-window node by a move's score, if that fails high
    /// (a wipe-out, an enhanced transposition cut-off).
    /// The move the table thinks best has been searched before.
    ///
    /// # Errors
    /// When the search was told to stop.
    #[inline]
    fn survey<N: NodeKind>(
        search: &mut Search<'_, G>,
        outlook: Outlook,
    ) -> Result<Option<(Score, Packed)>, Stopped> {
        search.rate_by_history(outlook);
        Ok(None)
    }

    /// Plies to take off the `index`-th move before trusting it (late move reduction).
    #[inline]
    #[must_use]
    fn reduction(_draft: Draft, _index: usize) -> i8 {
        0
    }
}

/// The policy of games that need none.
pub struct Plain;
impl<G: Game> Policy<G> for Plain {}
