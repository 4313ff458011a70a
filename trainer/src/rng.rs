//! A small deterministic random number generator, so that runs are reproducible.

/// `SplitMix64` (Steele, Lea, Flood 2014), from its public description.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// A generator that starts with `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// A number from 0 to `bound` - 1; 0 if `bound` is 0.
    #[allow(clippy::cast_possible_truncation, reason = "below the bound, a u32")]
    pub const fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * bound as u64) >> 32) as u32
    }

    /// An approximately normal number of mean 0 and deviation 1: the sum of twelve uniform ones, less 6.
    pub fn normal(&mut self) -> f32 {
        const PARTS: u32 = 1 << 20;
        let total: u32 = (0..12).map(|_| self.below(PARTS)).sum();
        total as f32 / PARTS as f32 - 6.0
    }
}
