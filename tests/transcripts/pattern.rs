//! Patterns: lines with marks for text that depends on the machine.

/// Stands for any text up to the end of the line.
const REST: &str = "<...>";

/// Text, or a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece<'a> {
    Text(&'a str),
    Mark(&'a str),
}

/// Splits a pattern into texts and marks; a mark is a lower-case name in angle brackets, or `<...>`.
fn pieces(pattern: &str) -> Vec<Piece<'_>> {
    let (mut found, mut start, mut at) = (Vec::new(), 0, 0);
    while let Some(open) = pattern[at..].find('<').map(|open| at + open) {
        let Some(close) = pattern[open..].find('>').map(|close| open + close + 1) else {
            break;
        };
        let name = &pattern[open + 1..close - 1];
        let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphabetic());
        if is_name || &pattern[open..close] == REST {
            found.push(Piece::Text(&pattern[start..open]));
            found.push(Piece::Mark(&pattern[open..close]));
            start = close;
        }
        at = close.max(open + 1);
    }
    found.push(Piece::Text(&pattern[start..]));
    found
}

/// Whether `line` matches `pattern`. With marks, several blanks equal one, since columns move with their values.
pub(crate) fn fits(line: &str, pattern: &str) -> bool {
    let found = pieces(pattern);
    if found.len() == 1 {
        return line == pattern;
    }
    let pattern = narrow(pattern);
    pieces_fit(&narrow(line), &pieces(&pattern))
}

/// The line with several blanks replaced by one.
fn narrow(line: &str) -> String {
    let mut last = 'x';
    let mut narrow = line.to_owned();
    narrow.retain(|letter| {
        let keep = letter != ' ' || last != ' ';
        last = letter;
        keep
    });
    narrow
}

fn pieces_fit(line: &str, pieces: &[Piece]) -> bool {
    match pieces {
        [] => line.is_empty(),
        [Piece::Text(text), rest @ ..] => line
            .strip_prefix(text)
            .is_some_and(|line| pieces_fit(line, rest)),
        [Piece::Mark(REST), ..] => true,
        [Piece::Mark(_), rest @ ..] => {
            let word = line.find(char::is_whitespace).unwrap_or(line.len());
            let ends = line[..word]
                .char_indices()
                .map(|(at, letter)| at + letter.len_utf8());
            ends.into_iter().any(|end| pieces_fit(&line[end..], rest))
        }
    }
}

/// Splits a line into words and the separators after them.
fn words(line: &str) -> Vec<&str> {
    const SEPARATORS: [char; 4] = [' ', '/', ',', ':'];
    let (mut parts, mut rest) = (Vec::new(), line);
    while !rest.is_empty() {
        let word = rest.find(SEPARATORS).unwrap_or(rest.len());
        let gap = rest[word..].find(|letter| !SEPARATORS.contains(&letter));
        let gap = gap.map_or(rest.len(), |gap| word + gap);
        parts.extend([&rest[..word], &rest[word..gap]]);
        rest = &rest[gap..];
    }
    parts
}

/// The line with the marks of the pattern in their places.
///
/// If both have the same number of words, a mark keeps its place. Otherwise it follows the same word as before.
pub(crate) fn mark(line: &str, pattern: &str) -> String {
    if fits(line, pattern) {
        return pattern.to_owned();
    }
    let (old, mut new) = (words(pattern), words(line));
    let same_length = old.len() == new.len();
    for (at, &word) in old.iter().enumerate() {
        if !word.starts_with('<') || !word.ends_with('>') {
            continue;
        }
        if word == REST {
            let before = at.checked_sub(2).and_then(|before| old.get(before));
            if let Some(place) = new.iter().position(|word| Some(&word) == before.as_ref()) {
                new.truncate(place + 2);
                new.push(REST);
            }
        } else if same_length {
            new[at] = word;
        } else if let Some(name) = at.checked_sub(2).map(|before| old[before])
            && let Some(place) = new.iter().position(|&word| word == name)
            && let Some(value) = new.get_mut(place + 2)
        {
            *value = word;
        }
    }
    new.concat()
}

/// The likeness of a line and a pattern, from 0 to 1: the share of words that are the same.
pub(crate) fn likeness(line: &str, pattern: &str) -> f64 {
    if fits(line, pattern) {
        return 1.0;
    }
    let words: Vec<&str> = line.split(' ').collect();
    let wanted: Vec<&str> = pattern.split(' ').collect();
    let same = wanted.iter().filter(|word| words.contains(word)).count();
    let first = if words[0] == wanted[0] { 0.2 } else { 0.0 };
    let longer = words.len().max(wanted.len());
    let share =
        u32::try_from(same).map_or(0.0, f64::from) / u32::try_from(longer).map_or(1.0, f64::from);
    0.7 * share + first
}

#[test]
fn marks_stand_for_words_and_rests() {
    assert!(fits("time 12 pv", "time <ms> pv") && fits("C3/7.5/0.08", "C3/7.5/<s>"));
    assert!(
        fits("a b c", "a <...>") && fits("1 (4 s)", "1 (<n> s)") && fits("a < b > c", "a < b > c")
    );
    assert!(fits("40  2.5     9 x", "40 <s> 9 x") && !fits("a  b", "a b"));
    assert!(!fits("time pv", "time <ms> pv") && !fits("time 1 2 pv", "time <ms> pv"));
    assert!(!fits("time 12 pv c4", "time <ms> pv") && !fits("a", "b"));
}

#[test]
fn marks_are_kept_where_they_were() {
    assert_eq!(
        mark("cp 3 nps 9 time 1 pv a1 b2", "cp 2 nps <n> time <ms> pv a1"),
        "cp 3 nps <n> time <ms> pv a1 b2"
    );
    assert_eq!(mark("=== D3/1.5/0.1", "=== C3/7.5/<s>"), "=== D3/1.5/<s>");
    assert_eq!(mark("one 2 three four", "one <...>"), "one <...>");
}
