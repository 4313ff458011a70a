//! Proofs: the value of a board (won, drawn or lost), and then the quickest win.

mod effort;
mod pairing;
mod proof_search;
mod shortest_win;
#[cfg(test)]
mod tests;

pub(super) use pairing::Pairing;
pub(super) use proof_search::value;
pub(super) use shortest_win::shortest_win;
