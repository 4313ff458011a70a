//! How a worker shares the moves of its open nodes.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicI16, AtomicUsize};
use std::sync::{Arc, Mutex};

use super::super::move_loop::MoveLoop;
use super::super::node_type::NodeType;
use super::super::open_nodes::OpenNode;
use super::super::policy::Policy;
use super::super::thread_pool::SplitPoint;
use super::super::worker::{Pool, Searchable, SplitSearch, Worker};
use super::search_split;
use crate::core::Draft;

/// Number of moves of a PV node that its worker searches alone. The second often raises alpha, which makes the others
/// cheaper: with two, two threads take 1 to 6 % fewer nodes for a midgame. But they wait longer, and take more time.
const ALONE_IN_PV: usize = 1;

impl<G: Searchable> Worker<'_, G> {
    /// Notes that the move loop of the current node begins.
    pub(in crate::search) fn open_node<P: Policy<G>, N: NodeType>(
        &mut self,
        draft: Draft,
        move_loop: MoveLoop,
        start: usize,
    ) {
        let alone = if N::PV {
            ALONE_IN_PV
        } else {
            P::moves_before_split(self, move_loop.window)
        };
        self.open_nodes.nodes.push(OpenNode {
            ply: self.ply,
            path: self.path.len(),
            draft,
            start,
            end: self.stack.len(),
            move_loop,
            alone,
            search: SplitSearch {
                run: search_split::<G, P, N>,
                mode: self.mode,
            },
            split: None,
        });
    }

    /// Notes how far the move loop of the innermost open node is.
    pub(in crate::search) fn update_open_node(&mut self, move_loop: MoveLoop) {
        if let Some(node) = self.open_nodes.nodes.last_mut() {
            (node.move_loop, node.end) = (move_loop, self.stack.len());
        }
    }

    /// Shares the waiting moves of an open node if a worker has nothing else to do. The innermost one is the current node,
    /// between two moves of `move_loop`.
    ///
    /// Moves left in the split that this worker takes part in go first, so the splits above it have none left.
    pub(in crate::search) fn offer_moves(&mut self, pool: &Pool<G>, move_loop: MoveLoop) {
        let split = self.split.as_deref();
        if !pool.has_helper_for(split) || split.is_some_and(SplitPoint::has_work) {
            return;
        }
        self.update_open_node(move_loop);
        if let Some(at) = self.open_nodes.shareable() {
            self.share(pool, at);
        }
    }

    /// Opens a split of the waiting moves of an open node. All splits of this worker are above it.
    fn share(&mut self, pool: &Pool<G>, at: usize) {
        let is_inside_a_move = at + 1 < self.open_nodes.nodes.len();
        let node = &mut self.open_nodes.nodes[at];
        let waiting = &mut self.stack[node.start..node.end];
        waiting.sort_by_key(|scored| Reverse(scored.score));
        let MoveLoop {
            best,
            window,
            searched,
        } = node.move_loop;
        let line = self.pv_table.at(node.ply).to_vec();
        let mut game = self.game.clone();
        for mv in self.path[node.path..].iter().rev() {
            game.unmake(mv);
        }
        let split = Arc::new(SplitPoint {
            game,
            limits: self.limits,
            stoppable: self.stoppable,
            ply: node.ply,
            draft: node.draft,
            beta: window.beta,
            alpha: AtomicI16::new(window.alpha.0),
            moves: waiting.iter().map(|scored| scored.mv).collect(),
            searched: searched + usize::from(is_inside_a_move),
            next: AtomicUsize::new(0),
            best: Mutex::new((best, line)),
            cut: AtomicBool::new(false),
            is_partial: AtomicBool::new(false),
            is_waiting: AtomicBool::new(false),
            is_asleep: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            parent: self.split.take(),
            search: node.search.clone(),
        });
        node.split = Some(Arc::clone(&split));
        pool.open(&split);
        self.split = Some(split);
    }
}
