//! The policy of a search: the decisions inside a node that a game may make itself.
//!
//! A policy's functions take the worker as an argument instead of being methods of the game. So a policy can search
//! further, even with another policy (a midgame search may probe an endgame node).

use super::node_type::NodeType;
use super::worker::{Searchable, Stopped, Worker};
use crate::core::{Draft, PackedMove, Score, Window};

/// The context of a node before its moves are ordered.
#[derive(Debug, Clone, Copy)]
pub struct NodeContext {
    /// The draft of the node.
    pub draft: Draft,
    /// The remaining window.
    pub window: Window,
    /// The index of the node's first move on the stack.
    pub start: usize,
    /// The second-best move of the table; [`PackedMove::NONE`] if there is none.
    pub tt_move2: PackedMove,
    /// The score of the best move of the table, if there is one: it has been searched and caused no cutoff.
    pub tt_move_score: Option<Score>,
}

/// How one phase of one game is searched.
///
/// The search handles the PV, the table, stops and re-searches; a policy only makes decisions about a node. Every
/// function has a default, so that a small game needs none of its own.
pub trait Policy<G: Searchable> {
    /// Minimum depth of a node whose moves are shared between workers, in plies.
    const MIN_SPLIT: i8 = 5;
    /// The same in a search that skips what probably does not matter: its nodes are smaller.
    const MIN_SELECTIVE_SPLIT: i8 = Self::MIN_SPLIT;

    /// Least depth of nodes whose place in the table is fetched before the move to them is made; [`i8::MAX`] where that
    /// gains nothing.
    const MIN_PREFETCHED: i8 = i8::MAX;

    /// Number of moves of a null-window node that its owner searches alone. Where one of the first moves will most likely
    /// fail high, work on the others is lost; where none will, all have to be searched anyway.
    #[inline]
    #[must_use]
    fn moves_before_split(_search: &Worker<'_, G>, _window: Window) -> usize {
        1
    }

    /// The table key of the position. It may be the same for positions of equal value if only the value is required.
    #[inline]
    #[must_use]
    fn hash(search: &Worker<'_, G>) -> u64 {
        search.game.hash()
    }

    /// The draft required of a table entry that answers a node of `draft`.
    #[inline]
    #[must_use]
    fn required_draft(draft: Draft) -> Draft {
        draft
    }

    /// Whether the best moves of a search to `known` are tried first in a search to `draft`.
    #[inline]
    #[must_use]
    fn uses_tt_move(_known: Draft, _draft: Draft) -> bool {
        true
    }

    /// The score of a node that needs no search: leaves, exact small solvers, static bounds.
    ///
    /// # Errors
    /// If the search was stopped.
    #[inline]
    fn static_result<N: NodeType>(
        search: &mut Worker<'_, G>,
        draft: Draft,
        _window: Window,
    ) -> Result<Option<Score>, Stopped> {
        Ok((draft.depth <= 0).then(|| search.game.evaluate()))
    }

    /// The score of a node that is cut off on a well-founded estimate (`ProbCut`, null move).
    ///
    /// # Errors
    /// If the search was stopped.
    #[inline]
    fn prune(
        _search: &mut Worker<'_, G>,
        _draft: Draft,
        _window: Window,
    ) -> Result<Option<Score>, Stopped> {
        Ok(None)
    }

    /// Rates the moves from `node.start` of the stack for move ordering: higher is searched sooner. In a null-window
    /// node it may instead return the score and the move of a fail high (a wipe-out, an enhanced transposition cutoff).
    /// The best move of the table has been searched before.
    ///
    /// # Errors
    /// If the search was stopped.
    #[inline]
    fn order_moves<N: NodeType>(
        search: &mut Worker<'_, G>,
        node: NodeContext,
    ) -> Result<Option<(Score, PackedMove)>, Stopped> {
        search.score_by_history(node);
        Ok(None)
    }

    /// Plies by which the `index`-th move is reduced before its score is trusted (late move reduction).
    #[inline]
    #[must_use]
    fn reduction(_draft: Draft, _index: usize) -> i8 {
        0
    }
}

/// The policy that has only the defaults.
pub struct Plain;
impl<G: Searchable> Policy<G> for Plain {}
