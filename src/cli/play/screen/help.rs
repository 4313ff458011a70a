//! The list of keys on one or more pages.

use super::keys::{Key, keys};
use super::state::State;
use super::wrapping::wrap;

/// Number of columns that every entry has room in on one line.
const COLUMNS: u16 = 76;

/// A line of the list: a key, if it begins an entry, and what the key does, or a part of that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HelpLine {
    pub(super) key: String,
    pub(super) what: String,
}

impl State {
    /// The pages of the help window, which leaves the last row of the screen free.
    pub(super) fn help_pages(&self) -> Vec<Vec<HelpLine>> {
        let (columns, rows) = self.size;
        let inside = (columns.saturating_sub(2), rows.saturating_sub(3));
        pages(&keys(self.session.board.has_cards()), inside)
    }
}

/// The number of columns that the list takes if there are `columns`.
pub(super) fn width(columns: u16) -> u16 {
    columns.min(COLUMNS)
}

/// The list of `keys` on pages of `columns` by `rows` characters at most. An entry stays on one page if the page is large
/// enough.
fn pages(keys: &[Key], (columns, rows): (u16, u16)) -> Vec<Vec<HelpLine>> {
    let rows = usize::from(rows.max(1));
    let mut pages: Vec<Vec<HelpLine>> = vec![Vec::new()];
    for key in keys {
        for (index, lines) in entry(*key, columns).chunks(rows).enumerate() {
            match pages.last_mut() {
                Some(page) if index == 0 && page.len() + lines.len() <= rows => {
                    page.extend_from_slice(lines);
                }
                _ => pages.push(lines.to_vec()),
            }
        }
    }
    pages
}

/// The lines of an entry: `key: what` with the rest indented where one line is too short for the two columns.
fn entry((key, what): Key, columns: u16) -> Vec<HelpLine> {
    if columns >= COLUMNS {
        return vec![HelpLine {
            key: format!(" {key:<20}"),
            what: what.to_owned(),
        }];
    }
    let text = wrap(&format!("{key}: {what}"), columns.saturating_sub(4).into());
    let line = |(index, line): (usize, &String)| match line.strip_prefix(key) {
        Some(rest) if index == 0 => HelpLine {
            key: format!(" {key}"),
            what: rest.to_owned(),
        },
        _ => HelpLine {
            key: String::new(),
            what: format!("    {line}"),
        },
    };
    text.iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every word of the list is on some page, whatever the size, and no line is too long where words fit.
    #[test]
    fn nothing_is_missing_on_pages_of_any_size() {
        for has_cards in [false, true] {
            let keys = keys(has_cards);
            let all: Vec<String> = keys
                .iter()
                .map(|(key, what)| format!("{key} {what}"))
                .collect();
            let all = all.join(" ").replace(':', "");
            let all: Vec<&str> = all.split_whitespace().collect();
            for (columns, rows) in [
                (0, 0),
                (1, 1),
                (25, 3),
                (43, 10),
                (58, 13),
                (76, 10),
                (130, 40),
            ] {
                let pages = pages(&keys, (columns, rows));
                assert!(
                    pages
                        .iter()
                        .all(|page| page.len() <= usize::from(rows.max(1)))
                );
                let lines: Vec<String> = pages
                    .iter()
                    .flatten()
                    .map(|line| format!("{} {}", line.key, line.what))
                    .collect();
                let lines = lines.join(" ").replace(':', "");
                let words: Vec<&str> = lines.split_whitespace().collect();
                assert_eq!(words, all, "{columns}x{rows}");
                let fits = |line: &HelpLine| line.key.len() + line.what.len() <= columns.into();
                assert!(
                    columns < 25 || pages.iter().flatten().all(fits),
                    "{columns}x{rows}"
                );
            }
        }
    }
}
