//! Pairs of games from the same opening, with colours exchanged.

/// Number of pairs of games with 0, ½, 1, 1½ and 2 points for the first program.
pub(in crate::cli::match_runner) type Pairs = [u32; 5];
