//! Each side of the board in all four lanes of a 256-bit register, with AVX2.

use std::arch::asm;
#[cfg(target_feature = "avx512vl")]
use std::arch::x86_64::_mm256_ternarylogic_epi64;
use std::arch::x86_64::{
    __m256i, _mm_xor_si128, _mm256_castsi256_si128, _mm256_or_si256, _mm256_testz_si256,
    _mm256_xor_si256,
};

use bytemuck::must_cast;

use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::flip;
use crate::games::othello::rules::flip::lanes::{
    fold_two, halves_swapped, lowest, neighbours_swapped, spread,
};
use crate::games::othello::rules::moves;
use crate::games::othello::rules::square::Square;

/// One side of a board, in all four lanes.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::games::othello) struct Lanes(__m256i);

/// A board whose sides are in all lanes; the side to move is `own`.
#[derive(Clone, Copy)]
pub(in crate::games::othello) struct SpreadBoard {
    own: __m256i,
    other: __m256i,
}

/// The discs that a move turns over, an axis in each lane.
#[derive(Clone, Copy)]
pub(in crate::games::othello) struct Flips(__m256i);

/// Flips computed before they are needed. Whether there are any is known, too, so that a later branch does not wait.
#[derive(Clone, Copy)]
pub(in crate::games::othello) struct ReadyFlips {
    flips: Flips,
    any: bool,
}

/// Each square alone. A look-up is nearer to the vector registers than a shift.
static BITS: [u64; 64] = {
    let mut bits = [0; 64];
    let mut square = 0;
    while square < 64 {
        bits[square] = 1 << square;
        square += 1;
    }
    bits
};

#[allow(unsafe_code, reason = "the door to the vector instructions")]
impl SpreadBoard {
    #[inline]
    pub(in crate::games::othello) fn new(board: Board) -> Self {
        // SAFETY: this module is compiled only for processors with AVX2.
        unsafe {
            Self {
                own: spread(board.own),
                other: spread(board.other),
            }
        }
    }

    #[inline]
    pub(in crate::games::othello) fn board(self) -> Board {
        // SAFETY: as for `new`.
        unsafe {
            Board {
                own: lowest(self.own),
                other: lowest(self.other),
            }
        }
    }

    /// Both sides, as a function with the C calling convention takes them in registers.
    #[inline]
    pub(in crate::games::othello) fn lanes(self) -> (Lanes, Lanes) {
        (Lanes(self.own), Lanes(self.other))
    }

    /// The board of [`Self::lanes`].
    #[inline]
    pub(in crate::games::othello) fn of_lanes(own: Lanes, other: Lanes) -> Self {
        Self {
            own: own.0,
            other: other.0,
        }
    }

    /// The board with the other side to move.
    #[inline]
    pub(in crate::games::othello) fn passed(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// What a move to the empty `square` turns over.
    #[inline]
    pub(in crate::games::othello) fn flips(self, square: Square) -> Flips {
        Flips(flip::axes(self.own, self.other, square))
    }

    /// As [`Self::flips`], computed at this place of the program: the compiler would move flips behind the branch after
    /// which they are needed, where the processor waits for them.
    #[inline]
    #[allow(
        unsafe_code,
        reason = "an empty assembly block is what a compiler cannot move code across"
    )]
    pub(in crate::games::othello) fn flips_at_once(self, square: Square) -> Flips {
        let Flips(mut axes) = self.flips(square);
        // SAFETY: there are no instructions; the register keeps its value.
        unsafe {
            asm!("/* {} */", inout(ymm_reg) axes, options(nomem, nostack, preserves_flags));
        }
        Flips(axes)
    }

    /// As [`Self::flips_at_once`], for a branch that comes later.
    #[inline]
    pub(in crate::games::othello) fn ready_flips(self, square: Square) -> ReadyFlips {
        ReadyFlips::of(self.flips_at_once(square))
    }

    /// The board after a move to `square` that turns over `flips`, with the opponent to move.
    #[inline]
    pub(in crate::games::othello) fn after(self, square: Square, flips: Flips) -> Self {
        // SAFETY: as for `new`.
        unsafe { after(self, square, flips.0) }
    }

    /// The opponent's discs after each of two moves.
    #[inline]
    pub(in crate::games::othello) fn opponents_after(
        self,
        [first, second]: [Flips; 2],
    ) -> [u64; 2] {
        // SAFETY: as for `new`.
        unsafe { opponents_after(self.other, first.0, second.0) }
    }

    /// The squares of `empty` to try when all moves are searched in turn: all of them, since [`Flips::any`] takes less
    /// time than to find the legal ones first.
    #[inline]
    #[expect(clippy::unused_self, reason = "the portable version needs the board")]
    pub(in crate::games::othello) fn squares_to_try(self, empty: u64) -> u64 {
        empty
    }

    /// The moves among the empty squares `empty`.
    #[inline]
    pub(in crate::games::othello) fn legal(self, empty: u64) -> u64 {
        moves::legal_in_lanes(self.own, self.other) & empty
    }

    /// The moves, and the empty squares next to opposing discs ([`moves::potential`]).
    #[inline]
    pub(in crate::games::othello) fn legal_and_potential(self, empty: u64) -> (u64, u64) {
        let (legal, potential) = moves::legal_and_potential_in_lanes(self.own, self.other);
        (legal & empty, potential & empty)
    }
}

#[allow(unsafe_code, reason = "the door to the vector instructions")]
impl Flips {
    /// Whether there are any: whether the move is legal.
    #[inline]
    pub(in crate::games::othello) fn any(self) -> bool {
        // SAFETY: this module is compiled only for processors with AVX2.
        unsafe { _mm256_testz_si256(self.0, self.0) == 0 }
    }
}

#[allow(unsafe_code, reason = "the door to the vector instructions")]
impl ReadyFlips {
    #[inline]
    fn of(flips: Flips) -> Self {
        let mut any = u8::from(flips.any());
        // SAFETY: there are no instructions; the register keeps its value.
        unsafe {
            asm!("/* {} */", inout(reg_byte) any, options(nomem, nostack, preserves_flags));
        }
        Self {
            flips,
            any: any != 0,
        }
    }

    #[inline]
    pub(in crate::games::othello) fn flips(self) -> Flips {
        self.flips
    }

    /// Whether there are any.
    #[inline]
    pub(in crate::games::othello) fn any(self) -> bool {
        self.any
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn after(board: SpreadBoard, square: Square, flips: __m256i) -> SpreadBoard {
    let pairs = _mm256_or_si256(flips, neighbours_swapped(flips));
    let others = halves_swapped(pairs);
    let own = _mm256_xor_si256(board.own, spread(BITS[square.index()]));
    SpreadBoard {
        own: turned(board.other, pairs, others),
        other: turned(own, pairs, others),
    }
}

/// The squares of `side` with those of `pairs` and of `others` turned over: one instruction after `others` is known.
#[inline]
#[cfg(target_feature = "avx512vl")]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code, reason = "the door to an instruction of AVX-512")]
fn turned(side: __m256i, pairs: __m256i, others: __m256i) -> __m256i {
    // SAFETY: compiled only for processors with AVX-512VL. The table is that of side ^ (pairs | others).
    unsafe { _mm256_ternarylogic_epi64::<0x1e>(side, pairs, others) }
}

#[inline]
#[cfg(not(target_feature = "avx512vl"))]
#[target_feature(enable = "avx2")]
fn turned(side: __m256i, pairs: __m256i, others: __m256i) -> __m256i {
    // A disc turns over on one axis alone, so that the sets are disjoint, and only the second step waits for `others`.
    _mm256_xor_si256(_mm256_xor_si256(side, pairs), others)
}

#[inline]
#[target_feature(enable = "avx2")]
fn opponents_after(other: __m256i, first: __m256i, second: __m256i) -> [u64; 2] {
    let flips = fold_two(first, second);
    must_cast(_mm_xor_si128(_mm256_castsi256_si128(other), flips))
}
