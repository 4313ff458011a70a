//! Which positions a player needs who follows the book.

use std::collections::HashSet;

use super::position::Position;
use super::record::{Opinion, Record};
use super::values::MemoryGraph;

/// The number of lines that each side has to know: one side plays the best moves of the book, the other any of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lines {
    /// The number for the side to move, if it plays the best moves.
    pub mover: u64,
    /// The number for the other side, if that does.
    pub other: u64,
}

impl MemoryGraph {
    /// Removes the positions that are reached only if both sides play moves that lose more than `loss` discs, 0 to 128,
    /// against the best move of the book. So for each side all answers to its good moves are kept. Returns how many
    /// positions were removed.
    ///
    /// A move to a removed position becomes the leaf, if it is better than the leaf.
    pub fn prune(&mut self, loss: u8) -> usize {
        let mut kept = HashSet::new();
        for careful in [true, false] {
            self.follow(careful, loss, &mut kept);
        }
        let before = self.len();
        let mut changed = Vec::new();
        for record in self.records() {
            if !kept.contains(&record.position) {
                continue;
            }
            let mut leaf = record.leaf;
            for child in record.position.children() {
                let Some(behind) = self.get(child.position) else {
                    continue;
                };
                let value = behind.values.value.map(|value| child.score(value));
                if !kept.contains(&child.position) && value > leaf.value {
                    leaf = Opinion {
                        value,
                        best: Some(child.square),
                        effort: behind.best_effort(),
                    };
                }
            }
            if leaf != record.leaf {
                let complete = false;
                changed.push(Record {
                    leaf,
                    complete,
                    ..*record
                });
            }
        }
        self.retain(|record| kept.contains(&record.position));
        for record in changed {
            self.insert(record);
        }
        self.sweep();
        before - self.len()
    }

    /// Adds to `kept` what is reached if one side plays good moves and the other any; `careful` tells whether the first
    /// is the side to move.
    fn follow(&self, careful: bool, loss: u8, kept: &mut HashSet<Position>) {
        let mut seen = HashSet::new();
        let mut open = vec![(Position::start(), careful)];
        while let Some((position, careful)) = open.pop() {
            let Some(record) = self.get(position) else {
                continue;
            };
            if !seen.insert((position, careful)) {
                continue;
            }
            kept.insert(position);
            for child in position.children() {
                let Some(behind) = self.get(child.position) else {
                    continue;
                };
                let score = behind.values.value.map(|value| child.score(value));
                if careful && !is_good(score, record.values.value, loss) {
                    continue;
                }
                // After a pass the same side is to move.
                open.push((child.position, careful == child.passed));
            }
        }
    }

    /// How many lines each side has to know from the starting position, if it plays moves of the book that lose at most
    /// `loss` discs and the other side plays any move of the book. Counts stop at the greatest number. `None` if the
    /// starting position is not in the book.
    #[must_use]
    pub fn lines(&self, loss: u8) -> Option<Lines> {
        let mut known = std::collections::HashMap::with_capacity(self.len());
        for position in self.by_empties() {
            let Some(record) = self.get(position) else {
                continue;
            };
            let mut lines: Option<Lines> = None;
            let mut seen = Vec::new();
            for child in position.children() {
                // On a board that is symmetric to itself several moves are one.
                if seen.contains(&child.position) {
                    continue;
                }
                seen.push(child.position);
                let Some(Lines { mover, other }) = known.get(&child.position).copied() else {
                    continue;
                };
                let [mover, other] = if child.passed {
                    [mover, other]
                } else {
                    [other, mover]
                };
                let score = self
                    .get(child.position)
                    .and_then(|behind| behind.values.value);
                let score = score.map(|value| child.score(value));
                let good = is_good(score, record.values.value, loss);
                let sum = lines.unwrap_or(Lines {
                    mover: u64::MAX,
                    other: 0,
                });
                lines = Some(Lines {
                    // The careful side chooses the good move with the fewest lines.
                    mover: if good {
                        sum.mover.min(mover)
                    } else {
                        sum.mover
                    },
                    other: sum.other.saturating_add(other),
                });
            }
            let one = Lines { mover: 1, other: 1 };
            let lines = lines.unwrap_or(one);
            // If the best move leads out of the book, it ends the line.
            let mover = if lines.mover == u64::MAX {
                1
            } else {
                lines.mover
            };
            known.insert(position, Lines { mover, ..lines });
        }
        known.get(&Position::start()).copied()
    }
}

fn is_good(score: Option<i8>, best: Option<i8>, loss: u8) -> bool {
    match (score, best) {
        (Some(score), Some(best)) => i16::from(score) + i16::from(loss) >= i16::from(best),
        _ => true,
    }
}

impl Record {
    /// The better of the efforts of its two opinions.
    #[must_use]
    pub fn best_effort(&self) -> super::effort::Effort {
        let empties = self.position.empties();
        let opinions = [self.searched, self.leaf].into_iter();
        let known = opinions.filter(|opinion| opinion.value.is_some());
        let best = known.max_by_key(|opinion| opinion.effort.rank(empties));
        best.unwrap_or(self.leaf).effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::book::Effort;

    fn leaf(position: Position, value: i8) -> Record {
        Record {
            leaf: Opinion {
                value: Some(value),
                best: position.children().last().map(|child| child.square),
                effort: Effort::Edax(10),
            },
            ..Record::new(position)
        }
    }

    /// The first move, and three answers of different value, two of them answered again.
    fn book() -> (MemoryGraph, Vec<Position>) {
        let start = Position::start();
        let first = start.children().next().expect("it is legal").position;
        let mut answers: Vec<_> = first.children().map(|child| child.position).collect();
        answers.sort_unstable();
        let mut graph = MemoryGraph::new([Record::new(start), Record::new(first)]);
        for (answer, value) in answers.iter().zip([1, 4, 9]) {
            graph.insert(Record::new(*answer));
            let next = answer.children().next().expect("it is legal").position;
            graph.insert(leaf(next, -value));
        }
        graph.sweep();
        (graph, answers)
    }

    #[test]
    fn positions_after_two_bad_moves_are_removed() {
        let (mut graph, answers) = book();
        assert_eq!(graph.len(), 8);
        assert_eq!(
            graph.prune(0),
            0,
            "the second player may have to answer any move"
        );
        // From the bad answers the first player has another good move, so only one side erred.
        let bad = answers[2].children().nth(1).expect("it is legal").position;
        graph.insert(leaf(bad, 30));
        graph.sweep();
        assert_eq!(graph.prune(0), 1, "both sides would have to err");
        assert!(graph.get(bad).is_none());
        assert_eq!(graph.prune(64), 0);
    }

    #[test]
    fn lines_are_counted_for_each_side() {
        let (graph, _) = book();
        // The second player answers with the best move only; the first has to know all three answers.
        let expected = Lines { mover: 3, other: 1 };
        assert_eq!(graph.lines(0), Some(expected));
        assert_eq!(MemoryGraph::default().lines(0), None);
    }
}
