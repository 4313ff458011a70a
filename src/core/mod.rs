//! Value types that the games and the search share: scores, drafts, sides, packed moves, limits, errors.
//!
//! They know neither games nor search.

mod checksum;
mod draft;
mod grid;
mod input_error;
mod large_pages;
mod packed_move;
mod prefetch;
mod printable;
mod score;
mod search_budget;
mod search_limits;
mod shorten;
mod side;
mod skill;
mod splitmix;

pub use checksum::Checksum;
pub use draft::{Draft, LastIteration, Selectivity};
pub use grid::Grid;
pub use input_error::{InputError, SetupError};
pub(crate) use large_pages::map_zeros_in_large_pages;
pub use packed_move::PackedMove;
pub(crate) use prefetch::prefetch;
pub use printable::printable;
pub use score::{Score, Window};
pub use search_budget::SearchBudget;
pub use search_limits::SearchLimits;
pub(crate) use shorten::shorten;
pub use side::{Outcome, Side};
pub use skill::{Level, Skill};
pub use splitmix::splitmix64;
