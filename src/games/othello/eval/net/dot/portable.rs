//! The sums in plain arithmetic, for any processor.

/// As [`super::pairs`].
#[inline]
pub(super) fn pairs(a: [i16; 8], b: [i16; 8]) -> [i32; 4] {
    let product = |at: usize| i32::from(a[at]) * i32::from(b[at]);
    std::array::from_fn(|at| product(2 * at) + product(2 * at + 1))
}
