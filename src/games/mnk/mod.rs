//! The m,n,k games: m files, n ranks, k in a row wins. Tic-tac-toe and gomoku are two of them.
//!
//! [`bits`] are sets of cells of any width, [`rules`] and [`lines`] what a variant's board looks
//! like, [`Mnk`] the game as the search and the shell see it. [`open`] chooses the narrowest
//! bitboard that holds a variant.

pub mod bits;
mod fen;
pub mod lines;
pub mod marubatsu;
mod policy;
mod position;
mod proof;
pub mod rules;
mod sameness;
#[cfg(test)]
mod samples;
mod text;
mod variant;

pub use policy::Threats;
pub use position::Mnk;
pub use variant::{Cell, LONGEST_SIDE, Variant};

use bits::{Bits, Words};

/// What to do with a game whose bitboard type only [`open`] knows.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Takes the empty board of the variant that was asked for.
    fn visit<B: Bits>(self, start: Mnk<B>) -> Self::Output;
}

/// Shows `visitor` the empty board of `variant`, on the narrowest bitboard that holds it: one
/// word up to 7x8, two up to 10x11, four up to 15x16, eleven beyond.
pub fn open<V: Visitor>(variant: Variant, visitor: V) -> V::Output {
    match variant.bits() {
        0..=64 => visitor.visit(Mnk::<u64>::new(variant)),
        65..=128 => visitor.visit(Mnk::<u128>::new(variant)),
        129..=256 => visitor.visit(Mnk::<Words<4>>::new(variant)),
        _ => visitor.visit(Mnk::<Words<11>>::new(variant)),
    }
}
