//! Books that Edax and Egaroucid wrote, read and written; damaged ones refused.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use super::super::{Effort, Kind, MemoryGraph, Opinion, Position, Record, Source};
use super::{
    EdaxBook, EdaxHeader, EdaxRecord, EgaroucidBook, EgaroucidRecord, ExportError, ForeignError,
    ForeignProblem, to_edax, to_egaroucid,
};
use crate::games::othello::rules::board::Board;
use crate::games::othello::samples::{self, Rng};
use crate::search::Selectivity;

/// A book written by another program; `None`, with a note, where there is none.
fn sample(name: &str) -> Option<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/books");
    let bytes = fs::read(folder.join(name)).ok();
    if bytes.is_none() {
        let _ = writeln!(
            io::stderr(),
            "skipped: ../shared/data/books/{name} is missing"
        );
    }
    bytes
}

fn source(header: &EdaxHeader) -> Source {
    let setting = |number| u8::try_from(number).unwrap_or(u8::MAX);
    let EdaxHeader {
        level,
        n_empties,
        midgame_error,
        endcut_error,
        ..
    } = *header;
    let settings = [level, n_empties, midgame_error, endcut_error].map(setting);
    Source::new(Kind::Edax, "Edax", settings)
}

/// The book as ours, with values.
fn imported(book: &EdaxBook) -> MemoryGraph {
    let records = book.records(0, 0).expect("its links are right");
    let mut graph = MemoryGraph::new(records);
    graph.sweep();
    graph
}

/// The records by board, with links in one order.
fn by_board(book: &EdaxBook) -> BTreeMap<Board, EdaxRecord> {
    let by_board = |record: &EdaxRecord| {
        let mut record = record.clone();
        record.links.sort_unstable();
        (record.board, record)
    };
    book.records.iter().map(by_board).collect()
}

/// All numbers of all records come back through our format: values, bounds, lines, links, leaves, levels.
#[test]
fn a_book_of_edax_comes_back() {
    let Some(bytes) = sample("edax_small.dat") else {
        return;
    };
    let book = EdaxBook::from_bytes(&bytes).expect("Edax wrote it");
    assert_eq!(book.records.len(), 1_495);
    assert_eq!(book.to_bytes(), bytes);
    let graph = imported(&book);
    let back = to_edax(&graph, &[source(&book.header)]).expect("it has all leaves");
    let (found, expected) = (by_board(&back), by_board(&book));
    for (board, record) in &expected {
        assert_eq!(found.get(board), Some(record), "{board}");
    }
    assert_eq!(found.len(), expected.len());
    assert!(
        back.records
            .iter()
            .all(|record| record.links.is_sorted_by(|a, b| a.0 >= b.0))
    );
    let again = EdaxBook::from_bytes(&back.to_bytes()).expect("we wrote it");
    assert_eq!(again, back);
}

#[test]
fn the_text_of_edax_is_the_same_book() {
    let (Some(text), Some(bytes)) = (sample("edax_small_export.txt"), sample("edax_small.dat"))
    else {
        return;
    };
    let text = String::from_utf8(text).expect("it is text");
    let book = EdaxBook::from_text(&text).expect("Edax wrote it");
    assert_eq!(book.to_text(), text);
    let binary = EdaxBook::from_bytes(&bytes).expect("Edax wrote it");
    let back = to_edax(&imported(&book), &[source(&binary.header)]).expect("it has all leaves");
    assert!(by_board(&back) == by_board(&binary));
}

/// The 100 positions that Edax showed: value, bounds, and each move with its score.
#[test]
fn values_are_those_that_edax_shows() {
    let (Some(shown), Some(bytes)) = (sample("edax_small.txt"), sample("edax_small.dat")) else {
        return;
    };
    let graph = imported(&EdaxBook::from_bytes(&bytes).expect("Edax wrote it"));
    let mut count = 0;
    for line in String::from_utf8(shown).expect("it is text").lines() {
        if line.starts_with('#') {
            continue;
        }
        let fields: Vec<_> = line.split(" | ").collect();
        let (board, _) = Board::parse(fields[1]).expect(line);
        let score = fields[3].split(' ').next().expect(line);
        let value: i8 = score.parse().expect(line);
        let placed = Position::of(board);
        let record = graph.get(placed.position).expect(line);
        let found = record
            .values
            .value
            .map(|value| if placed.passed { -value } else { value });
        assert_eq!(found, Some(value), "{line}");
        for word in fields[4].split(' ').filter(|word| word.contains(':')) {
            let (square, score) = word[1..word.len() - 1].split_once(':').expect(line);
            let Ok(square) = square.parse() else {
                // A pass.
                continue;
            };
            let child = super::super::children(board).find(|child| child.square == square);
            let child = child.expect("the move is legal");
            let behind = graph
                .get(child.position)
                .and_then(|record| record.values.value);
            let expected: i8 = score.parse().expect(line);
            if word.starts_with('[') {
                let found = behind.map(|value| child.score(value));
                assert_eq!(found, Some(expected), "{line}");
            } else {
                let best = record.leaf.best;
                let best = best.and_then(|best| record.position.child(best));
                let found = best.map(|best| best.position);
                assert_eq!(found, Some(child.position), "{line}");
                assert_eq!(record.leaf.value, Some(expected), "{line}");
            }
        }
        count += 1;
    }
    assert_eq!(count, 100);
}

#[test]
fn books_of_egaroucid_come_back() {
    for (name, count) in [
        ("egaroucid_native.egbk3", 132),
        ("egaroucid_from_edax.egbk3", 2_962),
    ] {
        let Some(bytes) = sample(name) else {
            return;
        };
        let book = EgaroucidBook::from_bytes(&bytes).expect("Egaroucid wrote it");
        assert_eq!(
            (book.records.len(), book.to_bytes()),
            (count, bytes),
            "{name}"
        );
        let mut graph = MemoryGraph::new(book.records(0, 0));
        graph.sweep();
        let back = to_egaroucid(&graph);
        let by_board = |book: &EgaroucidBook| -> BTreeMap<Board, EgaroucidRecord> {
            let records = book.records.iter();
            // Egaroucid does not count lines anew when it converts a book of Edax.
            let lines = |record: &EgaroucidRecord| match count {
                132 => record.lines,
                _ => 0,
            };
            let record = |record: &EgaroucidRecord| EgaroucidRecord {
                lines: lines(record),
                ..*record
            };
            records.map(|found| (found.board, record(found))).collect()
        };
        assert!(by_board(&back) == by_board(&book), "{name}");
        assert_eq!(
            EgaroucidBook::from_bytes(&back.to_bytes()),
            Ok(back),
            "{name}"
        );
    }
}

/// The dump of Egaroucid's engine: value, level and lines of each position, and its children in the book.
#[test]
fn values_are_those_that_egaroucid_shows() {
    for name in ["egaroucid_native", "egaroucid_from_edax"] {
        let book = sample(&format!("{name}.egbk3"));
        let (Some(bytes), Some(dump)) = (book, sample(&format!("{name}.txt"))) else {
            return;
        };
        let book = EgaroucidBook::from_bytes(&bytes).expect("Egaroucid wrote it");
        let graph = MemoryGraph::new(book.records(0, 0));
        let mut count = 0;
        for line in String::from_utf8(dump).expect("it is text").lines() {
            if line.starts_with('#') {
                continue;
            }
            let fields: Vec<_> = line.split(" | ").collect();
            let (board, _) = Board::parse(fields[0]).expect(line);
            let record = graph.get(Position::of(board).position).expect(line);
            assert_eq!(record.searched.value, fields[1].parse().ok(), "{line}");
            let mut children = Vec::new();
            for child in super::super::children(board) {
                let found = graph
                    .get(child.position)
                    .map(|record| (record, child.passed));
                let other = child.result.map(|_| child.position.other_side());
                let found = found.or_else(|| Some((graph.get(other?)?, true)));
                let Some((record, same_side)) = found else {
                    continue;
                };
                let value = record.searched.value.expect("it has a value");
                let value = if same_side { value } else { -value };
                children.push(format!("{}:{value:+}", child.square));
            }
            let mut shown: Vec<_> = fields[5].split(' ').filter(|word| *word != "-").collect();
            shown.sort_unstable();
            children.sort_unstable();
            assert_eq!(children, shown, "{line}");
            count += 1;
        }
        assert!(count > 100);
    }
}

/// What Egaroucid exported for Edax can be read, but its values are wrong after passes; ours are those of Edax's repair.
#[test]
fn an_export_of_egaroucid_is_read() {
    let Some(bytes) = sample("egaroucid_export_edax.dat") else {
        return;
    };
    let book = EdaxBook::from_bytes(&bytes).expect("Egaroucid wrote it");
    let graph = imported(&book);
    let start = graph
        .get(Position::start())
        .and_then(|record| record.values.value);
    assert_eq!(start, Some(1));
    assert_eq!(
        graph.len() + 2,
        book.records.len(),
        "two positions must pass"
    );
}

/// A graph as a search would make it, with leaves and passes.
fn random_book(seed: u64) -> MemoryGraph {
    let mut rng = Rng::new(seed);
    let mut graph = MemoryGraph::default();
    for _ in 0..12 {
        for board in samples::game(&mut rng) {
            graph.insert(Record::new(Position::of(board).position));
        }
    }
    for position in graph.by_empties() {
        let outside = position
            .children()
            .filter(|child| child.result.is_none() && graph.get(child.position).is_none());
        let outside = outside.fold(0, |set, child| set | child.square.bit());
        let mut record = Record::new(position);
        if outside != 0 {
            record.leaf = Opinion {
                value: i8::try_from(rng.next() % 31).ok().map(|value| value - 15),
                best: Some(rng.pick(outside)),
                effort: Effort::Search {
                    depth: u8::try_from(rng.next() % 30).unwrap_or(9),
                    selectivity: Selectivity::new(u8::try_from(rng.next() % 6).unwrap_or(0)),
                },
            };
        }
        graph.insert(record);
    }
    graph.sweep();
    graph
}

/// Whether Edax's repair would find nothing: every invariant of its books, by the obvious way.
fn assert_fixed(book: &EdaxBook) {
    let all = by_board(book);
    assert_eq!(all.len(), book.records.len(), "each board once");
    for record in &book.records {
        let record_check = record.check();
        assert_eq!(record_check, Ok(()), "{}", record.board);
        let mut linked = HashMap::new();
        let mut moves = 0;
        let mut best = i16::from(record.leaf.0);
        let passing = Position::of(record.board).passed;
        if passing {
            moves = 1;
            let after = all.get(&Position::of(record.board).position.board());
            linked.insert(64, after.expect("the board after the pass is there"));
        }
        for child in super::super::children(record.board) {
            moves += 1;
            let after = record
                .board
                .after(child.square, record.board.flips(child.square));
            let after = crate::games::othello::rules::symmetry::canonical(after).0;
            if let Some(child_record) = all.get(&after) {
                linked.insert(child.square.number(), child_record);
            }
        }
        assert_eq!(
            record.links.len(),
            linked.len(),
            "every move into the book is a link"
        );
        for (score, square) in &record.links {
            let child = linked.get(square).expect("a link is a move into the book");
            assert_eq!(i16::from(*score), -child.value);
            best = best.max(-child.value);
        }
        assert_eq!(record.value, best, "{}", record.board);
        assert!(!linked.contains_key(&record.leaf.1), "the leaf is no link");
        if record.leaf.1 == 65 {
            assert_eq!(linked.len(), moves, "without a leaf all moves are links");
        }
        assert!(record.links.is_sorted_by(|a, b| a.0 >= b.0));
    }
}

#[test]
fn edax_finds_nothing_to_repair() {
    let mut passes = 0;
    for seed in 0..30 {
        let graph = random_book(seed);
        let book = to_edax(&graph, &[]).expect("it has all leaves");
        assert_fixed(&book);
        passes += book
            .records
            .iter()
            .filter(|record| record.must_pass())
            .count();
        for record in graph.records() {
            let board = record.position.board();
            let found = book.records.iter().find(|found| found.board == board);
            let value = found.map(|found| Some(found.value));
            assert_eq!(value, Some(record.values.value.map(i16::from)), "{board}");
        }
    }
    assert!(passes > 10);
    for name in ["edax_small.dat", "egaroucid_export_edax.dat"] {
        let Some(bytes) = sample(name) else {
            return;
        };
        let book = EdaxBook::from_bytes(&bytes).expect("it is a book");
        match to_edax(&imported(&book), &[source(&book.header)]) {
            Ok(book) => assert_fixed(&book),
            Err(why) => assert_eq!(name, "egaroucid_export_edax.dat", "{why}"),
        }
    }
}

/// A position without a leaf is not written as if it had one.
#[test]
fn a_book_without_leaves_is_refused() {
    let start = Position::start();
    let first = start.children().next().expect("there are moves").position;
    let second = first.children().next().expect("there are moves").position;
    let leaf = Record {
        leaf: Opinion {
            value: Some(2),
            best: second.children().next().map(|child| child.square),
            effort: Effort::Edax(10),
        },
        ..Record::new(second)
    };
    let mut graph = MemoryGraph::new([Record::new(start), Record::new(first), leaf]);
    graph.sweep();
    let refused = to_edax(&graph, &[]).expect_err("the first move has no leaf");
    assert_eq!(refused, ExportError::NoLeaf { count: 1, first });
}

#[test]
fn damaged_books_of_others_are_refused_in_a_line() {
    for name in ["edax_small.dat", "egaroucid_native.egbk3"] {
        let Some(bytes) = sample(name) else {
            return;
        };
        let read = |bytes: &[u8]| match name {
            "edax_small.dat" => EdaxBook::from_bytes(bytes).and_then(|book| book.records(0, 0)),
            _ => EgaroucidBook::from_bytes(bytes).map(|book| book.records(0, 0)),
        };
        assert!(read(&bytes).is_ok());
        for length in (0..bytes.len()).filter(|length| *length < 3_000 || length % 97 == 0) {
            let refused = read(&bytes[..length]).expect_err("it is cut").to_string();
            assert_eq!(refused.lines().count(), 1);
        }
        let mut refused = 0;
        for bit in (0..8 * bytes.len()).step_by(if bytes.len() > 9_000 { 211 } else { 3 }) {
            let mut turned = bytes.clone();
            turned[bit / 8] ^= 1 << (bit % 8);
            refused += u32::from(read(&turned).is_err());
        }
        assert!(refused > 500, "{refused}");
        for foreign in [&b""[..], b"KAESHIBK", &[0; 99], b"XADEKOOB", b"DICUORAGE"] {
            assert!(read(foreign).is_err());
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(read(&longer).is_err());
    }
}

#[test]
fn links_to_missing_positions_are_refused() {
    let Some(bytes) = sample("edax_small.dat") else {
        return;
    };
    let mut book = EdaxBook::from_bytes(&bytes).expect("Edax wrote it");
    let child = book
        .records
        .iter()
        .position(|record| record.links.is_empty());
    book.records
        .remove(child.expect("some record has no links"));
    let refused = book.records(0, 0).expect_err("a link leads nowhere");
    assert!(
        matches!(refused, ForeignError::Record(_, ForeignProblem::Missing(_))),
        "{refused}"
    );
}
