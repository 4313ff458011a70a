//! Puts results that come in any order into the order of the games.

use std::collections::BTreeMap;

/// Results that wait for those before them.
pub(super) struct LineUp<T> {
    waiting: BTreeMap<usize, T>,
    /// The index of the next result.
    next: usize,
}

impl<T> Default for LineUp<T> {
    fn default() -> Self {
        Self {
            waiting: BTreeMap::new(),
            next: 0,
        }
    }
}

impl<T> LineUp<T> {
    /// Adds the result with this index, from 0; each index comes once.
    pub(super) fn add(&mut self, index: usize, result: T) {
        self.waiting.insert(index, result);
    }

    /// The next result in order, if it is there.
    pub(super) fn next(&mut self) -> Option<T> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_leave_in_order() {
        let mut line_up = LineUp::default();
        line_up.add(1, 'b');
        assert_eq!(line_up.next(), None);
        line_up.add(0, 'a');
        line_up.add(3, 'd');
        assert_eq!(
            [line_up.next(), line_up.next(), line_up.next()],
            [Some('a'), Some('b'), None]
        );
    }
}
