//! The constants of evaluation and search.

/// One disc, in score units.
pub const DISC: i16 = 128;
