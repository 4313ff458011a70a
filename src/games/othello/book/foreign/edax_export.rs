//! A book as one of Edax, in which Edax's own repair finds nothing to change.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::super::effort::edax;
use super::super::position::{Child, Position};
use super::super::record::Record;
use super::super::source::{Kind, Source};
use super::super::values::MemoryGraph;
use super::edax::{EdaxBook, EdaxHeader, EdaxRecord, NO_MOVE, NO_SCORE, PASS};
use crate::games::othello::rules::board::Board;
use crate::games::othello::rules::square::Square;
use crate::games::othello::rules::symmetry::canonical;

/// Why a book cannot become one of Edax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ExportError {
    /// Positions have moves out of the book, but no value for the best of them.
    #[error(
        "Edax needs a value for the best move out of the book, which {count} positions lack, such as {first}: \
         'kaeshi book fix --depth N' searches it"
    )]
    NoLeaf {
        /// The number of such positions.
        count: usize,
        /// One of them.
        first: Position,
    },
}

/// The book in `graph`, whose values are computed. The header is that of the first book of Edax among `sources`.
///
/// A position without any move that Edax could hold is left out; it becomes the leaf of the position before it.
///
/// # Errors
/// If some position has moves out of the book, and no value for the best of them.
pub fn to_edax(graph: &MemoryGraph, sources: &[Source]) -> Result<EdaxBook, ExportError> {
    let mut export = Export::new(graph);
    let positions = graph.by_empties();
    for position in &positions {
        if let Some(record) = graph.get(*position).filter(|_| position.result().is_none()) {
            export.choose_leaf(record);
        }
    }
    if let Some(first) = export.without_leaf.first() {
        return Err(ExportError::NoLeaf {
            count: export.without_leaf.len(),
            first: *first,
        });
    }
    let header = header(graph, sources);
    for position in positions {
        if let Some(record) = graph.get(position) {
            export.add(record, &header);
        }
    }
    Ok(EdaxBook {
        header,
        records: export.records,
    })
}

/// A book being converted.
struct Export<'a> {
    graph: &'a MemoryGraph,
    /// The positions that Edax's book will have, without finished games, each with its leaf.
    kept: HashMap<Position, Option<(i8, u8)>>,
    without_leaf: Vec<Position>,
    records: Vec<EdaxRecord>,
    /// Where a board is in `records`.
    places: HashMap<Board, usize>,
    finished: HashSet<Position>,
}

impl<'a> Export<'a> {
    fn new(graph: &'a MemoryGraph) -> Self {
        let finished = graph.records().map(|record| record.position);
        Self {
            graph,
            kept: HashMap::new(),
            without_leaf: Vec::new(),
            records: Vec::new(),
            places: HashMap::new(),
            finished: finished
                .filter(|position| position.result().is_some())
                .collect(),
        }
    }

    /// Whether a move leads to a position that Edax's book will have.
    fn is_link(&self, child: &Child) -> bool {
        match child.result {
            None => self.kept.contains_key(&child.position),
            Some(_) => {
                self.finished.contains(&child.position)
                    || self.finished.contains(&child.position.other_side())
            }
        }
    }

    /// Keeps the position of `record` if it has a link or a leaf.
    fn choose_leaf(&mut self, record: &Record) {
        let (mut links, mut others) = (0, 0);
        // The value, whether the record names the move, and the move.
        let mut leaf: Option<(i8, bool, u8)> = None;
        for child in record.position.children() {
            if self.is_link(&child) {
                links += 1;
                continue;
            }
            others += 1;
            let known = match child.result {
                Some(result) => Some(result),
                None => self
                    .graph
                    .get(child.position)
                    .and_then(|record| record.values.value)
                    .map(|value| child.score(value)),
            };
            let is_own = record.leaf.best == Some(child.square);
            let value = known.or(record.leaf.value.filter(|_| is_own));
            leaf = leaf.max(value.map(|value| (value, is_own, child.square.number())));
        }
        let mut leaf = leaf.map(|(value, _, square)| (value, square));
        if leaf.is_none() && links == 0 {
            // The search of the position itself names a move that may serve.
            let searched = record.searched;
            leaf = searched.value.zip(searched.best.map(Square::number));
        }
        // Without a link the position may become the leaf of the one before it, if it has a value.
        if leaf.is_none() && others > 0 && (links > 0 || record.values.value.is_none()) {
            self.without_leaf.push(record.position);
        }
        if links > 0 || leaf.is_some() {
            self.kept.insert(record.position, leaf);
        }
    }

    /// Adds the record of a position, and those of passes and finished games behind it.
    fn add(&mut self, record: &Record, header: &EdaxHeader) {
        let position = record.position;
        let level = level(record);
        if let Some(result) = position.result() {
            let other = position.other_side().board();
            if !self.places.contains_key(&other) {
                self.finish(position.board(), result, level, header);
            }
            return;
        }
        let Some(leaf) = self.kept.get(&position).copied() else {
            return;
        };
        let mut links = Vec::new();
        for child in position.children() {
            if !self.is_link(&child) {
                continue;
            }
            let square = child.square;
            let board = position.board();
            let after = canonical(board.after(square, board.flips(square))).0;
            if let Some(result) = child.result {
                self.finish(after, -result, level, header);
            } else if child.passed {
                let level = self.graph.get(child.position).map_or(level, self::level);
                self.push(
                    after,
                    vec![(child.position.board(), PASS)],
                    None,
                    level,
                    header,
                );
            }
            links.push((after, square.number()));
        }
        self.push(position.board(), links, leaf, level, header);
    }

    /// Adds a finished game.
    fn finish(&mut self, board: Board, result: i8, level: u8, header: &EdaxHeader) {
        let level = match self.graph.get(Position::of(board).position) {
            Some(record) => self::level(record),
            None => level,
        };
        self.push(board, Vec::new(), Some((result, NO_MOVE)), level, header);
    }

    /// Adds a record, unless the board is there already. Values, bounds and lines are those of Edax's negamax.
    fn push(
        &mut self,
        board: Board,
        links: Vec<(Board, u8)>,
        leaf: Option<(i8, u8)>,
        level: u8,
        header: &EdaxHeader,
    ) {
        if self.places.contains_key(&board) {
            return;
        }
        let mut record = EdaxRecord {
            board,
            lines: [0; 4],
            value: i16::MIN,
            lower: i16::MIN,
            upper: i16::MIN,
            level,
            links: Vec::with_capacity(links.len()),
            leaf: leaf.unwrap_or((NO_SCORE, NO_MOVE)),
        };
        if let Some((score, _)) = leaf {
            add_leaf(&mut record, score, header);
        }
        for (after, square) in links {
            let Some(child) = self.places.get(&after).map(|at| &self.records[*at]) else {
                continue;
            };
            record.value = record.value.max(-child.value);
            record.lower = record.lower.max(-child.upper);
            record.upper = record.upper.max(-child.lower);
            let [wins, draws, losses, all] = child.lines;
            for (sum, lines) in record.lines.iter_mut().zip([losses, draws, wins, all]) {
                *sum = sum.saturating_add(lines);
            }
            let score = i8::try_from(-child.value).unwrap_or_default();
            record.links.push((score, square));
        }
        record.links.sort_by_key(|(score, _)| -i16::from(*score));
        self.places.insert(board, self.records.len());
        self.records.push(record);
    }
}

/// Adds the leaf's share to values, bounds and lines.
fn add_leaf(record: &mut EdaxRecord, score: i8, header: &EdaxHeader) {
    let empties = u8::try_from(record.board.empties()).unwrap_or_default();
    let (depth, selectivity) = edax(record.level, empties);
    let score = i16::from(score);
    let width = |error: i32| i16::try_from(error).unwrap_or_default();
    let (centre, width) = if depth >= empties && selectivity == 5 {
        let kind = match score {
            1.. => 0,
            0 => 1,
            _ => 2,
        };
        record.lines[kind] = 1;
        (score, 0)
    } else if depth >= empties {
        (score, width(header.endcut_error))
    } else {
        let parity = i16::from(depth % 2) - i16::from(empties % 2);
        (score - parity, width(header.midgame_error))
    };
    (record.lower, record.upper) = (centre - width, centre + width);
    record.value = score;
    record.lines[3] = 1;
}

/// The level of Edax that a record stands for.
fn level(record: &Record) -> u8 {
    let empties = record.position.empties();
    let efforts = [record.leaf.effort, record.searched.effort];
    let levels = efforts.map(|effort| effort.edax_level(empties));
    if levels[0] > 0 { levels[0] } else { levels[1] }
}

fn header(graph: &MemoryGraph, sources: &[Source]) -> EdaxHeader {
    let mut edax = sources.iter().filter(|source| source.kind == Kind::Edax);
    if let Some(source) = edax.next() {
        let [level, n_empties, midgame_error, endcut_error] = source.settings.map(i32::from);
        return EdaxHeader {
            level,
            n_empties,
            midgame_error,
            endcut_error,
            ..EdaxHeader::default()
        };
    }
    let levels = graph.records().map(level);
    let empties = graph.records().map(|record| record.position.empties());
    EdaxHeader {
        level: levels.max().unwrap_or_default().into(),
        n_empties: empties.min().unwrap_or_default().into(),
        ..EdaxHeader::default()
    }
}
