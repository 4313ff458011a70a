//! Values by negamax over the graph of a book.
//!
//! A position has fewer empty squares than those from which a move leads to it. So positions are evaluated by their
//! number of empty squares, fewest first: no recursion, no cycle, and transpositions are right at once.

use std::collections::HashMap;
use std::convert::Infallible;

use super::parents::parents;
use super::position::Position;
use super::record::{Record, Values};

/// The records of a book, by position.
pub trait Graph {
    /// Why a record cannot be read or changed.
    type Error;

    /// The record of `position`, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    fn record(&mut self, position: Position) -> Result<Option<Record>, Self::Error>;

    /// Replaces the record of a position.
    ///
    /// # Errors
    /// If it cannot be written.
    fn set(&mut self, record: Record) -> Result<(), Self::Error>;
}

/// A book in memory.
#[derive(Debug, Clone, Default)]
pub struct MemoryGraph {
    records: HashMap<Position, Record>,
}

impl MemoryGraph {
    /// A book with these records; of several for one position the last.
    pub fn new(records: impl IntoIterator<Item = Record>) -> Self {
        let by_position = |record: Record| (record.position, record);
        Self {
            records: records.into_iter().map(by_position).collect(),
        }
    }

    /// The record of `position`, if there is one.
    #[must_use]
    pub fn get(&self, position: Position) -> Option<&Record> {
        self.records.get(&position)
    }

    /// The number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// All records in any order.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.values()
    }

    /// Adds or replaces a record.
    pub fn insert(&mut self, record: Record) {
        self.records.insert(record.position, record);
    }

    /// Keeps only the records for which `keep` is true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Record) -> bool) {
        self.records.retain(|_, record| keep(record));
    }

    /// All positions, those with the fewest empty squares first.
    #[must_use]
    pub fn by_empties(&self) -> Vec<Position> {
        let mut all: Vec<_> = self.records.keys().copied().collect();
        all.sort_unstable_by_key(|position| (position.empties(), *position));
        all
    }

    /// The moves of `record` that have to be searched: see [`outside`].
    #[must_use]
    pub fn outside(&self, record: &Record) -> Option<u64> {
        let Ok(moves) = outside_of(record, |position| {
            Ok::<_, Infallible>(self.records.contains_key(&position))
        });
        moves
    }

    /// Evaluates all positions. Returns how many had other values before.
    pub fn sweep(&mut self) -> usize {
        let mut changed = 0;
        for position in self.by_empties() {
            let Some(record) = self.get(position).copied() else {
                continue;
            };
            let Ok(values) = evaluate(&record, self);
            if values != record.values {
                changed += 1;
                self.insert(Record { values, ..record });
            }
        }
        changed
    }
}

/// The legal moves of `record` that lead out of the book, one bit each in the frame of its board, if the record has no
/// value for the best of them.
///
/// # Errors
/// If a record cannot be read.
pub fn outside<G: Graph>(record: &Record, graph: &mut G) -> Result<Option<u64>, G::Error> {
    outside_of(record, |position| Ok(graph.record(position)?.is_some()))
}

fn outside_of<E>(
    record: &Record,
    mut contains: impl FnMut(Position) -> Result<bool, E>,
) -> Result<Option<u64>, E> {
    let mut outside = 0;
    for child in record.position.children() {
        if child.result.is_none() && !contains(child.position)? {
            outside |= child.square.bit();
        }
    }
    let leaf = record.leaf.best.filter(|_| record.leaf.value.is_some());
    let has_leaf = leaf.is_some_and(|leaf| outside & leaf.bit() != 0);
    Ok((outside != 0 && !has_leaf).then_some(outside))
}

impl Graph for MemoryGraph {
    type Error = Infallible;

    fn record(&mut self, position: Position) -> Result<Option<Record>, Infallible> {
        Ok(self.get(position).copied())
    }

    fn set(&mut self, record: Record) -> Result<(), Infallible> {
        self.insert(record);
        Ok(())
    }
}

/// The values of a position after those of the positions behind it.
///
/// The value is the best of the moves into the book, of moves that end the game, and of the leaf, unless the book has a
/// value for that, too. Without any of them it is the value of the search of the position itself.
///
/// # Errors
/// If `graph` cannot be read.
pub fn evaluate<G: Graph>(record: &Record, graph: &mut G) -> Result<Values, G::Error> {
    let position = record.position;
    if let Some(result) = position.result() {
        return Ok(Values::exact(result));
    }
    let mut value: Option<i8> = None;
    let (mut lower, mut upper) = (-64, -64);
    let (mut leaves_the_book, mut leaf) = (false, None);
    for child in position.children() {
        let known = match child.result {
            Some(result) => Some(Values::exact(if child.passed { result } else { -result })),
            None => graph.record(child.position)?.map(|record| record.values),
        };
        // A position without any value says no more than one that is missing.
        let known = known.filter(|known| known.value.is_some());
        let Some(known) = known else {
            leaves_the_book = true;
            if record.leaf.best == Some(child.square) {
                leaf = record.leaf.value;
            }
            continue;
        };
        value = value.max(known.value.map(|value| child.score(value)));
        let [least, most] = known.bounds_before(&child);
        (lower, upper) = (lower.max(least), upper.max(most));
    }
    let empties = position.empties();
    if leaves_the_book {
        value = value.max(leaf);
        match leaf {
            Some(leaf) if record.leaf.effort.proves(empties) => {
                (lower, upper) = (lower.max(leaf), upper.max(leaf));
            }
            _ => upper = 64,
        }
    }
    let searched = record.searched;
    value = value.or(searched.value);
    if let Some(proven) = searched.value.filter(|_| searched.effort.proves(empties)) {
        // Bounds that contradict the position's own proof come from an error; the proof is kept.
        (lower, upper) = (proven, proven);
    }
    Ok(Values {
        value: value.map(|value| value.clamp(lower, upper)),
        lower,
        upper,
    })
}

impl Values {
    /// A proven value.
    #[must_use]
    pub const fn exact(value: i8) -> Self {
        Self {
            value: Some(value),
            lower: value,
            upper: value,
        }
    }
}

/// Evaluates the `changed` positions and carries their values on, as far as values change. Returns how many did.
///
/// # Errors
/// If `graph` cannot be read or written.
pub fn carry<G: Graph>(
    graph: &mut G,
    changed: impl IntoIterator<Item = Position>,
) -> Result<usize, G::Error> {
    /// One list for each number of empty squares.
    const COUNTS: usize = 65;
    let mut waiting: Vec<Vec<Position>> = vec![Vec::new(); COUNTS];
    for position in changed {
        waiting[usize::from(position.empties())].push(position);
        parents(position, |parent| {
            waiting[usize::from(parent.empties())].push(parent);
        });
    }
    let mut count = 0;
    for empties in 0..COUNTS {
        let mut positions = std::mem::take(&mut waiting[empties]);
        positions.sort_unstable();
        positions.dedup();
        for position in positions {
            let Some(record) = graph.record(position)? else {
                continue;
            };
            let values = evaluate(&record, graph)?;
            if values == record.values {
                continue;
            }
            graph.set(Record { values, ..record })?;
            count += 1;
            parents(position, |parent| {
                waiting[usize::from(parent.empties())].push(parent);
            });
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::book::{Effort, Opinion};
    use crate::games::othello::rules::board::Board;
    use crate::games::othello::rules::square::Squares;
    use crate::games::othello::samples::{self, Rng};
    use crate::search::Selectivity;

    /// The value of a board by recursion from the definition, passes played as moves of their own.
    fn plain(board: Board, graph: &MemoryGraph) -> Option<i8> {
        let legal = board.legal();
        if legal == 0 {
            if board.passed().legal() == 0 {
                return i8::try_from(board.disc_diff().0).ok();
            }
            return plain(board.passed(), graph).map(|value| -value);
        }
        let record = graph.get(Position::of(board).position)?;
        let board = record.position.board();
        let mut best = None;
        for square in Squares(board.legal()) {
            let behind = plain(board.after(square, board.flips(square)), graph).map(|v| -v);
            let leaf = (record.leaf.best == Some(square))
                .then_some(record.leaf.value)
                .flatten();
            best = best.max(behind.or(leaf));
        }
        best.or(record.searched.value)
    }

    fn value(rng: &mut Rng) -> Option<i8> {
        i8::try_from(rng.next() % 41).ok().map(|value| value - 20)
    }

    /// An opinion about a random legal move, or about none.
    fn opinion(position: Position, rng: &mut Rng) -> Opinion {
        let legal = position.board().legal();
        Opinion {
            value: value(rng),
            best: (legal != 0).then(|| rng.pick(legal)),
            effort: Effort::Search {
                depth: 10,
                selectivity: Selectivity::MIN,
            },
        }
    }

    /// Part of the tree below a position of a random game, so that lines meet again and some pass.
    fn random_graph(rng: &mut Rng) -> MemoryGraph {
        let game = samples::game(rng);
        let root = game[usize::try_from(rng.next()).unwrap_or(0) % game.len()];
        let mut graph = MemoryGraph::default();
        let mut open = vec![Position::of(root).position];
        while let Some(position) = open.pop() {
            if graph.len() >= 120 || graph.get(position).is_some() {
                continue;
            }
            let mut record = Record::new(position);
            if !rng.next().is_multiple_of(8) {
                record.leaf = opinion(position, rng);
            }
            if rng.next().is_multiple_of(2) {
                record.searched = opinion(position, rng);
            }
            graph.insert(record);
            for child in position.children() {
                if !rng.next().is_multiple_of(3) {
                    let at = usize::try_from(rng.next()).unwrap_or(0) % (open.len() + 1);
                    open.insert(at, child.position);
                }
            }
        }
        graph
    }

    #[track_caller]
    fn assert_plain(graph: &MemoryGraph) -> [usize; 2] {
        let (mut passes, mut transpositions) = (0, 0);
        let mut reached = HashMap::new();
        for record in graph.records() {
            let expected = plain(record.position.board(), graph);
            assert_eq!(record.values.value, expected, "{}", record.position);
            for child in record.position.children() {
                if graph.get(child.position).is_some() {
                    passes += usize::from(child.passed);
                    let from = reached.entry(child.position).or_insert(record.position);
                    transpositions += usize::from(*from != record.position);
                }
            }
        }
        [passes, transpositions]
    }

    /// Values of 1,000 random graphs, computed all at once and step by step, are those of plain recursion.
    #[test]
    fn values_are_those_of_plain_negamax() {
        let mut rng = Rng::new(2020);
        let mut seen = [0; 2];
        for _ in 0..1_000 {
            let mut graph = random_graph(&mut rng);
            graph.sweep();
            let found = assert_plain(&graph);
            seen = [seen[0] + found[0], seen[1] + found[1]];
            assert_eq!(graph.sweep(), 0, "a second sweep changes nothing");
            change(&mut graph, &mut rng);
            assert_plain(&graph);
        }
        assert!(seen[0] > 100 && seen[1] > 1_000, "{seen:?}");
    }

    /// Changes a leaf, takes a position away and puts it back; each time the change is carried up.
    fn change(graph: &mut MemoryGraph, rng: &mut Rng) {
        let all = graph.by_empties();
        let position = all[usize::try_from(rng.next()).unwrap_or(0) % all.len()];
        let mut record = *graph.get(position).expect("it is there");
        record.leaf = opinion(position, rng);
        graph.insert(record);
        let Ok(_) = carry(graph, [position]);
        assert_plain(graph);
        graph.retain(|record| record.position != position);
        let Ok(_) = carry(graph, [position]);
        assert_plain(graph);
        graph.insert(record);
        let Ok(_) = carry(graph, [position]);
    }

    #[test]
    fn proofs_are_bounds() {
        let start = Position::start();
        let child = start.children().next().expect("there are moves").position;
        let proof = |value, depth| Opinion {
            value: Some(value),
            best: None,
            effort: Effort::Search {
                depth,
                selectivity: Selectivity::EXACT,
            },
        };
        let known = Record {
            searched: proof(4, 59),
            ..Record::new(child)
        };
        let mut graph = MemoryGraph::new([Record::new(start), known]);
        graph.sweep();
        // All four moves are one, so the starting position is proven, too.
        assert_eq!(
            graph.get(start).map(|record| record.values),
            Some(Values::exact(-4))
        );
        let guess = Record {
            searched: proof(4, 58),
            ..known
        };
        graph.insert(guess);
        let Ok(changed) = carry(&mut graph, [child]);
        assert_eq!(changed, 2);
        let values = graph.get(start).map(|record| record.values);
        let expected = Values {
            value: Some(-4),
            ..Values::UNKNOWN
        };
        assert_eq!(values, Some(expected));
    }
}
