//! Monte Carlo for hidden hands: worlds are dealt, games are played out in them, and a bandit chooses the moves.
//!
//! Determinised Monte-Carlo, after Ginsberg, "GIB", 2001; the bandit is UCB1 (Auer, Cesa-Bianchi, Fischer, 2002). The
//! points of a place are those of `UECda`: one for the last player, one more for each player behind.

mod bandit;
mod decision;
mod determinize;
mod pass_history;
mod random;
mod rollout;
mod rollout_policy;

pub use bandit::{Arm, Bandit};
pub use pass_history::PassHistory;

pub(super) use decision::{Decision, MonteCarlo};
