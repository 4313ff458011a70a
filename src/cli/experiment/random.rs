//! Random numbers with a seed: the same on every machine.

use kaeshi::game::splitmix64;

/// A deterministic random number generator: the mixed numbers from the mixed seed on.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(splitmix64(seed))
    }

    /// 64 random bits.
    pub(crate) const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        splitmix64(self.0)
    }

    /// A number from 0 to `limit` - 1.
    ///
    /// # Panics
    /// If `limit` is 0.
    #[expect(clippy::cast_possible_truncation, reason = "below a `u32`")]
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        (self.word() % u64::from(limit)) as u32
    }

    /// The bit of one of the elements of `set`, 0 if it is empty.
    pub(crate) fn pick(&mut self, set: u64) -> u64 {
        let mut rest = set;
        for _ in 0..self.below(set.count_ones().max(1)) {
            rest &= rest - 1;
        }
        rest & rest.wrapping_neg()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_picked_and_nothing_else() {
        let mut rng = Rng::new(1);
        let set = 1 << 63 | 1 << 40 | 1;
        let picked: Vec<u64> = (0..100).map(|_| rng.pick(set)).collect();
        assert!(picked.iter().all(|bit| bit.is_power_of_two()));
        assert_eq!(picked.iter().fold(0, |all, bit| all | bit), set);
        assert_eq!(Rng::new(2).pick(0), 0);
    }
}
