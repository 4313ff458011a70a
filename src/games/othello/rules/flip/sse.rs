//! The flips of a move with SSE4.1: the board and its mirror image in one 128-bit register.
//!
//! In the mirror image, first rank last, the lines towards a1 become lines towards h8. So the three lines upwards of both
//! boards are six of the eight. The two along the rank are searched in plain integers.

use std::arch::x86_64::{
    __m128i, _mm_add_epi64, _mm_and_si128, _mm_andnot_si128, _mm_cmpeq_epi64, _mm_or_si128,
    _mm_set1_epi64x, _mm_setzero_si128, _mm_sub_epi64,
};

use bytemuck::must_cast;

use super::lines::LINES;
use super::portable;
use crate::games::othello::rules::square::Square;

/// As [`super::flip`].
#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn flip(own: u64, other: u64, square: Square) -> u64 {
    // SAFETY: this module is compiled only for processors with SSE4.1.
    let [up, mirrored]: [u64; 2] = must_cast(unsafe { across_ranks(own, other, square) });
    up | mirrored.swap_bytes() | portable::flip_along(own, other, square, 0)
}

/// The flips upwards across the ranks: on the board, and on its mirror image.
#[inline]
#[target_feature(enable = "sse4.1")]
fn across_ranks(own: u64, other: u64, square: Square) -> __m128i {
    /// The square in the mirror image: another rank, the same file.
    const MIRROR: usize = 0b111_000;
    let [lines, mirrored] = [square.index(), square.index() ^ MIRROR].map(|square| &LINES[square]);
    let own = must_cast([own, own.swap_bytes()]);
    let other = must_cast([other, other.swap_bytes()]);
    let run = |axis: usize| run(own, other, must_cast([lines.up[axis], mirrored.up[axis]]));
    _mm_or_si128(run(1), _mm_or_si128(run(2), run(3)))
}

/// The discs of `other` on `line` from its lowest square up to the first disc of `own`; none without such a disc.
#[inline]
#[target_feature(enable = "sse4.1")]
fn run(own: __m128i, other: __m128i, line: __m128i) -> __m128i {
    let zero = _mm_setzero_si128();
    let stops = _mm_andnot_si128(other, line);
    let first = _mm_and_si128(stops, _mm_sub_epi64(zero, stops));
    let is_open = _mm_cmpeq_epi64(_mm_and_si128(first, own), zero);
    let before = _mm_and_si128(line, _mm_add_epi64(first, _mm_set1_epi64x(-1)));
    _mm_andnot_si128(is_open, before)
}
