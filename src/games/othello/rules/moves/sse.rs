//! Mobility with SSE4.1: the board and its mirror image in one 128-bit register.
//!
//! In the mirror image, first rank last, the directions towards a1 become those towards h8. So three shifts upwards search
//! six directions. The two along the ranks are searched in plain integers.

use std::arch::x86_64::{__m128i, _mm_and_si128, _mm_or_si128, _mm_set1_epi64x, _mm_slli_epi64};

use bytemuck::must_cast;

use super::axes::INNER;

/// The squares that are not on the edges a and h, along which no disc is turned over across them.
const INNER_FILES: u64 = INNER[0].1;

/// As [`super::legal`].
#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn legal(own: u64, other: u64) -> u64 {
    // SAFETY: this module is compiled only for processors with SSE4.1.
    let [up, mirrored]: [u64; 2] = must_cast(unsafe { across_ranks(own, other) });
    (up | mirrored.swap_bytes() | along_ranks(own, other)) & !(own | other)
}

/// The squares beyond the runs that start at `own`, upwards across the ranks: on the board, and on its mirror image.
#[inline]
#[target_feature(enable = "sse4.1")]
fn across_ranks(own: u64, other: u64) -> __m128i {
    let own: __m128i = must_cast([own, own.swap_bytes()]);
    let other: __m128i = must_cast([other, other.swap_bytes()]);
    let inner = _mm_and_si128(other, _mm_set1_epi64x(INNER_FILES.cast_signed()));
    let straight = reached::<8, 16>(own, other);
    let slanted = _mm_or_si128(reached::<9, 18>(own, inner), reached::<7, 14>(own, inner));
    _mm_or_si128(straight, slanted)
}

/// The squares beyond the runs of `through` that start at `own`, in steps of `STEP`; `TWO` is twice that.
#[inline]
#[target_feature(enable = "sse4.1")]
fn reached<const STEP: i32, const TWO: i32>(own: __m128i, through: __m128i) -> __m128i {
    let run = _mm_and_si128(through, _mm_slli_epi64::<STEP>(own));
    let run = _mm_or_si128(run, _mm_and_si128(through, _mm_slli_epi64::<STEP>(run)));
    let pairs = _mm_and_si128(through, _mm_slli_epi64::<STEP>(through));
    let run = _mm_or_si128(run, _mm_and_si128(pairs, _mm_slli_epi64::<TWO>(run)));
    let run = _mm_or_si128(run, _mm_and_si128(pairs, _mm_slli_epi64::<TWO>(run)));
    _mm_slli_epi64::<STEP>(run)
}

/// The squares beyond the runs that start at `own`, in both directions of the ranks.
#[inline]
fn along_ranks(own: u64, other: u64) -> u64 {
    let through = other & INNER_FILES;
    // The carry of the addition runs through the discs to the square behind them.
    let up = through.wrapping_add(through & own << 1) & !through;
    let mut down = through & own >> 1;
    down |= through & down >> 1;
    let pairs = through & through >> 1;
    down |= pairs & down >> 2;
    down |= pairs & down >> 2;
    up | down >> 1
}
