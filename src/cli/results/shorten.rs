//! Names from records, on one line of limited width.

use kaeshi::core::printable;

/// The printable form of `text` in at most `max` columns; the middle of longer ones is left out.
///
/// A record may come from anywhere, so characters that would reverse the direction of writing are replaced.
pub(super) fn shorten(text: &str, max: usize) -> String {
    let text: String = printable(text).chars().map(harmless).collect();
    if columns(&text) <= max {
        return text;
    }
    let tail_columns = max * 2 / 5;
    let head = prefix(text.chars(), max.saturating_sub(tail_columns + 1));
    let tail = prefix(text.chars().rev(), tail_columns);
    let tail: String = tail.chars().rev().collect();
    format!("{}…{}", head.trim_end(), tail.trim_start())
}

/// The characters from the start that fit into `max` columns.
fn prefix(characters: impl Iterator<Item = char>, max: usize) -> String {
    let mut used = 0;
    let fits = |character: &char| {
        used += width(*character);
        used <= max
    };
    characters.take_while(fits).collect()
}

/// Replaces controls of the direction of writing, and characters that XML does not allow.
fn harmless(character: char) -> char {
    match character {
        '\u{200e}'
        | '\u{200f}'
        | '\u{061c}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{fffe}'
        | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        character => character,
    }
}

/// Number of columns that a text takes: two for each of the wide characters of East Asia.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

fn width(character: char) -> usize {
    let is_wide = matches!(character, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{1f300}'..='\u{1faff}');
    if is_wide { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(shorten("Kaeshi 0.1.0", 12), "Kaeshi 0.1.0");
        assert_eq!(shorten("0123456789abcdef", 10), "01234…cdef");
        assert_eq!(shorten("かえし返しかえし返し", 10), "かえ…返し");
        assert_eq!(
            shorten("a\u{202e}b\nc\u{ffff}", 10),
            "a\u{fffd}b\\nc\u{fffd}"
        );
        for max in 0..20 {
            assert!(
                columns(&shorten("返し 0123456789 かえし abc", max)) <= max.max(1),
                "{max}"
            );
        }
    }
}
