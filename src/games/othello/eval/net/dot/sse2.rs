//! The sums with SSE2: one instruction.

use std::arch::x86_64::{__m128i, _mm_madd_epi16};

use bytemuck::must_cast;

/// As [`super::pairs`].
#[inline]
#[allow(unsafe_code, reason = "the door to the vector instruction")]
pub(super) fn pairs(a: [i16; 8], b: [i16; 8]) -> [i32; 4] {
    let (a, b): (__m128i, __m128i) = (must_cast(a), must_cast(b));
    // SAFETY: this module is compiled only for processors with SSE2.
    must_cast(unsafe { _mm_madd_epi16(a, b) })
}
