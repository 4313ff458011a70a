//! The books of other programs: Edax (.dat and text) and Egaroucid (.egbk3).
//!
//! The formats are described in docs/book.md. What another program says keeps its level, as that program's word.

mod edax;
mod edax_export;
mod edax_text;
mod egaroucid;
mod problem;
#[cfg(test)]
mod tests;

pub use edax::{EdaxBook, EdaxHeader, EdaxRecord};
pub use edax_export::{ExportError, to_edax};
pub use egaroucid::{EgaroucidBook, EgaroucidRecord, to_egaroucid};
pub use problem::{ForeignError, ForeignProblem};
