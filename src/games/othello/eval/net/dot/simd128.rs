//! The sums in one instruction of WebAssembly.

use core::arch::wasm32::{i32x4_dot_i16x8, v128};

use bytemuck::must_cast;

/// As [`super::pairs`].
#[inline]
pub(super) fn pairs(a: [i16; 8], b: [i16; 8]) -> [i32; 4] {
    let [a, b] = [a, b].map(must_cast::<_, v128>);
    must_cast(i32x4_dot_i16x8(a, b))
}
