//! The constants that evaluation, search, endgame solver and trainer share.

use crate::search::Score;

/// One disc, in score units.
pub const DISC: i16 = 128;

/// The largest possible score: 64 discs.
pub const MAX_SCORE: Score = Score(64 * DISC);

/// Smallest expected error of the net before the game is over, in score units: half a disc.
pub(super) const MIN_ERROR: i16 = DISC / 2;

/// Up to this number of empties, the endgame solver replaces the general search.
pub(super) const SOLVER_EMPTIES: i8 = 13;

/// As [`SOLVER_EMPTIES`] in a search to the end with Multi-ProbCut, of a position with more than [`MAX_SHORT_LADDER`]
/// empties. Solved from nine on, FFO 40 to 49 take 3 percent more time; from eleven on as much, but with 16 threads 1.18
/// times the nodes of one, instead of 1.06.
pub(super) const SELECTIVE_SOLVER_EMPTIES: i8 = 10;

/// Up to this number of empties, one selective search to the end comes before the proof. Both take 2 to 10 percent of the
/// time less if it solves where the proof does (from nine empties on before; 18 to 22 empties, some hundred positions).
pub(super) const MAX_SHORT_LADDER: i8 = 23;

/// As [`SOLVER_EMPTIES`] in a midgame search, where the net would judge. With 600,000 nodes for a position with 26 empties
/// the score is then off by 0.9 discs on average instead of 1.2, and the move gives away a tenth less (1,500 positions).
pub(super) const MIDGAME_SOLVER_EMPTIES: i8 = 8;

/// Up to this number of empties, endgame nodes are so fast that their move ordering must be cheap.
pub(super) const MAX_CHEAP_ORDER_EMPTIES: i8 = 14;

/// From this number of empties on, a proof takes so long that searches may order its moves.
pub(super) const MIN_SEARCH_ORDER_EMPTIES: i8 = 24;

/// Up to this number of empties the endgame is searched exactly at once: a selective search does not pay.
pub const MAX_DIRECT_SOLVE: i8 = 16;

/// From this number of missing plies down, a selective search to the end is worth its cost if the budget allows it.
pub const MAX_LEAP: i8 = 12;

/// Standard deviations by which a shallow score must clear the window in Multi-ProbCut, by selectivity level 0 to 4.
pub const SELECTIVITY_T: [f32; 5] = [1.1, 1.5, 2.0, 2.6, 3.3];

/// Factor on [`SELECTIVITY_T`] in a midgame search, whose cutoffs decide about the move. A search to the end of the
/// game goes without: its proof corrects wrong cutoffs. Chosen by matches.
pub(super) const MIDGAME_T_FACTOR: f32 = 1.25;

/// Maximum nesting depth of Multi-ProbCut searches.
pub(super) const MAX_PROBCUT_DEPTH: u8 = 2;
