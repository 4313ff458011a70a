//! The games of a match in a file, one JSON object a line, from which a match can be taken up again.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};

use kaeshi::game::{Outcome, Refused, Side};
use serde::{Deserialize, Serialize};

pub(in crate::cli) use super::game::End;
use super::game::Finished;
use super::spent::Spent;

/// The first line: what has to be the same for a match to go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct Header {
    pub(in crate::cli) first: String,
    pub(in crate::cli) second: String,
    pub(in crate::cli) game: String,
    pub(in crate::cli) pace: String,
    pub(in crate::cli) openings: String,
}

/// Every other line: one game.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in crate::cli) struct Entry {
    /// Counted from 1.
    pub(in crate::cli) number: usize,
    /// Whether the program named first moved first.
    pub(in crate::cli) first_moves_first: bool,
    /// Points of the program named first: 1, 0.5 or 0.
    pub(in crate::cli) points: f64,
    /// By how much it won, if the game ended by its rules.
    pub(in crate::cli) margin: Option<i32>,
    pub(in crate::cli) end: End,
    /// What both clocks showed at last, in seconds, the first player's first.
    pub(in crate::cli) left: [f64; 2],
    pub(in crate::cli) moves: String,
    /// What each move took, in seconds; nothing if nobody was asked for it. Old records do not say.
    #[serde(default)]
    pub(in crate::cli) times: Vec<f64>,
    /// Where both players' time went, the first player's first. Old records do not say.
    #[serde(default)]
    pub(super) spent: Option<[Spent; 2]>,
}

impl Entry {
    pub(super) fn of(number: usize, first_moves_first: bool, game: &Finished) -> Self {
        let own = if first_moves_first {
            Side::First
        } else {
            Side::Second
        };
        let sign = if first_moves_first { 1 } else { -1 };
        Self {
            number,
            first_moves_first,
            points: match game.outcome {
                Outcome::Drawn => 0.5,
                Outcome::Won(side) if side == own => 1.0,
                Outcome::Won(_) => 0.0,
            },
            margin: game.margin.map(|margin| sign * margin),
            end: game.end.clone(),
            left: game.left,
            moves: game.moves.join(" "),
            times: game.times.clone(),
            spent: Some(game.spent),
        }
    }
}

/// An open record, or none.
#[derive(Debug, Default)]
pub(super) struct Record(Option<File>);

impl Record {
    /// Opens `path`, and returns the games that are in it already.
    ///
    /// # Errors
    /// When the file cannot be read or written, or is of another match.
    pub(super) fn open(path: Option<&str>, header: &Header) -> Result<(Self, Vec<Entry>), Refused> {
        let Some(path) = path else {
            return Ok((Self(None), Vec::new()));
        };
        let refuse = |why: &dyn std::fmt::Display| Refused::new(format_args!("{path}: {why}"));
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path);
        let mut file = file.map_err(|why| refuse(&why))?;
        let mut text = String::new();
        let read = file.read_to_string(&mut text);
        read.map_err(|why| refuse(&why))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let Some(first) = lines.next().or_else(|| text.lines().next()) else {
            write_line(&mut file, header).map_err(|why| refuse(&why))?;
            return Ok((Self(Some(file)), Vec::new()));
        };
        match serde_json::from_str::<Header>(first) {
            Ok(found) if found == *header => {}
            Ok(found) => {
                let found = serde_json::to_string(&found).unwrap_or_default();
                return Err(refuse(&format_args!(
                    "it is the record of another match: {found}"
                )));
            }
            Err(why) => return Err(refuse(&format_args!("it is no record of a match: {why}"))),
        }
        let entries = lines.zip(2..).map(|(line, number)| {
            let entry = serde_json::from_str(line);
            entry.map_err(|why| refuse(&format_args!("line {number}: {why}")))
        });
        let entries = entries.collect::<Result<_, _>>()?;
        // A line that was being written when the match was killed is no game.
        let cut = file.set_len(whole as u64);
        cut.map_err(|why| refuse(&why))?;
        Ok((Self(Some(file)), entries))
    }

    /// Adds a game, at once and whole.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn add(&mut self, entry: &Entry) -> io::Result<()> {
        match &mut self.0 {
            Some(file) => write_line(file, entry),
            None => Ok(()),
        }
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    file.write_all(line.as_bytes())
}
