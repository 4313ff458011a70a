//! What is lost or doubtful in records that are converted.

use std::collections::BTreeMap;
use std::fmt::Display;

use kaeshi::game::InputError;

use crate::cli::print_message;

/// A kind of notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NoteKind {
    /// A tag is there twice, with different values.
    RepeatedTag,
    /// The text of the result is not understood.
    UnknownResult,
    /// The moves end with another result.
    Contradiction,
    /// The format of the output cannot keep the result, or how the game ended.
    LostResult,
}

/// A sentence about one record.
#[derive(Debug, Clone)]
pub(super) struct Note {
    pub(super) kind: NoteKind,
    /// On one printable line.
    text: InputError,
}

impl Note {
    pub(super) fn new(kind: NoteKind, text: impl Display) -> Self {
        Self {
            kind,
            text: InputError::new(text),
        }
    }
}

/// The notes about all records: the first one of each kind, and their number.
#[derive(Debug, Default)]
pub(super) struct Notes {
    kinds: BTreeMap<NoteKind, (String, u64)>,
}

impl Notes {
    /// Adds a note about the record at `place`.
    pub(super) fn add(&mut self, place: &str, note: &Note) {
        let first = || (format!("{place}: {}", note.text), 0);
        let (_, count) = self.kinds.entry(note.kind).or_insert_with(first);
        *count += 1;
    }

    /// Prints one line for each kind.
    pub(super) fn print(&self) {
        for (first, count) in self.kinds.values() {
            match count - 1 {
                0 => print_message(first),
                1 => print_message(&format!("{first} (and 1 more such case)")),
                more => print_message(&format!("{first} (and {more} more such cases)")),
            }
        }
    }
}

/// The notes about those of the tags `used` that `tags`, names and values, have twice with different values. `which` of them
/// is used, such as the last.
pub(super) fn repeated_tags<'a>(
    tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    used: &'static [&'static str],
    which: &'static str,
) -> impl Iterator<Item = Note> {
    used.iter().filter_map(move |name| {
        let own = tags.clone();
        let mut own = own.filter(|(tag, _)| tag.eq_ignore_ascii_case(name));
        let (_, first) = own.next()?;
        let (_, other) = own.find(|(_, value)| *value != first)?;
        let text = format_args!(
            "the tag {name} is there as '{first}' and as '{other}': the {which} value is used"
        );
        Some(Note::new(NoteKind::RepeatedTag, text))
    })
}
