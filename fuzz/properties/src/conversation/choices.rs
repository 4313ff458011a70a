//! Decisions read from bytes.

/// A source of decisions: the same bytes give the same decisions.
#[derive(Debug)]
pub struct Choices<'a> {
    rest: &'a [u8],
}

impl<'a> Choices<'a> {
    /// Decisions from `bytes`; after their end, each is the first possible one.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Whether there are bytes left.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next byte; 0 after the end.
    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.rest.split_first().unwrap_or((&0, &[]));
        self.rest = rest;
        *first
    }

    /// A number from 0 to `limit` - 1; `limit` is 1 to 65536.
    pub fn below(&mut self, limit: usize) -> usize {
        let mut number = usize::from(self.byte());
        if limit > 256 {
            number = number << 8 | usize::from(self.byte());
        }
        number % limit.max(1)
    }

    /// True once in `times`, on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of `items`.
    ///
    /// # Panics
    /// If `items` is empty.
    pub fn pick<'b, T: ?Sized>(&mut self, items: &[&'b T]) -> &'b T {
        items[self.below(items.len())]
    }
}

/// `count` pseudo-random bytes, the same for the same seed (xorshift64*, Vigna 2014).
#[must_use]
pub fn random_bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d).to_be_bytes()[0]
    };
    (0..count).map(|_| next()).collect()
}
