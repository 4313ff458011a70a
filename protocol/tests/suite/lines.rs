//! Common checks for the lines of all protocols, and generators of damaged lines.

use kaeshi_protocol::Malformed;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Whether `text` stays on one line and has no control characters for a terminal.
pub(crate) fn is_one_line(text: &str) -> bool {
    !text
        .chars()
        .any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
}

/// Checks that an error is one short line that says what was expected, and that its column is one of `line`.
pub(crate) fn check_error(why: &Malformed, line: &str) {
    let message = why.to_string();
    assert!(is_one_line(&message), "{message:?}");
    assert!(message.chars().count() < 700, "{message:?}");
    if let Malformed::Expected { expected, .. } = why {
        assert_ne!(
            *expected, "something else",
            "nobody says what should stand here: {line:?}"
        );
    }
    let column = why.excerpt().column();
    assert!(
        (1..=line.len() + 1).contains(&column),
        "column {column} of {line:?}"
    );
    assert!(
        line.is_char_boundary(column - 1),
        "column {column} of {line:?}"
    );
}

/// Any text; half of the texts are short words between unusual spaces.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), spaced()]
}

/// Words and numbers, separated by anything that some reader takes for a space, a line end or a control sequence.
fn spaced() -> impl Strategy<Value = String> {
    let space =
        "[\\x00-\\x20\\x7f\u{85}\u{a0}\u{1680}\u{2000}\u{2028}\u{2029}\u{3000}\u{feff}]{0,2}";
    let piece = (space, "[a-z#=?;:()0-9-]{0,2}");
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| {
        pieces
            .into_iter()
            .flat_map(|(space, word)| [space, word])
            .collect()
    })
}

/// One of the good `lines` with some of its characters replaced, removed, inserted or doubled.
///
/// Inserted characters are any character, or one of `signs`, a class of a regular expression.
pub(crate) fn damaged(
    lines: &'static [&'static str],
    signs: &'static str,
) -> impl Strategy<Value = String> {
    let sign = prop_oneof![
        any::<char>(),
        signs.prop_map(|sign| sign.chars().next().expect("one"))
    ];
    let blow = (any::<Index>(), option::of(sign), any::<bool>());
    let blows = proptest::collection::vec(blow, 1..5);
    (select(lines), blows).prop_map(|(line, blows)| {
        let mut characters: Vec<char> = line.chars().collect();
        for (place, replacement, keep) in blows {
            if characters.is_empty() {
                break;
            }
            let at = place.index(characters.len());
            let old = characters.remove(at);
            if let Some(new) = replacement {
                characters.insert(at, new);
            }
            if keep {
                characters.insert(at, old);
            }
        }
        characters.into_iter().collect()
    })
}
