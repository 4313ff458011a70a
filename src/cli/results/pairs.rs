//! The two games of each opening, which may stand anywhere in a record: games played at the same time end in any order.

use std::collections::{BTreeMap, BTreeSet};

use crate::cli::match_runner::record::Entry;

/// Largest number of missing games that are named.
const MAX_NAMED: usize = 5;

/// The games of a record, joined to pairs.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// Games whose other half has not been read, by number.
    halves: BTreeMap<usize, Entry>,
    /// The numbers of all games, from 1.
    seen: BTreeSet<usize>,
}

impl Pairs {
    /// Adds a game. Returns both games of its opening, the one with the lower number first, if this is the second of them.
    pub(super) fn add(&mut self, entry: Entry) -> Option<Vec<Entry>> {
        let number = entry.number;
        self.seen.insert(number);
        // Games 1 and 2 are a pair, 3 and 4 the next.
        let other = if number % 2 == 1 {
            number + 1
        } else {
            number - 1
        };
        let Some(other) = self.halves.remove(&other) else {
            self.halves.insert(number, entry);
            return None;
        };
        let mut pair = vec![other, entry];
        pair.sort_by_key(|entry| entry.number);
        Some(pair)
    }

    /// Removes the games without another half.
    pub(super) fn take_halves(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.halves).into_values().collect()
    }

    /// Which games before the last one are not there, as a sentence; `None` if all are.
    pub(super) fn missing(&self) -> Option<String> {
        let last = *self.seen.last()?;
        let count = last - self.seen.len();
        let missing = (1..last).filter(|number| !self.seen.contains(number));
        let named: Vec<_> = missing
            .take(MAX_NAMED)
            .map(|number| number.to_string())
            .collect();
        let named = named.join(", ");
        match count {
            0 => None,
            1 => Some(format!("game {named} is missing")),
            _ if count > MAX_NAMED => Some(format!(
                "{count} games up to game {last} are missing: {named} and others"
            )),
            _ => Some(format!(
                "{count} games up to game {last} are missing: {named}"
            )),
        }
    }
}
