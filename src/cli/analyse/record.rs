//! An analysed game: one line of `--json`.

use kaeshi::analysis::{Analysis, Summary, Thresholds};
use serde::{Deserialize, Serialize};

use super::games::Given;
use super::prior::Keyed;

/// An analysed game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    /// The file's name; `None` for standard input.
    #[serde(default)]
    pub(super) file: Option<String>,
    /// The number of the game in its file, from 1.
    pub(super) number: u64,
    pub(super) black: String,
    pub(super) white: String,
    pub(super) place: String,
    pub(super) date: String,
    /// Disc difference for Black, if the game has a result.
    pub(super) result: Option<f64>,
    /// How thoroughly the positions were searched.
    pub(super) effort: String,
    /// Why the game ends before its record does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) illegal: Option<String>,
    #[serde(flatten)]
    pub(super) analysis: Analysis,
}

/// What is written beside a record, and computed again when it is read.
#[derive(Debug, Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    record: &'a Record,
    opening: Option<&'a str>,
    thresholds: &'a Thresholds,
    summary: &'a Summary,
}

impl Record {
    pub(super) fn new(given: &Given, effort: String, analysis: Analysis) -> Self {
        let game = &given.entry.game;
        let [black, white] = &game.players;
        Self {
            file: given.file.clone(),
            number: given.number,
            black: black.as_str().into(),
            white: white.as_str().into(),
            place: game.place.as_str().into(),
            date: game.date.as_str().into(),
            result: game.result.map(|result| result.margin),
            effort,
            illegal: given.entry.illegal.as_ref().map(ToString::to_string),
            analysis,
        }
    }

    /// The line of `--json`.
    ///
    /// # Errors
    /// Never: the record has no map with keys other than text.
    pub(super) fn json(
        &self,
        thresholds: &Thresholds,
        summary: &Summary,
    ) -> serde_json::Result<String> {
        let line = Line {
            record: self,
            opening: self.analysis.opening().map(|(_, name)| name),
            thresholds,
            summary,
        };
        Ok(serde_json::to_string(&line)? + "\n")
    }

    /// The names of both players, or the colours where they are unknown.
    pub(super) fn names(&self) -> [&str; 2] {
        [
            if self.black.is_empty() {
                "Black"
            } else {
                &self.black
            },
            if self.white.is_empty() {
                "White"
            } else {
                &self.white
            },
        ]
    }

    /// The place of the game in messages.
    pub(super) fn title(&self) -> String {
        let [black, white] = self.names();
        format!("{black} - {white}")
    }

    /// The result as black and white discs, empty squares to the winner.
    pub(super) fn score(&self) -> Option<String> {
        let margin = self.result?;
        Some(format!(
            "{:.0}-{:.0}",
            32.0 + margin / 2.0,
            32.0 - margin / 2.0
        ))
    }
}

impl Keyed for Record {
    fn key(&self) -> String {
        let moves = self.analysis.moves.iter();
        let moves = moves.map(|judged| judged.name.as_str());
        key(&self.analysis.start, moves, &self.effort)
    }
}

/// What makes a game another one: its first position, its moves and the effort.
pub(super) fn key<'a>(start: &str, moves: impl Iterator<Item = &'a str>, effort: &str) -> String {
    let moves: String = moves.collect();
    format!("{start} {moves} {effort}")
}
