//! Rows of the proof.

use kaeshi::game::InputError;
use kaeshi::games::othello::Othello;

use crate::cli::position::othello;

/// A row: a position, and bounds of its score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) position: Othello,
    /// Confidence in percent; below 100 the row is a prediction.
    pub(super) accuracy: u8,
    /// The lower and the upper bound, in discs for the side to move.
    pub(super) claimed: [i8; 2],
}

/// The largest final difference of discs.
pub(super) const MAX_DISCS: i8 = 64;

impl Row {
    /// Reads a line of CSV. `None` if it is blank, a comment, or the names of the columns.
    ///
    /// # Errors
    /// If a field is missing or not valid; the message has its column, from 1.
    pub(super) fn parse(line: &str) -> Result<Option<Self>, InputError> {
        let trimmed = line.trim_start();
        let is_head = trimmed
            .get(..3)
            .is_some_and(|start| start.eq_ignore_ascii_case("obf"));
        if trimmed.is_empty() || trimmed.starts_with('#') || is_head {
            return Ok(None);
        }
        let fields = fields(line);
        let [position, depth, accuracy, one, other, ..] = &fields[..] else {
            return Err(InputError::new(format_args!(
                "column {}: a row has a position, depth, accuracy, two bounds and nodes, but this one has {} fields",
                line.len() + 1,
                fields.len()
            )));
        };
        let refuse = |field: &Field<'_>, what: &str| {
            let Field { column, text } = field;
            InputError::new(format_args!(
                "column {column}: {what} is needed, not '{text}'"
            ))
        };
        let read = othello::read(position.text)
            .map_err(|why| InputError::new(format_args!("column {}: {why}", position.column)))?;
        let reading = read.ok_or_else(|| refuse(position, "a position"))?;
        if depth.text.parse::<u8>().is_err() {
            return Err(refuse(depth, "a depth"));
        }
        let percent = accuracy.text.trim_end_matches('%').parse::<u8>().ok();
        let accuracy = percent
            .filter(|percent| *percent <= 100)
            .ok_or_else(|| refuse(accuracy, "an accuracy from 0 to 100"))?;
        let bound = |field: &Field<'_>| {
            let number = field.text.parse::<i8>().ok();
            let number = number.filter(|number| number.abs() <= MAX_DISCS);
            number.ok_or_else(|| refuse(field, "a bound from -64 to 64"))
        };
        let bounds = [bound(one)?, bound(other)?];
        if let Some(nodes) = fields
            .get(5)
            .filter(|nodes| nodes.text.parse::<u64>().is_err())
        {
            return Err(refuse(nodes, "a number of nodes"));
        }
        Ok(Some(Self {
            position: reading.position,
            accuracy,
            claimed: [bounds[0].min(bounds[1]), bounds[0].max(bounds[1])],
        }))
    }
}

/// A field of a line.
struct Field<'l> {
    /// Its first byte in the line, from 1.
    column: usize,
    text: &'l str,
}

/// The fields between commas, without blanks and quotation marks around them. No field of these rows has a comma in it.
fn fields(line: &str) -> Vec<Field<'_>> {
    let mut start = 0;
    let mut fields = Vec::new();
    for part in line.split(',') {
        let text = part.trim().trim_matches('"').trim();
        let skipped = part.find(text).unwrap_or_default();
        fields.push(Field {
            column: start + skipped + 1,
            text,
        });
        start += part.len() + 1;
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;";

    #[test]
    fn bounds_are_read_in_either_order() {
        for line in [
            format!("{BOARD},14,100,16,18,1000"),
            format!("\"{BOARD}\", 14, 100%, 18, 16, 1000\r"),
            format!("{BOARD},14,100,+18,16"),
        ] {
            let row = Row::parse(&line).expect(&line).expect(&line);
            assert_eq!((row.claimed, row.accuracy), ([16, 18], 100), "{line}");
            assert_eq!(row.position.board().empties(), 14);
        }
        for line in ["", " # note", "obf,depth,accuracy,lower,upper,nodes"] {
            assert_eq!(Row::parse(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn a_bad_field_is_named_with_its_column() {
        for (line, why) in [
            (
                format!("{BOARD},14,100,16"),
                "column 78: a row has a position",
            ),
            (
                format!("{BOARD},x,100,16,18,1"),
                "column 69: a depth is needed, not 'x'",
            ),
            (
                format!("{BOARD},14,101,16,18,1"),
                "column 72: an accuracy from 0 to 100",
            ),
            (
                format!("{BOARD},14,100,16, 65,1"),
                "column 80: a bound from -64 to 64 is needed, not '65'",
            ),
            (
                format!("{BOARD},14,100,16,18,many"),
                "column 82: a number of nodes",
            ),
            (
                "zz,14,100,0,0,1".into(),
                "column 1: this is neither a board",
            ),
        ] {
            let refused = Row::parse(&line).expect_err(&line).to_string();
            assert!(refused.starts_with(why), "{refused}");
        }
    }
}
