//! The nodes whose move loops a worker is in. Their waiting moves can be shared while another move is searched.

use std::sync::Arc;

use super::move_loop::MoveLoop;
use super::thread_pool::SplitPoint;
use crate::core::Draft;
use crate::game::Game;

/// A node whose move loop is running.
pub(super) struct OpenNode<G: Game, S> {
    pub(super) ply: u16,
    /// Number of moves on the path to it.
    pub(super) path: usize,
    pub(super) draft: Draft,
    /// Where its waiting moves begin on the stack.
    pub(super) start: usize,
    /// Where they end.
    pub(super) end: usize,
    /// The state before the move that is being searched.
    pub(super) move_loop: MoveLoop,
    /// Number of moves that its worker searches alone.
    pub(super) alone: usize,
    /// How a helper searches its moves.
    pub(super) search: S,
    /// The split of its moves, once they are shared.
    pub(super) split: Option<Arc<SplitPoint<G, S>>>,
}

/// The open nodes of a worker, from the root on.
pub(super) struct OpenNodes<G: Game, S> {
    pub(super) nodes: Vec<OpenNode<G, S>>,
    /// The first one below the split that the worker has joined.
    pub(super) first: usize,
}

impl<G: Game, S> Default for OpenNodes<G, S> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            first: 0,
        }
    }
}

impl<G: Game, S> OpenNodes<G, S> {
    /// The split of the innermost node, if there is one.
    pub(super) fn innermost_split(&self) -> Option<Arc<SplitPoint<G, S>>> {
        self.nodes.last()?.split.clone()
    }

    /// The node nearest to the root whose moves can be shared: the larger the subtrees, the less often workers have to
    /// meet. The innermost node is between two moves, the others are inside of one.
    ///
    /// It lies below all splits that the worker takes part in: a new one has them all as parents, so that a cutoff in any
    /// of them ends the work below.
    pub(super) fn shareable(&self) -> Option<usize> {
        let innermost = self.nodes.len().checked_sub(1)?;
        let is_split = |node: &OpenNode<G, S>| node.split.is_some();
        let last_split = self.nodes.iter().rposition(is_split);
        let first = last_split.map_or(0, |at| at + 1).max(self.first);
        (first..=innermost).find(|&at| {
            let node = &self.nodes[at];
            // One move for a helper, and one for the owner unless it has one.
            let least = if at < innermost { 1 } else { 2 };
            node.move_loop.searched >= node.alone && node.end - node.start >= least
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::toy::Toy;
    use super::*;
    use crate::core::Window;

    /// An open node after `searched` moves, `alone` of which its worker searches alone, where `waiting` more wait.
    fn node(searched: usize, alone: usize, waiting: usize) -> OpenNode<Toy, ()> {
        let mut move_loop = MoveLoop::new(Window::FULL);
        move_loop.searched = searched;
        OpenNode {
            ply: 0,
            path: 0,
            draft: Draft::exact(1),
            start: 10,
            end: 10 + waiting,
            move_loop,
            alone,
            search: (),
            split: None,
        }
    }

    #[test]
    fn the_node_nearest_to_the_root_that_has_moves_for_others_is_shared() {
        let mut open = OpenNodes {
            nodes: vec![node(0, 1, 9), node(1, 2, 9), node(3, 1, 0)],
            first: 0,
        };
        assert_eq!(open.shareable(), None, "first moves, and none that wait");
        open.nodes.push(node(1, 1, 1));
        assert_eq!(open.shareable(), None, "the last move is its worker's own");
        open.nodes.push(node(1, 1, 2));
        assert_eq!(open.shareable(), Some(3), "now its worker has another");
        open.first = 4;
        assert_eq!(open.shareable(), Some(4), "below all splits");
        open.nodes.clear();
        assert_eq!(open.shareable(), None);
    }
}
