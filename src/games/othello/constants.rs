//! The constants that evaluation, search and trainer share.

use crate::search::Score;

/// One disc, in score units.
pub const DISC: i16 = 128;

/// The largest possible score: 64 discs.
pub const MAX_SCORE: Score = Score(64 * DISC);

/// Smallest expected error of the net before the game is over, in score units: half a disc.
pub(super) const MIN_ERROR: i16 = DISC / 2;
