//! The exact endgame solver for the last few empty squares, on bare bitboards.
//!
//! It searches null windows only ("more than `alpha` discs or not?"): no evaluation, no clock, no allocation, one
//! thread. Below five empties everything is written out (`last`). From five on, the worker's own small caches are
//! probed (`cache`); from seven on, moves are ordered by the replies they leave (`ordered`). The techniques are the
//! common ones of the field: parity of regions, fastest-first order, stability cutoffs, enhanced transposition cutoffs,
//! hash moves.
//!
//! # What counts as a node
//! A position reached by placing a disc and entered by the search, the root included, down to those with one and with
//! no empty square. A position with one empty square is one node, since its disc count is one visit. A pass makes no
//! new node. Children that are only probed, to order moves or to find them in a cache, are none.

mod ahead;
mod cache;
mod candidate;
mod exact;
mod last;
mod null_window;
mod order;
mod ordered;
mod parity;
mod shallow;
mod solver;
mod stability_cut;

pub use solver::Solver;

#[cfg(test)]
mod tests;
