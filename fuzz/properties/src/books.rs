//! Opening books of other programs.

use kaeshi::games::othello::book::foreign::{EdaxBook, EgaroucidBook, to_edax, to_egaroucid};
use kaeshi::games::othello::book::{MemoryGraph, Record};

/// Longest input: larger books take longer and show nothing new. In bytes.
const MAX_INPUT: usize = 1 << 14;

/// A book that is read is written as the same bytes, and becomes one of ours, which is written again; what is refused is
/// refused in one line.
pub fn books(bytes: &[u8]) {
    let bytes = &bytes[..bytes.len().min(MAX_INPUT)];
    match EdaxBook::from_bytes(bytes) {
        Ok(book) => {
            assert_eq!(book.to_bytes(), bytes);
            edax(&book);
        }
        Err(why) => one_line(&why),
    }
    match EgaroucidBook::from_bytes(bytes) {
        Ok(book) => {
            assert_eq!(book.to_bytes(), bytes);
            written(book.records(0, 0));
        }
        Err(why) => one_line(&why),
    }
    match std::str::from_utf8(bytes).map(EdaxBook::from_text) {
        Ok(Ok(book)) => {
            let text = book.to_text();
            assert_eq!(EdaxBook::from_text(&text).as_ref(), Ok(&book));
            edax(&book);
        }
        Ok(Err(why)) => one_line(&why),
        Err(_) => {}
    }
}

fn edax(book: &EdaxBook) {
    match book.records(0, 0) {
        Ok(records) => written(records),
        Err(why) => one_line(&why),
    }
}

/// Writes a book for both programs, and reads it again.
fn written(records: Vec<Record>) {
    let mut graph = MemoryGraph::new(records);
    graph.sweep();
    assert_eq!(graph.sweep(), 0, "values are final");
    let book = to_egaroucid(&graph);
    assert_eq!(EgaroucidBook::from_bytes(&book.to_bytes()), Ok(book));
    match to_edax(&graph, &[]) {
        Ok(book) => {
            let again = EdaxBook::from_bytes(&book.to_bytes());
            assert_eq!(again.as_ref(), Ok(&book));
            assert!(book.records(0, 0).is_ok(), "no link leads nowhere");
        }
        Err(why) => one_line(&why),
    }
}

fn one_line(why: &dyn std::fmt::Display) {
    let text = why.to_string();
    assert_eq!(text.lines().count(), 1, "{text}");
}
