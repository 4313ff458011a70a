//! Two books as one.

use std::cmp::Ordering;

use super::record::{Opinion, Record};
use super::source::{MAX_SOURCES, Source};
use super::values::MemoryGraph;

impl Record {
    /// What this record and `other`, of the same position, know together; the same in any order. Of two opinions that
    /// of the better search is kept: proven before deep, deep before shallow, this program's before another's.
    ///
    /// The values by negamax are not computed.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        let empties = self.position.empties();
        let order = |one: Opinion, two: Opinion| compare(one, two, empties);
        let later = self.day.cmp(&other.day);
        let sources = other.source.cmp(&self.source);
        let leaves = order(self.leaf, other.leaf);
        let searches = order(self.searched, other.searched);
        let better = leaves.then(searches).then(later).then(sources);
        let first = if better.is_lt() { other } else { self };
        Self {
            searched: if searches.is_lt() { other } else { self }.searched,
            leaf: if leaves.is_lt() { other } else { self }.leaf,
            complete: self.complete && other.complete,
            ..first
        }
    }
}

/// Compares the worth of two opinions; equal only if they are the same.
fn compare(one: Opinion, two: Opinion, empties: u8) -> Ordering {
    let worth = |opinion: Opinion| {
        let effort = opinion.effort;
        let known = opinion.value.is_some();
        (
            known,
            effort.rank(empties),
            opinion.value,
            opinion.best,
            effort.to_bytes(),
        )
    };
    worth(one).cmp(&worth(two))
}

impl MemoryGraph {
    /// Adds `record`, or merges it with that of its position. Values are not computed.
    pub fn merge(&mut self, record: Record) {
        let merged = match self.get(record.position) {
            Some(known) => known.merged(record),
            None => record,
        };
        self.insert(merged);
    }
}

/// The number of `source` in the table `sources`, where it is added if it is new; `None` if there is no room.
#[must_use]
pub fn source_number(sources: &mut Vec<Source>, source: Source) -> Option<u8> {
    let known = sources.iter().position(|known| *known == source);
    let number = known.unwrap_or(sources.len());
    if number >= MAX_SOURCES {
        return None;
    }
    if known.is_none() {
        sources.push(source);
    }
    u8::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::book::{Effort, Kind, Position};
    use crate::search::Selectivity;

    #[test]
    fn the_better_search_is_kept_in_any_order() {
        let opinion = |value, effort| Opinion {
            value: Some(value),
            best: None,
            effort,
        };
        let search = |depth| Effort::Search {
            depth,
            selectivity: Selectivity::MIN,
        };
        let efforts = [
            Effort::Unknown,
            Effort::Edax(12),
            search(12),
            Effort::Edax(21),
            search(22),
        ];
        for (at, worse) in efforts.iter().enumerate() {
            for better in &efforts[at + 1..] {
                let record = |effort, value| Record {
                    leaf: opinion(value, effort),
                    ..Record::new(Position::start())
                };
                let (one, two) = (record(*worse, 5), record(*better, -5));
                assert_eq!(one.merged(two), two.merged(one));
                assert_eq!(one.merged(two).leaf, two.leaf, "{worse:?} {better:?}");
            }
        }
    }

    #[test]
    fn sources_are_named_once() {
        let mut sources = Vec::new();
        let numbered = |number: u8| Source::new(Kind::Edax, "Edax", [number, 0, 0, 0]);
        for number in 0..64 {
            assert_eq!(source_number(&mut sources, numbered(number)), Some(number));
        }
        assert_eq!(source_number(&mut sources, numbered(7)), Some(7));
        assert_eq!(source_number(&mut sources, numbered(64)), None);
        assert_eq!(sources.len(), 64);
    }
}
