//! The sums with NEON: two multiplications and an addition of neighbours.

use std::arch::aarch64::{int16x8_t, vget_low_s16, vmull_high_s16, vmull_s16, vpaddq_s32};

use bytemuck::must_cast;

/// As [`super::pairs`].
#[inline]
#[allow(unsafe_code, reason = "the door to the vector instructions")]
pub(super) fn pairs(a: [i16; 8], b: [i16; 8]) -> [i32; 4] {
    // SAFETY: this module is compiled only for processors with NEON.
    unsafe { pairs_in_vector(a, b) }
}

#[inline]
#[target_feature(enable = "neon")]
fn pairs_in_vector(a: [i16; 8], b: [i16; 8]) -> [i32; 4] {
    let (a, b): (int16x8_t, int16x8_t) = (must_cast(a), must_cast(b));
    let low = vmull_s16(vget_low_s16(a), vget_low_s16(b));
    let high = vmull_high_s16(a, b);
    must_cast(vpaddq_s32(low, high))
}
