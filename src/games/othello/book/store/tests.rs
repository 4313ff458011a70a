//! Books in files: look-ups, changes, crashes, damage.

use std::path::PathBuf;

use tempfile::TempDir;

use super::super::{
    Book, BookProblem, Creation, Effort, Kind, MemoryGraph, Opinion, Position, Record, Source,
};
use super::log::entries;
use crate::files::Existing;
use crate::games::othello::samples::{self, Rng};

fn creation(identity: u64) -> Creation {
    Creation {
        identity,
        day: 2_500,
        source: Source::new(Kind::Kaeshi, "Kaeshi test", [0; 4]),
    }
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("test.book");
    (folder, path)
}

/// Records of the positions of random games, with random leaves.
fn records(games: usize, seed: u64) -> Vec<Record> {
    let mut rng = Rng::new(seed);
    let mut graph = MemoryGraph::default();
    for _ in 0..games {
        for board in samples::game(&mut rng).into_iter().take(30) {
            let position = Position::of(board).position;
            let mut record = Record::new(position);
            record.leaf = leaf(position, &mut rng);
            graph.insert(record);
        }
    }
    graph.sweep();
    let mut all: Vec<_> = graph.records().copied().collect();
    all.sort_unstable_by_key(|record| record.position);
    all
}

fn leaf(position: Position, rng: &mut Rng) -> Opinion {
    let legal = position.board().legal();
    Opinion {
        value: i8::try_from(rng.next() % 21).ok().map(|value| value - 10),
        best: (legal != 0).then(|| rng.pick(legal)),
        effort: Effort::Edax(12),
    }
}

fn all(book: &Book) -> Vec<Record> {
    let mut all: Vec<_> = book
        .records()
        .map(|record| record.expect("it is intact"))
        .collect();
    all.sort_unstable_by_key(|record| record.position);
    all
}

fn filled(path: &std::path::Path, records: &[Record]) -> Book {
    let mut book = Book::create(path, Existing::Keep, &creation(1)).expect("it can be created");
    let sources = book.sources().to_vec();
    book.replace(records.to_vec(), &sources)
        .expect("they can be written");
    book
}

#[test]
fn what_was_written_is_found() {
    let (_folder, path) = folder();
    for games in [0, 1, 40, 400] {
        let records = records(games, 5);
        let _ = std::fs::remove_file(&path);
        drop(filled(&path, &records));
        let book = Book::open(&path).expect("it can be opened");
        assert_eq!(all(&book), records);
        for record in &records {
            assert_eq!(
                book.get(record.position).expect("it is intact"),
                Some(*record)
            );
        }
        let mut rng = Rng::new(99);
        for board in samples::game(&mut rng) {
            let position = Position::of(board).position;
            let found = records.binary_search_by_key(&position, |record| record.position);
            let known = book.get(position).expect("it is intact").is_some();
            assert_eq!(known, found.is_ok(), "{position}");
        }
    }
}

/// Changes are found at once, by readers opened later, and after compaction; values are carried on.
#[test]
fn changes_are_kept_and_carried_on() {
    let (_folder, path) = folder();
    let mut expected = MemoryGraph::new(records(100, 8));
    let mut book = filled(&path, &records(100, 8));
    let mut rng = Rng::new(4);
    for (step, addition) in records(40, 9).into_iter().enumerate().take(200) {
        let mut record = addition;
        record.leaf = leaf(record.position, &mut rng);
        expected.insert(record);
        book.learn(&[record]).expect("it can be written");
        if step % 100 == 50 {
            book.compact().expect("it can be compacted");
        }
    }
    expected.sweep();
    let mut expected: Vec<_> = expected.records().copied().collect();
    expected.sort_unstable_by_key(|record| record.position);
    assert_eq!(all(&book), expected);
    assert!(book.changes() > 20, "part of the changes is in the log");
    assert_eq!(all(&Book::open(&path).expect("a reader")), expected);
    drop(book);
    let mut book = Book::open_for_writing(&path).expect("it can be opened");
    book.compact().expect("it can be compacted");
    assert_eq!((all(&book), book.changes()), (expected, 0));
}

#[test]
fn one_process_writes() {
    let (_folder, path) = folder();
    let book = filled(&path, &records(2, 1));
    let refused = Book::open_for_writing(&path)
        .expect_err("it is locked")
        .to_string();
    assert!(
        refused.ends_with("test.book.log: another process is writing this file"),
        "{refused}"
    );
    let force = Book::create(&path, Existing::Replace, &creation(2));
    assert!(
        force.is_err(),
        "not even --force replaces a book that is being written"
    );
    drop(book);
    let kept = Book::create(&path, Existing::Keep, &creation(2)).expect_err("it exists");
    assert!(
        kept.to_string()
            .ends_with("the file exists; --force replaces it"),
        "{kept}"
    );
    let mut reader = Book::open(&path).expect("it can be read");
    let refused = reader.write(&records(1, 1)).expect_err("it is a reader");
    assert!(matches!(refused.why, BookProblem::ReadOnly));
    assert!(matches!(
        reader.compact().expect_err("a reader").why,
        BookProblem::ReadOnly
    ));
    let missing = Book::open_for_writing(&path.with_extension("none"));
    assert!(missing.is_err());
    assert!(
        !path.with_extension("none.log").exists(),
        "no log is left behind"
    );
    let new = Book::create(&path, Existing::Replace, &creation(2)).expect("it can be replaced");
    assert_eq!(all(&new), []);
}

/// A file that only has the name of a log is not touched.
#[test]
fn other_files_are_not_taken_for_a_log() {
    let (_folder, path) = folder();
    let log_path = path.with_extension("book.log");
    std::fs::write(&log_path, "my notes").expect("it can be written");
    let refused = Book::create(&path, Existing::Replace, &creation(1)).expect_err("it is no log");
    assert!(matches!(refused.why, BookProblem::NoLog), "{refused}");
    assert!(!path.exists());
    let notes = std::fs::read(&log_path).expect("it is there");
    assert_eq!(notes, b"my notes");
}

/// A log cut at any byte has all changes but the last, and goes on from there.
#[test]
fn a_cut_change_is_dropped() {
    let (_folder, path) = folder();
    let records = records(1, 3);
    let mut book = filled(&path, &[]);
    book.write(&records[..2]).expect("it can be written");
    let log_path = path.with_extension("book.log");
    let whole = std::fs::metadata(&log_path).expect("it is there").len();
    book.write(&records[2..6]).expect("it can be written");
    drop(book);
    let bytes = std::fs::read(&log_path).expect("it is there");
    for length in 0..bytes.len() {
        std::fs::write(&log_path, &bytes[..length]).expect("it can be written");
        let complete = if length as u64 >= whole { 2 } else { 0 };
        let reader = Book::open(&path).expect("a reader copes with it");
        assert_eq!(all(&reader), records[..complete], "{length}");
        let mut book = Book::open_for_writing(&path).expect("a writer copes with it");
        book.write(&records[8..9]).expect("it can be written");
        let mut expected = records[..complete].to_vec();
        expected.push(records[8]);
        assert_eq!(
            all(&Book::open(&path).expect("it is intact")),
            expected,
            "{length}"
        );
    }
}

/// A process that ends between the two steps of a compaction leaves changes that the sorted file has already.
#[test]
fn changes_that_were_compacted_are_not_read_again() {
    let (_folder, path) = folder();
    let records = records(1, 3);
    let mut book = filled(&path, &records[..4]);
    let old = Record {
        day: 7,
        ..records[0]
    };
    book.write(&[old]).expect("it can be written");
    book.write(&[records[0]]).expect("it can be written");
    let log_path = path.with_extension("book.log");
    let log = std::fs::read(&log_path).expect("it is there");
    let later = Record {
        day: 9,
        ..records[1]
    };
    book.write(&[later]).expect("it can be written");
    book.compact().expect("it can be compacted");
    drop(book);
    std::fs::write(&log_path, log).expect("it can be written");
    let mut book = Book::open_for_writing(&path).expect("it can be opened");
    assert_eq!(book.get(records[1].position).expect("intact"), Some(later));
    assert_eq!(book.changes(), 0);
    book.write(&[old]).expect("it can be written");
    let reader = Book::open(&path).expect("it is intact");
    assert_eq!(reader.get(records[0].position).expect("intact"), Some(old));
}

/// A process that ends between the two steps of a replacement leaves the old log beside the new book: it has no effect.
#[test]
fn changes_of_a_replaced_book_are_not_read() {
    let (_folder, path) = folder();
    let records = records(1, 3);
    let log_path = path.with_extension("book.log");
    // Numbers of changes before the replacement, and of bytes that a crash cut from the log of the old book.
    for (changes, cut) in [(0, 0), (1, 0), (3, 0), (3, 1), (1, 47), (1, 48)] {
        let _ = std::fs::remove_file(&path);
        let mut book = filled(&path, &records[..2]);
        for record in &records[2..2 + changes] {
            book.write(&[*record]).expect("it can be written");
        }
        drop(book);
        let mut log = std::fs::read(&log_path).expect("it is there");
        log.truncate(log.len() - cut);
        std::fs::write(&log_path, &log).expect("it can be written");
        let new = Book::create(&path, Existing::Replace, &creation(2)).expect("it is replaced");
        assert_eq!(all(&new), []);
        drop(new);
        assert_eq!(std::fs::read(&log_path).expect("it is there").len(), 24);
        std::fs::write(&log_path, &log).expect("it can be written");
        assert_eq!(all(&Book::open(&path).expect("a reader copes with it")), []);
        let mut new = Book::open_for_writing(&path).expect("a writer copes with it");
        assert_eq!((all(&new), new.changes()), (Vec::new(), 0));
        new.write(&records[7..8]).expect("it can be written");
        drop(new);
        let found = all(&Book::open(&path).expect("it is intact"));
        assert_eq!(found, records[7..8], "{changes} {cut}");
    }
}

/// A file cut at every byte, with every bit turned, or of another kind is refused in one line, and stays as it is.
#[test]
fn damaged_books_are_refused() {
    let (_folder, path) = folder();
    let records = records(1, 6);
    drop(filled(&path, &records));
    std::fs::remove_file(path.with_extension("book.log")).expect("it is there");
    let bytes = std::fs::read(&path).expect("it is there");
    for length in 0..bytes.len() {
        std::fs::write(&path, &bytes[..length]).expect("it can be written");
        let refused = Book::open(&path).expect_err("it is cut").to_string();
        assert_eq!(refused.lines().count(), 1);
    }
    for bit in (0..8 * bytes.len()).step_by(7) {
        let mut turned = bytes.clone();
        turned[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, &turned).expect("it can be written");
        let Ok(book) = Book::open(&path) else {
            continue;
        };
        let found: Result<Vec<_>, _> = book.records().collect();
        assert!(found.is_err(), "bit {bit}");
        for record in &records {
            let found = book.get(record.position);
            assert!(
                found.is_err() || found.is_ok_and(|found| found == Some(*record)),
                "bit {bit}"
            );
        }
    }
    for foreign in [&b""[..], b"XADEKOOB", b"DICUORAGE\x03", &[0; 9_000]] {
        std::fs::write(&path, foreign).expect("it can be written");
        let refused = Book::open_for_writing(&path).expect_err("it is foreign");
        assert!(matches!(refused.why, BookProblem::Foreign), "{refused}");
    }
    assert!(Book::open(path.parent().expect("a folder")).is_err());
    assert!(!path.with_extension("book.log").exists());
}

#[test]
fn damaged_logs_are_refused() {
    let (_folder, path) = folder();
    let records = records(1, 6);
    let mut book = filled(&path, &[]);
    for record in &records {
        book.write(&[*record]).expect("it can be written");
    }
    drop(book);
    let log_path = path.with_extension("book.log");
    let bytes = std::fs::read(&log_path).expect("it is there");
    let mut kinds = [0; 3];
    for bit in (0..8 * bytes.len()).step_by(5) {
        let mut turned = bytes.clone();
        turned[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&log_path, &turned).expect("it can be written");
        match Book::open(&path).map_err(|why| why.why) {
            Err(BookProblem::OtherLog) => kinds[0] += 1,
            Err(BookProblem::Log(at)) => {
                assert_eq!((at - 24) / 48, (bit as u64 / 8 - 24) / 48);
                kinds[1] += 1;
            }
            Ok(book) => {
                // Damage at the very end looks like a crash: a change or two are dropped.
                assert!(book.changes() + 2 >= records.len());
                kinds[2] += 1;
            }
            Err(why) => panic!("{why}"),
        }
    }
    assert!(kinds.iter().all(|count| *count > 0), "{kinds:?}");
    // The right checksum does not make a record right.
    let mut wrong = records[0];
    wrong.source = 9;
    let mut forged = bytes[..24].to_vec();
    forged.extend(entries(&[wrong], 1));
    std::fs::write(&log_path, &forged).expect("it can be written");
    let refused = Book::open(&path).expect_err("it is forged").to_string();
    assert!(
        refused.contains("record 1: no source has the number 9"),
        "{refused}"
    );
}
