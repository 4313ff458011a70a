//! Where a book should grow next: drop-out expansion (Lincke, 2000).
//!
//! The cost of a position is one for each move from the starting position, and a weight for each disc that a move loses
//! against the best one. The cheapest positions come first. So good lines go deep, and an opponent who plays a slightly
//! worse move is not out of the book at once.

use std::collections::{HashMap, HashSet};

use super::position::Position;
use super::record::Record;
use super::values::MemoryGraph;

/// How far a book grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum loss of one move in discs.
    pub move_error: u8,
    /// Maximum loss of both sides in a line in discs.
    pub line_error: u16,
    /// Maximum number of moves from the starting position.
    pub plies: u8,
    /// How many plies a loss of one disc counts for.
    pub weight: u8,
}

/// A search that a book needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The position, which may be missing in the book.
    pub position: Position,
    /// The moves to search, one bit each: those that lead out of the book.
    pub moves: u64,
    /// The cost, in plies.
    pub cost: u32,
}

/// How a position is reached most cheaply.
#[derive(Debug, Clone, Copy)]
struct Reached {
    cost: u32,
    /// What both sides lost on the way, in discs.
    loss: u16,
}

impl Limits {
    /// How a position is reached by a move that is `loss` discs worse than the best one; `None` beyond the limits.
    fn after(self, before: Reached, loss: u8, position: Position) -> Option<Reached> {
        let total = before.loss.saturating_add(loss.into());
        let plies = 60_u8.saturating_sub(position.empties());
        let is_within = loss <= self.move_error && total <= self.line_error && plies <= self.plies;
        is_within.then(|| Reached {
            cost: before.cost + 1 + u32::from(self.weight) * u32::from(loss),
            loss: total,
        })
    }
}

impl MemoryGraph {
    /// The cheapest `count` searches that the book needs to grow within `limits`; nothing if it is complete. Positions in
    /// `skipped` are left out, such as those being searched. Values must be those by negamax.
    #[must_use]
    pub fn frontier(&self, limits: Limits, count: usize, skipped: &HashSet<Position>) -> Vec<Task> {
        let mut tasks: HashMap<Position, u32> = HashMap::new();
        let mut add = |position: Position, cost: u32| {
            let known = tasks.entry(position).or_insert(cost);
            *known = cost.min(*known);
        };
        let start = Position::start();
        if self.get(start).is_none() {
            add(start, 0);
        }
        for (record, reached) in self.reached(limits) {
            if self.outside(record).is_some() {
                add(record.position, reached.cost);
                continue;
            }
            let Some(child) = record
                .leaf
                .best
                .and_then(|best| record.position.child(best))
            else {
                continue;
            };
            if child.result.is_some() || self.get(child.position).is_some() {
                continue;
            }
            let loss = loss(record, record.leaf.value);
            if let Some(behind) = limits.after(reached, loss, child.position) {
                add(child.position, behind.cost);
            }
        }
        let mut tasks: Vec<_> = tasks
            .into_iter()
            .filter(|(position, _)| !skipped.contains(position))
            .filter_map(|(position, cost)| self.task(position, cost))
            .collect();
        tasks.sort_unstable_by_key(|task| (task.cost, task.position));
        tasks.truncate(count);
        tasks
    }

    /// The search of a position.
    fn task(&self, position: Position, cost: u32) -> Option<Task> {
        let moves = self.outside(&Record::new(position))?;
        Some(Task {
            position,
            moves,
            cost,
        })
    }

    /// The records within `limits`, each with its cheapest way.
    fn reached(&self, limits: Limits) -> Vec<(&Record, Reached)> {
        let start = Reached { cost: 0, loss: 0 };
        let mut ways = HashMap::from([(Position::start(), start)]);
        let mut found = Vec::new();
        // A move goes to a position with fewer empty squares, so all ways to a position are known when it comes.
        for position in self.by_empties().into_iter().rev() {
            let (Some(record), Some(reached)) = (self.get(position), ways.get(&position).copied())
            else {
                continue;
            };
            found.push((record, reached));
            for child in position.children() {
                let Some(behind) = self.get(child.position) else {
                    continue;
                };
                let value = behind.values.value.map(|value| child.score(value));
                let Some(way) = limits.after(reached, loss(record, value), child.position) else {
                    continue;
                };
                let known = ways.entry(child.position).or_insert(way);
                if way.cost < known.cost {
                    *known = way;
                }
            }
        }
        found
    }
}

/// What a move of this value loses, in discs; nothing if a value is unknown.
fn loss(record: &Record, value: Option<i8>) -> u8 {
    match (record.values.value, value) {
        (Some(best), Some(value)) => u8::try_from(i16::from(best) - i16::from(value)).unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::book::{Effort, Graph, Opinion, carry};
    use crate::games::othello::rules::square::Squares;

    const LIMITS: Limits = Limits {
        move_error: 2,
        line_error: 3,
        plies: 7,
        weight: 4,
    };

    /// A search that gives every move a value made from the position.
    fn search(task: &Task) -> Record {
        let value = |child: Position| i8::try_from(child.hash() % 13).unwrap_or(0) - 6;
        let squares = Squares(task.moves);
        let values = squares.filter_map(|square| {
            let child = task.position.child(square)?;
            Some((child.result.unwrap_or(value(child.position)), square))
        });
        let best = values.max().expect("there is a move");
        Record {
            leaf: Opinion {
                value: Some(best.0),
                best: Some(best.1),
                effort: Effort::Edax(10),
            },
            ..Record::new(task.position)
        }
    }

    /// Grows a book by `count` searches at a time until it is complete.
    fn grown(count: usize) -> MemoryGraph {
        let mut graph = MemoryGraph::default();
        loop {
            let tasks = graph.frontier(LIMITS, count, &HashSet::new());
            if tasks.is_empty() {
                return graph;
            }
            assert!(tasks.is_sorted_by_key(|task| task.cost));
            for task in tasks {
                let record = search(&task);
                let Ok(()) = graph.set(record);
                let Ok(_) = carry(&mut graph, [task.position]);
            }
            assert!(graph.len() < 20_000, "it grows without end");
        }
    }

    #[test]
    fn a_book_grows_to_its_limits_and_no_further() {
        let graph = grown(1);
        assert!(graph.len() > 50, "{}", graph.len());
        for (record, reached) in graph.reached(LIMITS) {
            assert!(
                graph.outside(record).is_none(),
                "every position has its leaf"
            );
            let child = record
                .leaf
                .best
                .and_then(|best| record.position.child(best));
            let Some(child) = child.filter(|child| graph.get(child.position).is_none()) else {
                continue;
            };
            let loss = loss(record, record.leaf.value);
            assert!(LIMITS.after(reached, loss, child.position).is_none());
        }
        let deepest = graph
            .records()
            .map(|record| record.position.empties())
            .min();
        assert_eq!(deepest, Some(53), "the best line goes to the limit");
        let mut swept = graph.clone();
        assert_eq!(swept.sweep(), 0, "values are up to date");
    }

    #[test]
    fn what_is_being_searched_is_skipped() {
        let graph = grown(8);
        let limits = Limits { plies: 8, ..LIMITS };
        let tasks = graph.frontier(limits, 5, &HashSet::new());
        assert_eq!(tasks.len(), 5);
        let skipped = HashSet::from([tasks[0].position, tasks[2].position]);
        let others = graph.frontier(limits, 5, &skipped);
        assert_eq!(others[..3], [tasks[1], tasks[3], tasks[4]]);
        assert_eq!(others.len(), 5);
    }
}
