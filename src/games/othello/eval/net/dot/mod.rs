//! Sums of products of 16-bit numbers, which compilers do not make of plain arithmetic by themselves.
//!
//! [`pairs`] is the entry to one implementation per instruction set, chosen when compiling.

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
#[cfg(any(
    test,
    not(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;

/// The sums of the products of `a` and `b`, each of two adjacent places.
///
/// The sum of two products must fit in 32 bits: not all four numbers may be -32768.
#[inline]
pub(super) fn pairs(a: [i16; 8], b: [i16; 8]) -> [i32; 4] {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return sse2::pairs(a, b);
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    return neon::pairs(a, b);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return simd128::pairs(a, b);
    #[cfg(not(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    return portable::pairs(a, b);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::samples::Rng;

    #[test]
    fn every_version_finds_the_same_sums() {
        let mut rng = Rng::new(5);
        for round in 0..10_000 {
            let [a, b] = [(); 2].map(|()| {
                [(); 8].map(|()| match round % 3 {
                    0 => i16::MAX,
                    1 => i16::MIN + 1,
                    _ => (rng.next() >> 48) as i16,
                })
            });
            assert_eq!(pairs(a, b), portable::pairs(a, b), "{a:?} {b:?}");
        }
        let (most, least) = ([i16::MAX; 8], [i16::MIN; 8]);
        assert_eq!(pairs(most, least), [-2_147_418_112; 4]);
    }
}
