//! The m,n,k games: m files, n ranks, k in a row wins. Tic-tac-toe and gomoku are two of them.
//!
//! [`bits`] are sets of cells of any width, [`rules`] and [`lines`] describe the board of a variant, and [`Mnk`] is a
//! position. [`open`] chooses the narrowest bitboard that holds a variant.

pub mod bits;
mod bounds;
mod fen;
mod game;
pub mod lines;
pub mod marubatsu;
mod policy;
mod position;
mod proof;
mod root_search;
pub mod rules;
#[cfg(test)]
mod samples;
mod symmetry_hash;
mod text;
mod threat_search;
mod variant;
mod worker_data;

pub use policy::Threats;
pub use position::Mnk;
pub use variant::{Cell, MAX_SIDE, Variant};

use bits::{Bits, Words};

/// A function over the bitboard type, which only [`open`] chooses.
pub trait Visitor {
    /// The result of the visit.
    type Output;

    /// Called with the empty board of the requested variant.
    fn visit<B: Bits>(self, start: Mnk<B>) -> Self::Output;
}

/// Calls `visitor` with the empty board of `variant` on the narrowest bitboard that holds it. That is one word up to
/// 7x8, two up to 10x11, four up to 15x16, eleven beyond.
pub fn open<V: Visitor>(variant: Variant, visitor: V) -> V::Output {
    match variant.bits() {
        0..=64 => visitor.visit(Mnk::<u64>::new(variant)),
        65..=128 => visitor.visit(Mnk::<u128>::new(variant)),
        129..=256 => visitor.visit(Mnk::<Words<4>>::new(variant)),
        _ => visitor.visit(Mnk::<Words<11>>::new(variant)),
    }
}
